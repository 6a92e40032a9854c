import { sql } from 'kysely';
import type { ReadModule } from '../catalogue.ts';
import { hoursOverdue, maintenanceDue } from '../scadenze/due.ts';

/** 1 if maintenance is due for the row's matricola. People who may see workers learn only that something is due, not what. */
const due = sql`case when ${maintenanceDue} then 1 end`;

export const personaleReads: ReadModule = {
  name: 'personale',
  computed: { personale: { manutenzione_oltre: hoursOverdue, manutenzione_dovuta: due } },
};
