import { sql, type RawBuilder } from 'kysely';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import type { ReadCatalogue } from '../catalogue.ts';
import { compileStatement } from '../database/compiled.ts';
import { DELETION, LIVE, pastTable, searchText, SEARCH_COLUMN, sharedColumns } from './register.table.ts';

type Sql = RawBuilder<unknown>;

/**
 * Builds a statement that reads every register named in `statement` as it stood at an instant (ISO), included. A common table expression
 * takes the name of each register's table, so that the statement itself stays as it is for today.
 */
export function asOf(catalogue: ReadCatalogue, statement: Sql, at: string): Sql {
  const named = namedIn(catalogue, statement);
  // children first, since a summary of a parent reads them
  const ordered = named.toSorted((one, other) => Number(!one.parent) - Number(!other.parent));
  if (ordered.length === 0) return statement;
  const relations = ordered.map((def) => sql`${sql.table(def.path)} as not materialized (${relation(catalogue, def, at)})`);
  return sql`with ${sql.join(relations)} ${statement}`;
}

/** Returns the registers whose tables a statement names, and those that give them summaries. */
function namedIn(catalogue: ReadCatalogue, statement: Sql): AnyRegister[] {
  const words = wordsOf(statement);
  const given = [...words].flatMap((word) => {
    const def = catalogue.register(word);
    return def ? Object.values(catalogue.summaryOf(def)).flatMap((one) => [...wordsOf(one)]) : [];
  });
  const all = new Set([...words, ...given]);
  return catalogue.registers.filter(({ path }) => all.has(path));
}

const wordsOf = (statement: Sql): Set<string> => new Set(compileStatement(statement).sql.match(/\w+/g));

/**
 * Builds the rows of a register at an instant: current ones that counted already, and past ones that counted still. Both tables are named
 * without conditions of their own, since only then PostgreSQL looks through the union and reads both in the order of the list's index.
 */
function relation(catalogue: ReadCatalogue, def: AnyRegister, at: string): Sql {
  const summary = catalogue.summaryOf(def);
  const values = sharedColumns(def).map(({ name }) => (summary[name] ? sql`${summary[name]} as ${sql.id(name)}` : sql`r.${sql.id(name)}`));
  const ofChild = def.parent ? [sql`null::text as flusso`, sql`null::integer as versione_padre`] : [];
  const notDeleted = DELETION.map(({ name, type }) => sql`null::${sql.raw(type)} as ${sql.id(name)}`);
  const flags = ['eliminato', 'padre_eliminato'].map((name) => sql.id(name));
  const current = [...values, ...flags.map((flag) => sql`r.${flag}`), ...notDeleted, ...ofChild, sql`'infinity'::timestamptz as al`];
  const past = [...values, ...flags.map((flag) => sql`false as ${flag}`), ...deletion(def), ...ofChild, sql`r.al`];
  const search = sql`${searchText(def)} as ${sql.id(SEARCH_COLUMN)}`;
  const rows =
    Object.keys(summary).length > 0
      ? sql`select s.*, ${search} from (select ${sql.join(current)} from ${sql.table(def.path)} r) s
        union all select s.*, ${search} from (select ${sql.join(past)} from ${sql.table(pastTable(def))} r) s`
      : sql`select ${sql.join([...current, sql`r.${sql.id(SEARCH_COLUMN)}`])} from ${sql.table(def.path)} r
        union all select ${sql.join([...past, search])} from ${sql.table(pastTable(def))} r`;
  return sql`select * from (${rows}) u where u.dal <= ${at}::timestamptz and u.al > ${at}::timestamptz and ${LIVE}`;
}

/** Returns when and by whom the record of a past row, or its parent, was deleted since; empty if lists show it today. */
const deletion = (def: AnyRegister): Sql[] =>
  DELETION.map(
    ({ name }) =>
      sql`(select t.${sql.id(name)} from ${sql.table(def.path)} t where t.${sql.id(def.key.field)} = r.${sql.id(def.key.field)}) as ${sql.id(name)}`,
  );
