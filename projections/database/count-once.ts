import { sql, type Kysely, type SelectQueryBuilder } from 'kysely';
import { oncePer } from '#contracts/core/once-per.ts';
import type { ReadDatabase } from '../database.ts';
import type { RegistersByPath } from '../read-tables.ts';
import { runStatement, statements } from './compiled.ts';
import { prepareStatement, type StatementTarget } from './prepared.ts';

interface CachedCount {
  state: string;
  total: number;
}

/** A query of `statements` that counts rows. */
type Counting = SelectQueryBuilder<RegistersByPath, string, { total: number }>;

/** Maximum number of counts kept per database. */
const MAX_COUNTS = 500;

/** Maximum length of a question whose count is kept, in characters. */
const LONGEST_QUESTION = 4_000;

const countsOf = oncePer<object, Map<string, CachedCount>>(() => new Map());

/**
 * Returns SQL of the state of the tables among these words: their projections, each with the last event that changed it, and the day in
 * Rome. Null while one of the projections does not follow the log.
 */
const stateOf = (words: readonly string[]) => sql<string | null>`(select case when bool_and(stato = 'attiva')
    then string_agg(concat_ws(' ', nome, firma, cambiata, tableoid), ',' order by nome) || (now() at time zone 'Europe/Rome')::date end
  from proiezioni where tabelle && ${words}::text[])`;

const stateNow = prepareStatement<{ state: string | null }>(() => statements.selectNoFrom(stateOf([]).as('state')));

/**
 * Returns the number of rows that `rows` reads. The same question is not counted again until an event changes one of the tables it names, so
 * `rows` may read projections' tables only.
 */
export async function countOnce(db: Kysely<ReadDatabase> & StatementTarget, rows: Counting): Promise<number> {
  const { sql: text, parameters } = rows.compile();
  const question = `${text} ${JSON.stringify(parameters)}`;
  const words = [...new Set(text.match(/\w+/g))];
  const counts = countsOf(db);
  const known = counts.get(question);
  if (known) {
    const [now] = await stateNow(db, [words]);
    if (now?.state === known.state) return known.total;
    counts.delete(question);
  }
  // one statement, so that count and state are of the same moment
  const [counted] = await runStatement(db, rows.select(stateOf(words).as('state')));
  const { total, state } = counted!;
  if (state !== null && question.length <= LONGEST_QUESTION) {
    counts.set(question, { state, total });
    for (const oldest of counts.keys()) {
      if (counts.size <= MAX_COUNTS) break;
      counts.delete(oldest);
    }
  }
  return total;
}
