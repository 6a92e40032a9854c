import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import type { ListColumn, PastModel, ReadCatalogue, Relations } from '../catalogue.ts';
import type { ReadDatabase } from '../database.ts';
import type { Column } from '../engine/bulk.ts';
import { wordsOf } from '../database/compiled.ts';
import { asOf } from './as-of.ts';
import { valuesColumns } from './register.table.ts';

type Row = Record<string, unknown>;

interface Instant {
  /** ISO instant. */
  al: string;
  /** The day in Rome on which rows are judged. */
  today: string;
}

/** Relations that stand for every read model, to find what names one. */
export const allOf = ({ models }: ReadCatalogue): Relations => new Map(models.map(({ table }) => [table, sql`null`]));

const isNamed = ({ table }: PastModel, statement: RawBuilder<unknown>): boolean => wordsOf(statement).has(table);

/** Returns the read models, as of an instant, that parts of a statement name: all their rows. */
export async function relationsFor(
  db: Kysely<ReadDatabase>,
  catalogue: ReadCatalogue,
  al: string,
  parts: readonly RawBuilder<unknown>[],
): Promise<Relations> {
  const named = catalogue.models.filter((model) => parts.some((part) => isNamed(model, part)));
  return new Map(
    await Promise.all(named.map(async (model) => [model.table, relationOf(model, await model.rows(db, catalogue, { al }))] as const)),
  );
}

/** Builds a relation of rows that stand in place of a table. */
const relationOf = ({ columns }: PastModel, rows: readonly Row[]): RawBuilder<unknown> => recordset(columns, rows, 't');

const recordset = (columns: readonly Column[], rows: readonly Row[], alias: string) =>
  sql`select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as ${sql.id(alias)} (${sql.join(
    columns.map(({ name, type }) => sql`${sql.id(name)} ${sql.raw(type)}`),
  )})`;

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
  const columns = asked.map(({ column }) => sql`${column.computed} as ${sql.id(column.name)}`);
  const words = new Set(columns.flatMap((column) => [...wordsOf(column)]));
  const shown = valuesColumns(def).filter(({ name }) => name === def.key.field || words.has(name));
  const given = rows.map((row) => Object.fromEntries(shown.map(({ name }) => [name, row[name]])));
  const statement = sql`select r.${sql.id(def.key.field)} as chiave, ${sql.join(columns)} from (${recordset(shown, given, 't')}) r`;
  const { rows: computed } = await sql<Row>`${asOf(catalogue, statement, al, def)}`.execute(db);
  const byKey = new Map(computed.map(({ chiave, ...values }) => [String(chiave), values]));
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
