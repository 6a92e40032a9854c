import { sql, type Expression, type Kysely } from 'kysely';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import type { ListColumn, PastModel, ReadCatalogue, Relations } from '../catalogue.ts';
import type { ReadDatabase } from '../database.ts';
import { eb, runStatement, statements, wordsOf } from '../database/compiled.ts';
import { asOf } from './as-of.ts';
import { withAlias } from './columns.ts';
import { valuesColumns } from './register.table.ts';

type Row = Record<string, unknown>;

interface Instant {
  /** ISO instant. */
  al: string;
  /** The day in Rome on which rows are judged. */
  today: string;
}

/** Relations that stand for every read model, to find what names one. */
export const allOf = ({ models }: ReadCatalogue): Relations => new Map(models.map(({ table }) => [table, eb.lit(null)]));

const isNamed = ({ table }: PastModel, statement: Expression<unknown>): boolean => wordsOf(statement).has(table);

/** Returns the read models, as of an instant, that parts of a statement name: all their rows. */
export async function relationsFor(
  db: Kysely<ReadDatabase>,
  catalogue: ReadCatalogue,
  al: string,
  parts: readonly Expression<unknown>[],
): Promise<Relations> {
  const named = catalogue.models.filter((model) => parts.some((part) => isNamed(model, part)));
  return new Map(
    await Promise.all(named.map(async (model) => [model.table, relationOf(model, await model.rows(db, catalogue, { al }))] as const)),
  );
}

/** Builds a relation of rows that stand in place of a table. */
function relationOf({ columns }: Pick<PastModel, 'columns'>, rows: readonly Row[]) {
  const types = columns.map(({ name, type }) => `"${name}" ${type}`).join(', ');
  return sql<Row>`select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as t (${sql.raw(types)})`;
}

/** Returns the models, as of an instant, of the records with these keys; of a model that goes by another column it returns none. */
export async function modelsOfKeys(
  db: Kysely<ReadDatabase>,
  catalogue: ReadCatalogue,
  def: AnyRegister,
  { al, today, keys }: Instant & { keys: readonly (string | number)[] },
): Promise<Relations> {
  const models = modelsOf(askedColumns(catalogue, def, today)).filter(({ by }) => by === def.key.field);
  return rowsOfModels(db, catalogue, al, new Map(models.map((model) => [model, keys.map(String)])));
}

const modelsOf = (asked: readonly { model: PastModel }[]): PastModel[] => [...new Set(asked.map(({ model }) => model))];

/** Returns the rows of models for the keys that go with each. */
async function rowsOfModels(
  db: Kysely<ReadDatabase>,
  catalogue: ReadCatalogue,
  al: string,
  keys: ReadonlyMap<PastModel, readonly string[]>,
): Promise<Relations> {
  return new Map(
    await Promise.all(
      [...keys].map(
        async ([model, some]) => [model.table, relationOf(model, await model.rows(db, catalogue, { al, keys: some }))] as const,
      ),
    ),
  );
}

/**
 * Completes rows as of an instant with the computed columns that name a read model, unless the catalogue has the model's rows already. Only
 * the model's rows of these records are made, if `made` does not have them.
 */
export async function withModels<R extends Row>(
  db: Kysely<ReadDatabase>,
  catalogueToday: ReadCatalogue,
  def: AnyRegister,
  { rows, al, today, made = new Map() }: Instant & { rows: readonly R[]; made?: Relations },
): Promise<R[]> {
  const asked = askedColumns(catalogueToday, def, today);
  if (asked.length === 0 || rows.length === 0) return [...rows];
  const keysOf = ({ by }: PastModel) => [...new Set(rows.map((row) => row[by]).filter((key) => typeof key === 'string'))];
  const missing = modelsOf(asked).filter(({ table }) => !made.has(table));
  const others = await rowsOfModels(db, catalogueToday, al, new Map(missing.map((model) => [model, keysOf(model)])));
  const catalogue = catalogueToday.onDay(today, new Map([...made, ...others]));
  const columns = asked.flatMap(({ column: { name, computed } }) => (computed ? [{ name, computed }] : []));
  const words = new Set(columns.flatMap(({ computed }) => [...wordsOf(computed)]));
  const shown = valuesColumns(def).filter(({ name }) => name === def.key.field || words.has(name));
  const given = rows.map((row) => Object.fromEntries(shown.map(({ name }) => [name, row[name]])));
  const statement = statements
    .selectFrom(eb.parens(relationOf({ columns: shown }, given)).as('r'))
    .select([eb.ref(`r.${def.key.field}`).as('chiave'), ...columns.map(({ name, computed }) => withAlias(computed, name))]);
  const found = await runStatement<Row>(db, asOf(catalogue, statement, al));
  const byKey = new Map(found.map(({ chiave, ...values }) => [String(chiave), values]));
  return rows.map((row) => ({ ...row, ...byKey.get(String(row[def.key.field])) }));
}

/** Returns the computed columns of a register on a day that name a read model whose rows the catalogue does not have, with the model. */
const askedColumns = (catalogue: ReadCatalogue, def: AnyRegister, today: string): { column: ListColumn; model: PastModel }[] =>
  catalogue
    .onDay(today, allOf(catalogue))
    .computedColumns(def)
    .flatMap((column) => {
      const model = catalogue.models.find((one) => column.computed && isNamed(one, column.computed));
      return model && !catalogue.relations.has(model.table) ? [{ column, model }] : [];
    });
