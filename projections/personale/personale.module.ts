import { sql } from 'kysely';
import type { ReadModule } from '../catalogue.ts';
import { hoursOverdue, maintenanceDue } from '../scadenze/due.ts';

/** Who reads workers is not told what is due: only that something is. */
const due = sql`case when ${maintenanceDue} then 1 end`;

export const personaleReads: ReadModule = {
  name: 'personale',
  computed: { personale: { manutenzione_oltre: hoursOverdue, manutenzione_dovuta: due } },
};
