import { DOCUMENT_EVENTS } from '#contracts/core/documents.ts';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import type { Catalogue } from '#contracts/core/catalogue.ts';
import { FOLD_VERSION } from '#contracts/core/record-state.ts';
import type { Projection } from '../engine/projection.ts';
import { stateful } from '../engine/stateful.ts';
import { registerEventsOf, recordStates, type RegisterEvent } from './fold.ts';
import { createPastTable, createTable, pastTable, pastTargetOf, targetOf } from './register.table.ts';
import { isLive, toRow, toPastRow, fromRow, type ReadRecord } from './row.ts';

/**
 * Creates the projection of a register's read tables: one row per record, and the rows that were replaced, for lists as of an instant.
 * Deleted records keep their row, so that they can be restored. `summary` names fields that the caller computes from other records; past rows leave
 * them empty.
 */
export function registerProjection(catalogue: Catalogue, def: AnyRegister, summary: readonly string[] = []): Projection {
  return {
    name: def.path,
    tables: [def.path, pastTable(def)],
    ...(def.parent ? { lookups: [`${def.path}_flusso`] } : {}),
    events: eventsOf(catalogue, def),
    // a new version of the conversion from facts to changes (`FOLD_VERSION`) requires a rebuild of registers with facts
    ...(def.facts ? { signature: String(FOLD_VERSION) } : {}),
    async create(db) {
      await createTable(db, def);
      await createPastTable(db, def);
    },
    ...stateful<ReadRecord, RegisterEvent>({
      target: targetOf(def),
      select: (events) => registerEventsOf(catalogue, def, events),
      ...recordStates(def),
      load: (row) => fromRow(def, row),
      store: (record) => toRow(def, record),
      perEvent: { target: pastTargetOf(def), row: ({ before, after }) => pastRow(def, before, after, summary) },
    }),
  };
}

/** Returns the row of a state that a fact replaced; `null` if no list ever showed that state. */
function pastRow(
  def: AnyRegister,
  before: ReadRecord | undefined,
  after: ReadRecord,
  summary: readonly string[],
): Record<string, unknown> | null {
  const shown = before !== undefined && before !== after && isLive(before.state) && before.from < after.from;
  return shown ? { ...toPastRow(def, before, after.from), ...Object.fromEntries(summary.map((name) => [name, null])) } : null;
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
