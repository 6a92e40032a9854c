import type { Kysely } from 'kysely';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import type { ReadDatabase } from '../database.ts';
import { eb, runStatement, statements } from '../database/compiled.ts';
import type { RegistersByPath } from '../read-tables.ts';
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
  const columns = sought.map((one, i) => eb.exists(rowsWith(one)).as(`c${i}`));
  const [found] = await runStatement(db, statements.selectNoFrom(columns));
  return sought.map((_, i) => found?.[`c${i}`] === true);
}

/** Returns the key of the first record that has this value in a field; `null` if none has. */
export async function keyWithValue(
  db: Kysely<ReadDatabase>,
  def: AnyRegister,
  field: string,
  value: string,
): Promise<string | number | null> {
  const found = await db
    .withTables<RegistersByPath>()
    .selectFrom(def.path)
    .select(({ ref }) => ref(def.key.field).$castTo<string | number>().as('key'))
    .where(field, '=', value)
    .orderBy(def.key.field)
    .limit(eb.lit(1))
    .executeTakeFirst();
  return found?.key ?? null;
}

function rowsWith({ def, field, value, parent, deleted }: Sought) {
  let rows = eb.selectFrom(def.path).select(eb.lit(1).as('one')).where(field, '=', value);
  if (!deleted) rows = rows.where(LIVE);
  return parent === undefined ? rows : rows.where(def.parent!.field, '=', parent);
}
