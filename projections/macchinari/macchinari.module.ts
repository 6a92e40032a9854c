import { sql } from 'kysely';
import type { ReadModule } from '../catalogue.ts';
import { hoursOverdue } from '../scadenze/due.ts';
import { scadenzeProjection } from '../scadenze/scadenze.projection.ts';

/** Hours now: the highest that the machine, its maintenance or its excise records tell. */
const hoursNow = sql`(select max(f.ore) from scadenze_fonti f where f.matricola = r.matricola and f.esiste)`;

const due = sql`exists (select 1 from scadenze_manutenzione s where s.matricola = r.matricola and s.ore_mancanti <= 0)`;

export const macchinariReads: ReadModule = {
  name: 'macchinari',
  projections: (catalogue) => [scadenzeProjection(catalogue)],
  computed: { macchinari: { ore_tot: hoursNow, manutenzione_oltre: hoursOverdue } },
  filters: { macchinari: { manutenzione: due } },
};
