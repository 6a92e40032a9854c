import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import type { ReadDatabase } from '../database.ts';
import { LIVE } from './register.table.ts';

/** A value that a record of `def` may have in `field`. */
export interface Sought {
  def: AnyRegister;
  field: string;
  value: string | number;
  /** Only among the children of this record. */
  parent?: string | number;
  /** Records deleted since count too. */
  deleted: boolean;
}

/** Tells of each value whether a record has it; one query for all of them. */
export async function whichExist(db: Kysely<ReadDatabase>, sought: readonly Sought[]): Promise<boolean[]> {
  if (sought.length === 0) return [];
  const columns = sought.map((one, i) => sql`exists(${rowsWith(one)}) as ${sql.id(`c${i}`)}`);
  const { rows } = await sql<Record<string, boolean>>`select ${sql.join(columns)}`.execute(db);
  return sought.map((_, i) => rows[0]?.[`c${i}`] === true);
}

function rowsWith({ def, field, value, parent, deleted }: Sought): RawBuilder<unknown> {
  const conditions: RawBuilder<unknown>[] = [sql`${sql.id(field)} = ${value}`];
  if (!deleted) conditions.push(LIVE);
  if (parent !== undefined) conditions.push(sql`${sql.id(def.parent!.field)} = ${parent}`);
  return sql`select 1 from ${sql.table(def.path)} where ${sql.join(conditions, sql` and `)}`;
}
