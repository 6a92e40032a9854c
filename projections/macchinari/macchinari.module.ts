import { sql, type RawBuilder } from 'kysely';
import type { ReadModule } from '../catalogue.ts';
import { standsStill, whyStopped } from '../guasti/stops.ts';
import { hoursOverdue, maintenanceDue, maintenanceDueOn, ROME_TODAY, whyMachineDueOn } from '../scadenze/due.ts';
import { pastDeadlines } from '../scadenze/past-deadlines.ts';
import { scadenzeProjection } from '../scadenze/scadenze.projection.ts';

/** Current hours: the highest reading of the machine, its maintenance or its excise records. */
const hoursNow = sql`(select max(f.ore) from scadenze_fonti f where f.matricola = r.matricola and f.esiste)`;

/** The same from the registers themselves, as they stood at an instant. */
const hoursThen = sql`(select max(o.ore) from (select r.ore_km as ore union all
  select m.ore_km from manutenzioni m where m.matricola = r.matricola union all
  select a.ore from accise a where a.matricola = r.matricola) o)`;

/** Selects the next deadline of the component that a row of the maintenance plan names. */
const next = (value: 'ore_mancanti' | 'scadenza') => {
  const of = sql.ref(`s.${value}`);
  return sql`(select ${value === 'scadenza' ? sql`${of}::text` : of} from scadenze_manutenzione s
    where s.matricola = r.matricola and s.voce = r.componente order by s.ore_mancanti, s.manutenzione limit 1)`;
};

/** Builds the reasons why a machine stands still or needs maintenance on a day, the most urgent first. */
const whyNot = (day: RawBuilder<unknown>) => sql`nullif(concat_ws(e'\\n', ${whyStopped}, ${whyMachineDueOn(day)}), '')`;

const deadline = { ore_mancanti: next('ore_mancanti'), scadenza: next('scadenza') };

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
    filters: (day) => ({ macchinari: { manutenzione: sql`(${maintenanceDueOn(day)} or ${standsStill})` } }),
    model: pastDeadlines,
  },
  filters: { macchinari: { manutenzione: sql`(${maintenanceDue} or ${standsStill})` } },
};
