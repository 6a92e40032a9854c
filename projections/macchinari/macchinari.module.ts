import { sql } from 'kysely';
import type { ReadModule } from '../catalogue.ts';
import { standsStill, whyStopped } from '../guasti/stops.ts';
import { hoursOverdue, maintenanceDue, whyMachineDue } from '../scadenze/due.ts';
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

/** SQL of the reasons why a machine stands still or needs maintenance, the most urgent first. */
const whyNot = sql`nullif(concat_ws(e'\\n', ${whyStopped}, ${whyMachineDue}), '')`;

export const macchinariReads: ReadModule = {
  name: 'macchinari',
  projections: (catalogue) => [scadenzeProjection(catalogue)],
  computed: {
    macchinari: { ore_tot: hoursNow, manutenzione_oltre: hoursOverdue, manutenzione_motivo: whyNot },
    manutMacchinari: { ore_mancanti: next('ore_mancanti'), scadenza: next('scadenza') },
  },
  past: { computed: () => ({ macchinari: { ore_tot: hoursThen } }) },
  filters: { macchinari: { manutenzione: sql`(${maintenanceDue} or ${standsStill})` } },
};
