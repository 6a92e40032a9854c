import { CompiledQuery } from 'kysely';
import type pg from 'pg';
import { compileStatement, type AnyQuery } from '../database/compiled.ts';
import { valuesOrCause, rootOf } from './failures.ts';

/** Operations of a batch on its transaction of the read tables. Statements run in the order of the calls, for `query` and `send` alike. */
export interface BatchTransaction {
  /** Runs a statement and returns its rows. */
  query<Row>(statement: AnyQuery<Row> | CompiledQuery<Row>): Promise<Row[]>;
  /** Sends a statement whose rows nobody needs. It is answered by the commit at the latest; a failure fails the transaction. */
  send(statement: AnyQuery | CompiledQuery): void;
}

/** Further operations for the engine itself. */
export interface EngineTransaction extends BatchTransaction {
  /** Resolves when all sent statements are answered; throws the first failure. */
  answered(): Promise<void>;
}

/** Runs a statement and returns its rows. */
type Ask = (query: CompiledQuery) => Promise<{ rows: unknown[] }>;

const compiled = <Row>(statement: AnyQuery<Row> | CompiledQuery<Row>): CompiledQuery<Row> =>
  'sql' in statement ? statement : compileStatement(statement);

/** Wraps a statement function as a batch's transaction. */
export function batchTransaction(ask: Ask): EngineTransaction {
  const sent: Promise<unknown>[] = [];
  return {
    async query<Row>(statement: AnyQuery<Row> | CompiledQuery<Row>) {
      return (await ask(compiled(statement))).rows as Row[];
    },
    send(statement) {
      const answer = ask(compiled(statement));
      // prevents an unhandled rejection while nobody awaits the answer yet
      answer.catch(() => {});
      sent.push(answer);
    },
    async answered() {
      await Promise.all(sent.splice(0));
    },
  };
}

/** Lets the commit of the transaction not wait for the disk. */
export const COMMIT_IN_MEMORY = CompiledQuery.raw('set local synchronous_commit = off');

/**
 * Runs `work` in a transaction on one connection of a pool with `pipeline`, so that statements need not wait for each other. `work` must
 * resolve only when its queries are answered; sent statements may be pending. The result is returned after the commit.
 */
export async function inTransaction<R>(
  pool: pg.Pool,
  opening: readonly CompiledQuery[],
  work: (tx: EngineTransaction) => Promise<R>,
): Promise<R> {
  const client = await pool.connect();
  const ask = (text: string, parameters: readonly unknown[] = []) => client.query<Record<string, unknown>>(text, [...parameters]);
  const tx = batchTransaction((query) => ask(query.sql, query.parameters));
  let sane = true;
  try {
    for (const statement of [CompiledQuery.raw('begin'), ...opening]) tx.send(statement);
    const result = await work(tx);
    // the commit uses the same queue as all statements before, so that it comes after them
    const [, { command }] = await together<[void, pg.QueryResult]>([tx.answered(), ask('commit')]);
    // a COMMIT of a failed transaction rolls back without an error
    if (command !== 'COMMIT') throw new Error(`transaction ended by ${command}`);
    return result;
  } catch (error) {
    // a statement sent after the rollback would run outside the transaction and persist
    const [sent] = await Promise.allSettled([tx.answered()]);
    await ask('rollback').catch(() => {
      sane = false;
    });
    throw sent.status === 'rejected' ? rootOf([error, sent.reason]) : error;
  } finally {
    client.release(!sane);
  }
}

/**
 * Awaits concurrent work in one transaction until all of it has settled. A statement issued after another's failure would otherwise run
 * after the rollback.
 */
export async function together<T extends readonly unknown[]>(works: { readonly [K in keyof T]: PromiseLike<T[K]> }): Promise<T> {
  return valuesOrCause(await Promise.allSettled(works)) as unknown as T;
}
