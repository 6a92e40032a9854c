import { sql, type AliasedExpression, type Expression } from 'kysely';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import type { ReadCatalogue } from '../catalogue.ts';
import { eb, statements, wordsOf, type Statement } from '../database/compiled.ts';
import type { ColumnType } from '../engine/bulk.ts';
import { withAlias } from './columns.ts';
import { DELETION, LIVE, pastTable, searchText, SEARCH_COLUMN, sharedColumns } from './register.table.ts';

/** Name under which a statement reads the current, or the past, rows of one register that stood at the instant. */
const currentOf = ({ path }: AnyRegister): string => `${path}_correnti`;
const pastOf = ({ path }: AnyRegister): string => `${path}_trascorse`;

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
 * takes the name of each register's table, so that the statement itself stays as it is for today. `list`: the register whose list the
 * statement reads; of the others it then gets only the columns that it names, since planning all of them takes longer than reading. `null`: it
 * names every column that it reads.
 */
export function asOf<Row>(catalogue: ReadCatalogue, statement: Statement<Row>, at: string, list?: AnyRegister | null): Statement<Row> {
  const words = namesIn(catalogue, statement);
  const named = catalogue.registers.filter(({ path }) => words.has(path));
  // children first, since a summary of a parent reads them
  const ordered = named.toSorted((one, other) => Number(!one.parent) - Number(!other.parent));
  const given = [...catalogue.relations].filter(([table]) => words.has(table));
  if (ordered.length + given.length === 0) return statement;
  const relations = ordered.flatMap((def) => {
    const [current, past] = rowsOf(catalogue, def, list === undefined || list?.path === def.path ? undefined : words);
    return [
      ...(words.has(currentOf(def)) ? [relation(currentOf(def), standing(current, at), 'not materialized')] : []),
      ...(words.has(pastOf(def)) ? [relation(pastOf(def), standing(past, at), 'not materialized')] : []),
      relation(def.path, standing(current.unionAll(past), at), 'not materialized'),
    ];
  });
  const models = given.map(([table, rows]) => relation(table, rows));
  return sql<Row>`with ${sql.join([...models, ...relations])} ${statement}`;
}

/** Builds a common table expression. */
const relation = (name: string, rows: Expression<unknown>, hint = '') =>
  sql<unknown>`${sql.table(name)} as ${sql.raw(hint)} ${eb.parens(rows)}`;

/** Returns the words of a statement, and of the summaries that the registers named in it get from others. */
function namesIn(catalogue: ReadCatalogue, statement: Expression<unknown>): ReadonlySet<string> {
  const words = [...wordsOf(statement)];
  const summaries = words.flatMap((word) => {
    const def = catalogue.register(word);
    return def ? Object.values(catalogue.summaryOf(def)) : [];
  });
  return new Set([...words, ...summaries.flatMap((one) => [...wordsOf(one)])]);
}

/**
 * Builds the rows among `rows` that counted at an instant. The tables are named in `rows` without conditions of their own, since only then
 * PostgreSQL looks through their union and reads both in the order of the list's index.
 */
const standing = (rows: Rows, at: string) =>
  statements.selectFrom(rows.as('u')).selectAll().where('u.dal', '<=', instant(at)).where('u.al', '>', instant(at)).where(LIVE);

/** Returns an ISO instant as a value of the database. */
export const instant = (at: string) => eb.cast<Date>(eb.val(at), 'timestamptz');

type Rows = ReturnType<typeof selectColumns>;

const selectColumns = (table: string, columns: readonly SelectedValue[]) => statements.selectFrom(`${table} as r`).select(columns);

type SelectedValue = AliasedExpression<unknown, string>;

/** Builds all current and all past rows of a register, with the same columns. `words`: only columns of these names, and no deletions. */
function rowsOf(catalogue: ReadCatalogue, def: AnyRegister, words?: ReadonlySet<string>): [current: Rows, past: Rows] {
  const summary = catalogue.summaryOf(def);
  const hasSummary = Object.keys(summary).length > 0;
  // a summary and the search text are computed from any of the columns
  const isWhole = words === undefined || hasSummary;
  const shared = isWhole ? sharedColumns(def) : sharedColumns(def).filter(({ name }) => name === 'dal' || words.has(name));
  const values = shared.map(({ name }) => (summary[name] ? withAlias(summary[name], name) : ofRow(name)));
  const ofChild = def.parent ? [nothing('text').as('flusso'), nothing('integer').as('versione_padre')] : [];
  const notDeleted = DELETION.map(({ name, type }) => nothing(type).as(name));
  const flags = ['eliminato', 'padre_eliminato'];
  const infinity = eb.cast<Date>(sql.lit('infinity'), 'timestamptz').as('al');
  const current: SelectedValue[] = [...values, ...flags.map(ofRow), ...notDeleted, ...ofChild, infinity];
  const past: SelectedValue[] = [
    ...values,
    ...flags.map((flag) => eb.lit(false).as(flag)),
    ...(words ? notDeleted : DELETION.map(({ name }) => deletion(def, name))),
    ...ofChild,
    ofRow('al'),
  ];
  const search = withAlias(searchText(def), SEARCH_COLUMN);
  const [now, then] = [def.path, pastTable(def)];
  if (hasSummary) return [withSearch(selectColumns(now, current), search), withSearch(selectColumns(then, past), search)];
  if (words && !words.has(SEARCH_COLUMN)) return [selectColumns(now, current), selectColumns(then, past)];
  return [selectColumns(now, [...current, ofRow(SEARCH_COLUMN)]), selectColumns(then, [...past, search])];
}

const ofRow = (name: string): SelectedValue => eb.ref(`r.${name}`).as(name);

const nothing = (type: ColumnType) => eb.cast<null>(eb.lit(null), type);

const withSearch = (rows: Rows, search: SelectedValue): Rows => statements.selectFrom(rows.as('r')).selectAll('r').select(search);

/** Returns when, or by whom, the record of a past row, or its parent, was deleted since; empty if lists show it today. */
const deletion = (def: AnyRegister, name: string): SelectedValue =>
  eb.selectFrom(`${def.path} as t`).select(`t.${name}`).whereRef(`t.${def.key.field}`, '=', `r.${def.key.field}`).as(name);
