import { expressionBuilder, sql, type Expression } from 'kysely';
import type { ReadModule } from '../catalogue.ts';
import type { ReadDatabase } from '../database.ts';
import { standsStill, whyStopped } from '../guasti/stops.ts';
import { hoursOverdue, maintenanceDue, maintenanceDueOn, ROME_TODAY, whyMachineDueOn } from '../scadenze/due.ts';
import { pastDeadlines } from '../scadenze/past-deadlines.ts';
import { scadenzeProjection } from '../scadenze/scadenze.projection.ts';

/** Builds expressions on the row `r` of a machine, or of a maintenance plan. */
const ofMachine = expressionBuilder<ReadDatabase & { r: ReadDatabase['macchinari'] }, 'r'>();
const ofPlan = expressionBuilder<ReadDatabase & { r: ReadDatabase['manutMacchinari'] }, 'r'>();

/** Current hours: the highest reading of the machine, its maintenance or its excise records. */
const hoursNow = ofMachine
  .selectFrom('scadenze_fonti as f')
  .select(({ fn }) => fn.max('f.ore').as('ore'))
  .whereRef('f.matricola', '=', 'r.matricola')
  .where(({ ref }) => ref('f.esiste'));

/** The same from the registers themselves, as they stood at an instant. */
const hoursThen = ofMachine.fn<number | null>('greatest', [
  'r.ore_km',
  ofMachine
    .selectFrom('manutenzioni as m')
    .select(({ fn }) => fn.max('m.ore_km').as('ore'))
    .whereRef('m.matricola', '=', 'r.matricola'),
  ofMachine
    .selectFrom('accise as a')
    .select(({ fn }) => fn.max('a.ore').as('ore'))
    .whereRef('a.matricola', '=', 'r.matricola'),
]);

/** Selects the next deadline of the component that a row of the maintenance plan names. */
const next = ofPlan
  .selectFrom('scadenze_manutenzione as s')
  .whereRef('s.matricola', '=', 'r.matricola')
  .whereRef('s.voce', '=', 'r.componente')
  .orderBy('s.ore_mancanti')
  .orderBy('s.manutenzione')
  .limit(ofPlan.lit(1));

/** Builds the reasons why a machine stands still or needs maintenance on a day, the most urgent first. */
const whyNot = (day: Expression<string>) =>
  ofMachine.fn<string | null>('nullif', [ofMachine.fn('concat_ws', [sql.lit('\n'), whyStopped, whyMachineDueOn(day)]), sql.lit('')]);

const deadline = {
  ore_mancanti: next.select('s.ore_mancanti'),
  scadenza: next.select(({ cast }) => cast<string | null>('s.scadenza', 'text').as('scadenza')),
};

export const macchinariReads: ReadModule = {
  name: 'macchinari',
  projections: (catalogue) => [scadenzeProjection(catalogue)],
  computed: {
    macchinari: { ore_tot: hoursNow, manutenzione_oltre: hoursOverdue, manutenzione_motivo: whyNot(ROME_TODAY) },
    manutMacchinari: deadline,
  },
  past: {
    computed: (day) => ({
      macchinari: { ore_tot: hoursThen, manutenzione_oltre: hoursOverdue, manutenzione_motivo: whyNot(day) },
      manutMacchinari: deadline,
    }),
    filters: (day) => ({ macchinari: { manutenzione: ofMachine.or([maintenanceDueOn(day), standsStill]) } }),
    model: pastDeadlines,
  },
  filters: { macchinari: { manutenzione: ofMachine.or([maintenanceDue, standsStill]) } },
};
