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

/**
 * Completes rows as of an instant with the computed columns that name a read model, unless the catalogue has the model's rows already. Only
 * the model's rows of these records are made.
 */
export async function withModels<R extends Row>(
  db: Kysely<ReadDatabase>,
  catalogueToday: ReadCatalogue,
  def: AnyRegister,
  { rows, al, today }: Instant & { rows: readonly R[] },
): Promise<R[]> {
  const asked = computedBy(catalogueToday, def, today).filter(({ model }) => !catalogueToday.relations.has(model.table));
  if (asked.length === 0 || rows.length === 0) return [...rows];
  const models = [...new Set(asked.map(({ model }) => model))];
  const made = await Promise.all(
    models.map(async (model) => {
      const keys = [...new Set(rows.map((row) => row[model.by]).filter((key) => typeof key === 'string'))];
      return [model.table, relationOf(model, await model.rows(db, catalogueToday, { al, keys }))] as const;
    }),
  );
  const catalogue = catalogueToday.onDay(today, new Map(made));
  const columns = asked.flatMap(({ column: { name, computed } }) => (computed ? [{ name, computed }] : []));
  const words = new Set(columns.flatMap(({ computed }) => [...wordsOf(computed)]));
  const shown = valuesColumns(def).filter(({ name }) => name === def.key.field || words.has(name));
  const given = rows.map((row) => Object.fromEntries(shown.map(({ name }) => [name, row[name]])));
  const statement = statements
    .selectFrom(eb.parens(relationOf({ columns: shown }, given)).as('r'))
    .select([eb.ref(`r.${def.key.field}`).as('chiave'), ...columns.map(({ name, computed }) => withAlias(computed, name))]);
  const found = await runStatement<Row>(db, asOf(catalogue, statement, al, def));
  const byKey = new Map(found.map(({ chiave, ...values }) => [String(chiave), values]));
  return rows.map((row) => ({ ...row, ...byKey.get(String(row[def.key.field])) }));
}

/** Returns the computed columns of a register on a day that name a read model, with the model. */
const computedBy = (catalogue: ReadCatalogue, def: AnyRegister, today: string): { column: ListColumn; model: PastModel }[] =>
  catalogue
    .onDay(today, allOf(catalogue))
    .computedColumns(def)
    .flatMap((column) => {
      const model = catalogue.models.find((one) => column.computed && isNamed(one, column.computed));
      return model ? [{ column, model }] : [];
    });
