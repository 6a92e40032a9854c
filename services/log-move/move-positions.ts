import { sql, type Transaction } from 'kysely';
import { READ_SCHEMA } from '#projections/database.ts';
import type { Pair } from './compare-logs.ts';

/** Name of the columns that hold a log position, on the read side and the write side. */
const COLUMN = 'posizione';
const TABLE = 'posizioni_spostate';

/** Creates a temporary table of each event's old and new position, and returns the function that fills it. */
export async function createPairs<DB>(tx: Transaction<DB>): Promise<(pairs: readonly Pair[]) => Promise<void>> {
  // collation "C", since positions are compared bytewise
  await sql`create temporary table ${sql.table(TABLE)} (old text collate "C" primary key, new text not null) on commit drop`.execute(tx);
  return async (pairs) => {
    await sql`insert into ${sql.table(TABLE)} (old, new)
      select * from unnest(${pairs.map((pair) => pair.old)}::text[], ${pairs.map((pair) => pair.new)}::text[])`.execute(tx);
  };
}

/**
 * Replaces every stored position by the same event's position in the other log. A position between two events, as in a log shared with
 * other data, becomes that of the event before it. Returns the number of changed rows by table.
 */
export async function movePositions<DB>(tx: Transaction<DB>): Promise<Record<string, number>> {
  const { rows: tables } = await sql<{ schema: string; name: string }>`
    select c.table_schema as schema, c.table_name as name from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.column_name = ${COLUMN} and c.data_type = 'text' and t.table_type = 'BASE TABLE'
      and c.table_schema in ('public', ${READ_SCHEMA}) order by 1, 2`.execute(tx);
  const moved: Record<string, number> = {};
  for (const { schema, name } of tables) {
    const { numAffectedRows } = await sql`update ${sql.table(`${schema}.${name}`)} t set ${sql.ref(COLUMN)} =
      (select p.new from ${sql.table(TABLE)} p where p.old <= t.${sql.ref(COLUMN)} collate "C" order by p.old desc limit 1)
      where t.${sql.ref(COLUMN)} <> ''`.execute(tx);
    moved[name] = Number(numAffectedRows ?? 0);
  }
  return moved;
}
