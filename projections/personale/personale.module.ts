import { expressionBuilder, type Expression, type SqlBool } from 'kysely';
import type { ReadModule } from '../catalogue.ts';
import type { ReadDatabase } from '../database.ts';
import { hoursOverdue, maintenanceDue, maintenanceDueOn } from '../scadenze/due.ts';

const eb = expressionBuilder<ReadDatabase, never>();

/** 1 if maintenance is due for the row's matricola. People who may see workers learn only that something is due, not what. */
const dueIf = (condition: Expression<SqlBool>) => eb.case().when(condition).then(eb.lit(1)).end();

export const personaleReads: ReadModule = {
  name: 'personale',
  computed: { personale: { manutenzione_oltre: hoursOverdue, manutenzione_dovuta: dueIf(maintenanceDue) } },
  past: { computed: (day) => ({ personale: { manutenzione_oltre: hoursOverdue, manutenzione_dovuta: dueIf(maintenanceDueOn(day)) } }) },
};
