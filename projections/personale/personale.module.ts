import { type Expression, type SqlBool } from 'kysely';
import type { ReadModule } from '../catalogue.ts';
import { hoursOverdue, maintenanceDue, maintenanceDueOn } from '../scadenze/due.ts';
import { expressions } from '../database/compiled.ts';

/** 1 if maintenance is due for the row's matricola. People who may see workers learn only that something is due, not what. */
const dueIf = (condition: Expression<SqlBool>) => expressions.case().when(condition).then(expressions.lit(1)).end();

export const personaleReads: ReadModule = {
  name: 'personale',
  computed: { personale: { manutenzione_oltre: hoursOverdue, manutenzione_dovuta: dueIf(maintenanceDue) } },
  past: { computed: (day) => ({ personale: { manutenzione_oltre: hoursOverdue, manutenzione_dovuta: dueIf(maintenanceDueOn(day)) } }) },
};
