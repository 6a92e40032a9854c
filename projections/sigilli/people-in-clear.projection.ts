import type { AnyRegister } from '#contracts/core/define-register.ts';
import { isInClear, personalData } from '#contracts/core/personal-data.ts';
import { upsertRows } from '../engine/bulk.ts';
import type { Target } from '../engine/columns.ts';
import type { Projection } from '../engine/projection.ts';

const IN_CLEAR: Target = {
  table: 'eventi_in_chiaro',
  columns: [
    { name: 'flusso', type: 'text' },
    { name: 'versione', type: 'integer' },
  ],
  key: ['flusso', 'versione'],
  ifExists: 'keep',
};

/** The recorded events that tell of people in clear, from before personal values were sealed. */
export function peopleInClearProjection(registers: readonly AnyRegister[]): Projection {
  const people = personalData(registers);
  return {
    name: 'persone_in_chiaro',
    tables: [IN_CLEAR.table],
    events: people.types,
    recorded: true,
    async create(db) {
      await db.schema
        .createTable('eventi_in_chiaro')
        .addColumn('flusso', 'text', (column) => column.notNull())
        .addColumn('versione', 'integer', (column) => column.notNull())
        .addPrimaryKeyConstraint('eventi_in_chiaro_pkey', ['flusso', 'versione'])
        .execute();
    },
    async apply(tx, events) {
      const rows = events
        .filter(({ type, data, recordedData = data }) => isInClear(people, { type, data: recordedData }))
        .map(({ stream, version }) => ({ flusso: stream.replaceAll('\u0000', '').toWellFormed(), versione: version }));
      if (rows.length > 0) upsertRows(tx, IN_CLEAR, rows);
    },
  };
}
