import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import type { ReadDatabase } from '../database.ts';
import { LIVE } from './register.table.ts';

/** A value to look for in the field `field` of the register `def`. */
export interface Sought {
  def: AnyRegister;
  field: string;
  value: string | number;
  /** Key of the parent record whose children are searched; all records if absent. */
  parent?: string | number;
  /** True if deleted records count too. */
  deleted: boolean;
}

/** Returns for each sought value whether a record has it, in the order of `sought`. Runs one query for all values. */
export async function whichExist(db: Kysely<ReadDatabase>, sought: readonly Sought[]): Promise<boolean[]> {
  if (sought.length === 0) return [];
  const columns = sought.map((one, i) => sql`exists(${rowsWith(one)}) as ${sql.id(`c${i}`)}`);
  const { rows } = await sql<Record<string, boolean>>`select ${sql.join(columns)}`.execute(db);
  return sought.map((_, i) => rows[0]?.[`c${i}`] === true);
}

/** Returns the key of the first record that has this value in a field; `null` if none has. */
export async function keyWithValue(
  db: Kysely<ReadDatabase>,
  def: AnyRegister,
  field: string,
  value: string,
): Promise<string | number | null> {
  const { rows } = await sql<{ key: string | number }>`select ${sql.id(def.key.field)} as key from ${sql.table(def.path)}
    where ${sql.id(field)} = ${value} order by 1 limit 1`.execute(db);
  return rows[0]?.key ?? null;
}

function rowsWith({ def, field, value, parent, deleted }: Sought): RawBuilder<unknown> {
  const conditions: RawBuilder<unknown>[] = [sql`${sql.id(field)} = ${value}`];
  if (!deleted) conditions.push(LIVE);
  if (parent !== undefined) conditions.push(sql`${sql.id(def.parent!.field)} = ${parent}`);
  return sql`select 1 from ${sql.table(def.path)} where ${sql.join(conditions, sql` and `)}`;
}
