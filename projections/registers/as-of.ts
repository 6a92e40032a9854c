import { sql, type AliasedExpression, type Expression } from 'kysely';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import type { ReadCatalogue } from '../catalogue.ts';
import { eb, statements, wordsOf, type Statement } from '../database/compiled.ts';
import { REPLANNED_SUFFIX } from '../database/planning-client.ts';
import type { ColumnType } from '../engine/columns.ts';
import { withAlias } from './columns.ts';
import { DELETION, LIVE, pastTable, searchText, SEARCH_COLUMN, sharedColumns } from './register.table.ts';

/** Name under which a statement reads the current, or the past, rows of one register that stood at the instant. */
const currentOf = ({ path }: AnyRegister): string => `${path}_correnti`;
const pastOf = ({ path }: AnyRegister): string => `${path}${REPLANNED_SUFFIX}`;

/**
 * Builds a select of the first rows of a register at an instant, for a statement that `asOf` completes. `first` selects the
 * first rows of the relation of this name; `order` orders what both relations gave.
 *
 * A merge of both tables in one order would read one of them to its end where it has no such row: the past rows for an instant close to now,
 * the current ones for an instant long ago. Each side alone is read by the index that fits.
 */
export function firstOfBoth<Row>(def: AnyRegister, first: (relation: string) => Expression<Row>, order: Expression<unknown>) {
  const [current, past] = [first(currentOf(def)), first(pastOf(def))];
  const both = sql<Row>`(${current} union all ${past})`;
  return statements.selectFrom(both.as('both_sides')).selectAll().orderBy(order);
}

/**
 * Builds a statement that reads every register named in `statement` as it stood at an instant (ISO), included. A common table expression
 * takes the name of each register's table, so that the statement itself stays as it is for today. Each has only the columns that the statement
 * names, since planning all of them takes longer than reading: `statement` may not select `*`. `list`: the register of which the statement
 * also reads when, and by whom, a record was deleted since.
 */
export function asOf<Row>(catalogue: ReadCatalogue, statement: Statement<Row>, at: string, list?: AnyRegister): Statement<Row> {
  const words = namesIn(catalogue, statement);
  const named = catalogue.registers.filter((def) => isNamed(def, words));
  // children first, since a summary of a parent reads them
  const ordered = named.toSorted((one, other) => Number(!one.parent) - Number(!other.parent));
  const given = [...catalogue.relations].filter(([table]) => words.has(table));
  if (ordered.length + given.length === 0) return statement;
  const relations = ordered.flatMap((def) => {
    const { current, past, complete } = rowsOf(catalogue, def, { words, withDeletion: list?.path === def.path });
    const all = [
      [currentOf(def), current],
      [pastOf(def), past],
      [def.path, current.unionAll(past)],
    ] as const;
    return all.filter(([name]) => words.has(name)).map(([name, rows]) => relation(name, complete(standing(rows, at)), 'not materialized'));
  });
  const models = given.map(([table, rows]) => relation(table, rows));
  return sql<Row>`with ${sql.join([...models, ...relations])} ${statement}`;
}

/** Builds a common table expression. */
const relation = (name: string, rows: Expression<unknown>, hint = '') =>
  sql<unknown>`${sql.table(name)} as ${sql.raw(hint)} ${eb.parens(rows)}`;

/** Tells whether a statement of these words reads a register under one of its names. */
const isNamed = (def: AnyRegister, words: ReadonlySet<string>): boolean =>
  [def.path, currentOf(def), pastOf(def)].some((name) => words.has(name));

/** Returns the words of a statement, and of the summaries that it names. */
function namesIn(catalogue: ReadCatalogue, statement: Expression<unknown>): ReadonlySet<string> {
  const words = wordsOf(statement);
  const summaries = catalogue.registers
    .filter((def) => isNamed(def, words))
    .flatMap((def) => Object.values(namedSummary(catalogue, def, words)));
  return new Set([...words, ...summaries.flatMap((one) => [...wordsOf(one)])]);
}

/** Returns the columns of a register's summary that are among the words, all if the search is: its text has them. */
const namedSummary = (catalogue: ReadCatalogue, def: AnyRegister, words: ReadonlySet<string>) =>
  Object.fromEntries(Object.entries(catalogue.summaryOf(def)).filter(([name]) => words.has(name) || words.has(SEARCH_COLUMN)));

/**
 * Builds the rows among `rows` that counted at an instant. The tables are named in `rows` without conditions of their own, since only then
 * PostgreSQL looks through their union and reads both in the order of the list's index.
 */
const standing = (rows: Rows, at: string) =>
  statements.selectFrom(rows.as('r')).selectAll('r').where('r.dal', '<=', instant(at)).where('r.al', '>', instant(at)).where(LIVE);

/** Returns an ISO instant as a value of the database. */
export const instant = (at: string) => eb.cast<Date>(eb.val(at), 'timestamptz');

type Rows = ReturnType<typeof selectColumns>;

const selectColumns = (table: string, columns: readonly SelectedValue[]) => statements.selectFrom(`${table} as r`).select(columns);

type SelectedValue = AliasedExpression<unknown, string>;

interface RegisterRows {
  current: Rows;
  past: Rows;
  /** Adds what is computed from several columns: the summary and the search text. */
  complete(rows: Rows): Rows;
}

/** Builds all current and all past rows of a register, with the same columns: those among the words. */
function rowsOf(
  catalogue: ReadCatalogue,
  def: AnyRegister,
  { words, withDeletion }: { words: ReadonlySet<string>; withDeletion: boolean },
): RegisterRows {
  const summary = namedSummary(catalogue, def, words);
  const hasSummary = Object.keys(summary).length > 0;
  const isSearched = words.has(SEARCH_COLUMN);
  const isNeeded = (name: string) => name === 'dal' || words.has(name) || (hasSummary && (name === def.key.field || isSearched));
  const values = sharedColumns(def).flatMap(({ name }) => (isNeeded(name) && !(name in summary) ? [ofRow(name)] : []));
  const ofChild = def.parent ? [nothing('text').as('flusso'), nothing('integer').as('versione_padre')] : [];
  const deleted = withDeletion ? DELETION.map(({ name }) => deletion(def, name)) : [];
  const notDeleted = withDeletion ? DELETION.map(({ name, type }) => nothing(type).as(name)) : [];
  const flags = ['eliminato', 'padre_eliminato'];
  const infinity = eb.cast<Date>(sql.lit('infinity'), 'timestamptz').as('al');
  const current: SelectedValue[] = [...values, ...flags.map(ofRow), ...notDeleted, ...ofChild, infinity];
  const past: SelectedValue[] = [...values, ...flags.map((flag) => eb.lit(false).as(flag)), ...deleted, ...ofChild, ofRow('al')];
  const search = isSearched ? [withAlias(searchText(def), SEARCH_COLUMN)] : [];
  const [now, then] = [def.path, pastTable(def)];
  const plus = (rows: Rows, added: readonly SelectedValue[]): Rows => statements.selectFrom(rows.as('r')).selectAll('r').select(added);
  if (!hasSummary)
    return {
      current: selectColumns(now, [...current, ...(isSearched ? [ofRow(SEARCH_COLUMN)] : [])]),
      past: selectColumns(then, [...past, ...search]),
      complete: (rows) => rows,
    };
  const summaries = Object.entries(summary).map(([name, value]) => withAlias(value, name));
  return {
    current: selectColumns(now, current),
    past: selectColumns(then, past),
    complete: (rows) => plus(plus(rows, summaries), search),
  };
}

const ofRow = (name: string): SelectedValue => eb.ref(`r.${name}`).as(name);

const nothing = (type: ColumnType) => eb.cast<null>(eb.lit(null), type);

/** Returns when, or by whom, the record of a past row, or its parent, was deleted since; empty if lists show it today. */
const deletion = (def: AnyRegister, name: string): SelectedValue =>
  eb.selectFrom(`${def.path} as t`).select(`t.${name}`).whereRef(`t.${def.key.field}`, '=', `r.${def.key.field}`).as(name);
