import { sql, type CompiledQuery, type RawBuilder } from 'kysely';
import type pg from 'pg';
import { compiled } from '../database/compiled.ts';
import { fulfilled, rootOf } from './failures.ts';
import type { Memory } from './memory.ts';

/** What a batch can do in its transaction of the read tables. Statements are done in the order they are asked, `query` and `send` alike. */
export interface BatchTransaction {
  /** Asks, and waits for the rows. */
  query<Row>(statement: RawBuilder<Row>): Promise<Row[]>;
  /** Asks what nobody needs the rows of: answered with the commit, and a failure is the transaction's. */
  send(statement: RawBuilder<unknown> | CompiledQuery): void;
  /**
   * The rows of these keys, by key: as the batches before left them where they are remembered, by
   * `read` otherwise. The answer is the caller's, who puts on it what the batch makes of them, and
   * writes it. `born`: keys that begin with this batch, of which there is nothing to read where the
   * batch is known to come right behind the one before.
   */
  recall<V>(
    table: string,
    of: { keys: Iterable<string>; born: ReadonlySet<string> },
    read: (keys: readonly string[]) => Promise<Map<string, V>>,
  ): Promise<Map<string, V>>;
  /** The table is changed by other ways than by what was recalled: nothing of it is remembered by those who come after. */
  forget(table: string): void;
}

/** What the engine, beside that, can do with it. */
export interface EngineTransaction extends BatchTransaction {
  /** When all that was sent is answered; throws for the first that failed. */
  answered(): Promise<void>;
}

/** What becomes of a statement: its rows. */
type Ask = (query: CompiledQuery) => Promise<{ rows: unknown[] }>;

/** `memory`: of the batches before, where there is one. */
export function batchTransaction(ask: Ask, memory: Memory | null = null): EngineTransaction {
  const sent: Promise<unknown>[] = [];
  return {
    async query<Row>(statement: RawBuilder<Row>) {
      return (await ask(compiled(statement))).rows as Row[];
    },
    send(statement) {
      const answer = ask('sql' in statement ? statement : compiled(statement));
      // where nobody waits for it yet
      answer.catch(() => {});
      sent.push(answer);
    },
    async recall(table, of, read) {
      const keys = [...new Set(of.keys)];
      if (!memory) return read(keys);
      const older = keys.filter((key) => !of.born.has(key));
      return memory.recall(table, older, read);
    },
    forget: (table) => memory?.forget(table),
    async answered() {
      await Promise.all(sent.splice(0));
    },
  };
}

/**
 * A transaction on one connection of a pool with `pipeline`: its statements need not wait for each
 * other. `work` must end only when all that it asked is answered, but for what it sent; what it
 * resolves to is answered once the transaction is committed.
 */
export async function inTransaction<R>(
  pool: pg.Pool,
  { opening, memory }: { opening: readonly RawBuilder<unknown>[]; memory?: Memory },
  work: (tx: EngineTransaction) => Promise<R>,
): Promise<R> {
  const client = await pool.connect();
  const ask = (text: string, parameters: readonly unknown[] = []) => client.query<Record<string, unknown>>(text, [...parameters]);
  const tx = batchTransaction((query) => ask(query.sql, query.parameters), memory);
  let sane = true;
  try {
    for (const statement of [sql`begin`, ...opening]) tx.send(statement);
    const result = await work(tx);
    // by the same way as all that was asked before, so that it comes behind it
    const [, { command }] = await together<[void, pg.QueryResult]>([tx.answered(), ask('commit')]);
    // a transaction that had failed ends so without an error
    if (command !== 'COMMIT') throw new Error(`transaction ended by ${command}`);
    return result;
  } catch (error) {
    // one that is still on its way would come behind the rollback, and stay
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
 * Beside each other in one transaction, and done only when all of them are: what one went on to ask
 * after another had failed would come behind the rollback.
 */
export async function together<T extends readonly unknown[]>(works: { readonly [K in keyof T]: PromiseLike<T[K]> }): Promise<T> {
  return fulfilled(await Promise.allSettled(works)) as unknown as T;
}
