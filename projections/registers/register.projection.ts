import { DOCUMENT_EVENTS } from '#contracts/core/documents.ts';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import type { Catalogue } from '#contracts/core/catalogue.ts';
import { READING } from '#contracts/core/record-state.ts';
import type { Projection } from '../engine/projection.ts';
import { stateful } from '../engine/stateful.ts';
import { factsOf, recordStates, type RegisterFact } from './fold.ts';
import { createTable, targetOf } from './register.table.ts';
import { toRow, fromRow, type ReadRecord } from './row.ts';

/**
 * Creates the projection of a register's read table: one row per record. Deleted records keep their row, so that they can be restored.
 */
export function registerProjection(catalogue: Catalogue, def: AnyRegister): Projection {
  return {
    name: def.path,
    tables: [def.path],
    ...(def.parent ? { lookups: [`${def.path}_flusso`] } : {}),
    events: eventsOf(catalogue, def),
    // a new version of the conversion from facts to changes (`READING`) requires a rebuild of registers with facts
    ...(def.facts ? { signature: String(READING) } : {}),
    create: (db) => createTable(db, def),
    ...stateful<ReadRecord, RegisterFact>({
      target: targetOf(def),
      facts: (events) => factsOf(catalogue, def, events),
      ...recordStates(def),
      load: (row) => fromRow(def, row),
      store: (record) => toRow(def, record),
    }),
  };
}

function eventsOf({ register }: Catalogue, def: AnyRegister): string[] {
  const parent = def.parent ? register(def.parent.register) : undefined;
  const withFile = Object.values(def.fields).some((f) => f.kind === 'document' || f.kind === 'photo');
  return [
    ...Object.values(def.events),
    ...(parent ? [parent.events.deleted, parent.events.restored] : []),
    ...(withFile ? Object.values(DOCUMENT_EVENTS) : []),
    ...Object.keys(def.facts ?? {}),
  ];
}
