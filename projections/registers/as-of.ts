import { sql, type RawBuilder } from 'kysely';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import type { ReadCatalogue } from '../catalogue.ts';
import { wordsOf } from '../database/compiled.ts';
import { DELETION, LIVE, pastTable, searchText, SEARCH_COLUMN, sharedColumns } from './register.table.ts';

type Sql = RawBuilder<unknown>;

/** Name under which a statement reads the current, or the past, rows of one register that stood at the instant. */
const currentOf = ({ path }: AnyRegister): string => `${path}_correnti`;
const pastOf = ({ path }: AnyRegister): string => `${path}_trascorse`;

/**
 * Builds a select of the first rows of a register at an instant, for a statement that `asOf` completes. `first` selects the
 * first rows of the relation that it is given; `order` orders what both relations gave.
 *
 * A merge of both tables in one order would read one of them to its end where it has no such row: the past rows for an instant close to now,
 * the current ones for an instant long ago. Each side alone is read by the index that fits.
 */
export const firstOfBoth = (def: AnyRegister, first: (relation: Sql) => Sql, order: Sql): Sql =>
  sql`select * from (${sql.join(
    [currentOf(def), pastOf(def)].map((name) => sql`(${first(sql.table(name))})`),
    sql` union all `,
  )}) both_sides order by ${order}`;

/**
 * Builds a statement that reads every register named in `statement` as it stood at an instant (ISO), included. A common table expression
 * takes the name of each register's table, so that the statement itself stays as it is for today. `list`: the register whose list the
 * statement reads; of the others it then gets only the columns that it names, since planning all of them takes longer than reading. `null`: it
 * names every column that it reads.
 */
export function asOf(catalogue: ReadCatalogue, statement: Sql, at: string, list?: AnyRegister | null): Sql {
  const words = namesIn(catalogue, statement);
  const named = catalogue.registers.filter(({ path }) => words.has(path));
  // children first, since a summary of a parent reads them
  const ordered = named.toSorted((one, other) => Number(!one.parent) - Number(!other.parent));
  const given = [...catalogue.relations].filter(([table]) => words.has(table));
  if (ordered.length + given.length === 0) return statement;
  const relations = ordered.flatMap((def) => {
    const rows = rowsOf(catalogue, def, list === undefined || list?.path === def.path ? undefined : words);
    return [
      ...rows.flatMap((side, i) => {
        const name = [currentOf, pastOf][i]!(def);
        return words.has(name) ? [sql`${sql.table(name)} as not materialized (${standing(side, at)})`] : [];
      }),
      sql`${sql.table(def.path)} as not materialized (${standing(sql.join(rows, sql` union all `), at)})`,
    ];
  });
  const models = given.map(([table, rows]) => sql`${sql.table(table)} as (${rows})`);
  return sql`with ${sql.join([...models, ...relations])} ${statement}`;
}

/** Returns the words of a statement, and of the summaries that the registers named in it get from others. */
function namesIn(catalogue: ReadCatalogue, statement: Sql): ReadonlySet<string> {
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
const standing = (rows: Sql, at: string): Sql =>
  sql`select * from (${rows}) u where u.dal <= ${at}::timestamptz and u.al > ${at}::timestamptz and ${LIVE}`;

/** Builds all current and all past rows of a register, with the same columns. `words`: only columns of these names, and no deletions. */
function rowsOf(catalogue: ReadCatalogue, def: AnyRegister, words?: ReadonlySet<string>): [current: Sql, past: Sql] {
  const summary = catalogue.summaryOf(def);
  // a summary and the search text are computed from any of the columns
  const isWhole = words === undefined || Object.keys(summary).length > 0;
  const shared = isWhole ? sharedColumns(def) : sharedColumns(def).filter(({ name }) => name === 'dal' || words.has(name));
  const values = shared.map(({ name }) => (summary[name] ? sql`${summary[name]} as ${sql.id(name)}` : sql`r.${sql.id(name)}`));
  const ofChild = def.parent ? [sql`null::text as flusso`, sql`null::integer as versione_padre`] : [];
  const notDeleted = DELETION.map(({ name, type }) => sql`null::${sql.raw(type)} as ${sql.id(name)}`);
  const flags = ['eliminato', 'padre_eliminato'].map((name) => sql.id(name));
  const current = [...values, ...flags.map((flag) => sql`r.${flag}`), ...notDeleted, ...ofChild, sql`'infinity'::timestamptz as al`];
  const past = [
    ...values,
    ...flags.map((flag) => sql`false as ${flag}`),
    ...(words ? notDeleted : DELETION.map(({ name }) => deletion(def, name))),
    ...ofChild,
    sql`r.al`,
  ];
  const search = sql`${searchText(def)} as ${sql.id(SEARCH_COLUMN)}`;
  const [now, then] = [sql.table(def.path), sql.table(pastTable(def))];
  if (Object.keys(summary).length > 0)
    return [
      sql`select s.*, ${search} from (select ${sql.join(current)} from ${now} r) s`,
      sql`select s.*, ${search} from (select ${sql.join(past)} from ${then} r) s`,
    ];
  if (words && !words.has(SEARCH_COLUMN))
    return [sql`select ${sql.join(current)} from ${now} r`, sql`select ${sql.join(past)} from ${then} r`];
  return [
    sql`select ${sql.join([...current, sql`r.${sql.id(SEARCH_COLUMN)}`])} from ${now} r`,
    sql`select ${sql.join([...past, search])} from ${then} r`,
  ];
}

/** Returns when, or by whom, the record of a past row, or its parent, was deleted since; empty if lists show it today. */
const deletion = (def: AnyRegister, name: string): Sql =>
  sql`(select t.${sql.id(name)} from ${sql.table(def.path)} t where t.${sql.id(def.key.field)} = r.${sql.id(def.key.field)}) as ${sql.id(name)}`;
