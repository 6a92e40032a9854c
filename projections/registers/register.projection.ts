import { sql } from 'kysely';
import { DOCUMENT_EVENTS } from '#contracts/core/documents.ts';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import type { Catalogue } from '#contracts/core/catalogue.ts';
import { READING, recordKey } from '#contracts/core/record-state.ts';
import { upsertRows } from '../engine/bulk.ts';
import { bornIn } from '../engine/facts.ts';
import type { Projection } from '../engine/projection.ts';
import type { BatchTransaction } from '../engine/transaction.ts';
import { applyFacts, factsOf, type RegisterFact } from './fold.ts';
import { keyColumn, createTable, targetOf } from './register.table.ts';
import { toRow, columnKey, fromRow, type ReadRecord } from './row.ts';

/**
 * Creates the projection of a register's read table: one row per record. Deleted records keep their row, so that they can be restored. A
 * batch is folded in memory: each changed row is read once and written once.
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
    async apply(tx, events) {
      const facts = factsOf(catalogue, def, events).filter((f) => f.ofParent || columnKey(def, f.change.id) !== null);
      if (facts.length === 0) return;
      const record = await readTouched(tx, def, facts);
      const changed = applyFacts(record, facts);
      const rows = [...changed].flatMap((id) => record.get(id) ?? []).map((r) => toRow(def, r));
      upsertRows(tx, targetOf(def), rows);
    },
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

async function readTouched(tx: BatchTransaction, def: AnyRegister, facts: readonly RegisterFact[]): Promise<Map<string, ReadRecord>> {
  const keys = [...new Set(facts.flatMap(({ change, ofParent }) => (ofParent ? [] : [change.id])))];
  const streams = [...new Set(facts.flatMap((f) => (f.ofParent ? [f.event.stream] : [])))];
  const { name, type: kind } = keyColumn(def);
  const read = async (ids: readonly string[]): Promise<Map<string, ReadRecord>> => {
    const ofParent = streams.length > 0 ? sql` or flusso = any(${streams}::text[])` : sql``;
    const rows = await tx.query(sql<Record<string, unknown>>`select * from ${sql.table(def.path)}
      where ${sql.id(name)} = any(${ids.map((id) => columnKey(def, id))}::${sql.raw(kind)}[])${ofParent}`);
    return new Map(rows.map((row) => fromRow(def, row)).map((r) => [r.state.id, r]));
  };
  if (streams.length === 0) {
    const born = bornIn(facts);
    return tx.recall(def.path, { keys, born: new Set(keys.filter((id) => born.has(recordKey(def.path, id)))) }, read);
  }
  // an event of the parent also changes children that no fact names, so cached rows would become stale
  tx.forget(def.path);
  return read(keys);
}
