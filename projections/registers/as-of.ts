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

/** Builds the rows of a register at an instant: current ones that counted already, and past ones that counted still. */
function relation(catalogue: ReadCatalogue, def: AnyRegister, at: string): Sql {
  const summary = catalogue.summaryOf(def);
  const shared = sharedColumns(def).map(({ name }) => name);
  const values = shared.map((name) => (summary[name] ? sql`${summary[name]} as ${sql.id(name)}` : sql`r.${sql.id(name)}`));
  const more = [sql`false as eliminato`, sql`false as padre_eliminato`];
  const ofChild = def.parent ? [sql`null::text as flusso`, sql`null::integer as versione_padre`] : [];
  const current = sql`select ${sql.join([...values, ...more, ...DELETION.map(({ name, type }) => sql`null::${sql.raw(type)} as ${sql.id(name)}`), ...ofChild])}
    from ${sql.table(def.path)} r where r.dal <= ${at}::timestamptz and ${LIVE}`;
  const past = sql`select ${sql.join([...values, ...more, ...deletion(def), ...ofChild])}
    from ${sql.table(pastTable(def))} r where r.dal <= ${at}::timestamptz and r.al > ${at}::timestamptz`;
  return sql`${searchable(def, current)} union all ${searchable(def, past)}`;
}

const searchable = (def: AnyRegister, rows: Sql): Sql => sql`select s.*, ${searchText(def)} as ${sql.id(SEARCH_COLUMN)} from (${rows}) s`;

/** Returns when and by whom the record of a past row, or its parent, was deleted since; empty if lists show it today. */
const deletion = (def: AnyRegister): Sql[] =>
  DELETION.map(
    ({ name }) =>
      sql`(select t.${sql.id(name)} from ${sql.table(def.path)} t where t.${sql.id(def.key.field)} = r.${sql.id(def.key.field)}) as ${sql.id(name)}`,
  );
