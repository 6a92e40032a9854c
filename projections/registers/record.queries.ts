import type { Expression, Kysely, SqlBool } from 'kysely';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import type { ReadDatabase } from '../database.ts';
import { eb, runStatement, statements } from '../database/compiled.ts';
import type { RegistersByPath, RowOf } from '../read-tables.ts';
import { ADDED_COLUMN, keyColumn, LIVE } from './register.table.ts';

/** A row with the database's column values; dates are `YYYY-MM-DD`. */
export type Row = Readonly<Record<string, unknown>>;

/** Row of a register by its definition's type; of a register known only at run time, a row of any columns. */
export type FoundRow<D extends AnyRegister> = string extends keyof D['fields'] ? Row : Readonly<RowOf<D>>;

/** Found row that may also be read by names known only at run time, such as those of document kinds added as data. */
export type FoundRowOfAnyKinds<D extends AnyRegister> = FoundRow<D> & Row;

type WantedValue = string | number | null | readonly (string | number)[];

/**
 * Returns the rows whose fields have the given values, in the order of the key. A value `null` matches empty fields; a list matches any of
 * its values. Deleted records are included only with `deleted`.
 */
export async function findRows<D extends AnyRegister>(
  db: Kysely<ReadDatabase>,
  def: D,
  where: { readonly [F in keyof FoundRow<D>]?: WantedValue },
  { deleted = false } = {},
): Promise<FoundRow<D>[]> {
  const known = new Set([keyColumn(def).name, 'utente', ...Object.keys(def.fields)]);
  const conditions: Expression<SqlBool>[] = deleted ? [] : [LIVE];
  for (const [field, wanted] of Object.entries<WantedValue>(where as Readonly<Record<string, WantedValue>>)) {
    if (!known.has(field)) throw new Error(`${def.path} has no field ${field}`);
    if (typeof wanted === 'string' && wanted.includes('\u0000')) return [];
    conditions.push(matches(def.fields[field]?.added ? eb.ref(ADDED_COLUMN, '->>').key(field) : eb.ref(field), wanted));
  }
  const found = statements.selectFrom(def.path).selectAll().where(eb.and(conditions)).orderBy(def.key.field);
  const rows = await runStatement<FoundRow<D>>(db, found);
  return def.takesKinds ? rows.map((row) => ({ ...row, ...((row as Row)[ADDED_COLUMN] as Row) })) : rows;
}

/** Returns the highest number in a field of all records, also of deleted ones; `null` if no record has a number. */
export async function highest(db: Kysely<ReadDatabase>, def: AnyRegister, field: string): Promise<number | null> {
  const row = await db
    .withTables<RegistersByPath>()
    .selectFrom(def.path)
    .select(({ fn }) => fn.max<string | number | null>(field).as('last'))
    .executeTakeFirst();
  const last = row?.last ?? null;
  return last === null ? null : Number(last);
}

/** Returns the keys of all records of a register, also of deleted ones. */
export async function allKeys(db: Kysely<ReadDatabase>, def: AnyRegister): Promise<string[]> {
  const rows = await db
    .withTables<RegistersByPath>()
    .selectFrom(def.path)
    .select(({ ref }) => ref(def.key.field).$castTo<string>().as('key'))
    .execute();
  return rows.map(({ key }) => key);
}

/**
 * Returns the key of a child record's parent, also if the child is deleted; `null` if the register has no parent or the child does not
 * exist.
 */
export async function parentKey(db: Kysely<ReadDatabase>, def: AnyRegister, key: string | number): Promise<string | number | null> {
  if (!def.parent) return null;
  const { field } = def.parent;
  const found = await db
    .withTables<RegistersByPath>()
    .selectFrom(def.path)
    .select(({ ref }) => ref(field).$castTo<string | number | null>().as('parent'))
    .where(def.key.field, '=', key)
    .executeTakeFirst();
  return found?.parent ?? null;
}

function matches(field: Expression<unknown>, wanted: WantedValue): Expression<SqlBool> {
  if (wanted === null) return eb(field, 'is', null);
  return typeof wanted === 'object' ? eb(field, 'in', [null, ...wanted]) : eb(field, '=', wanted);
}
