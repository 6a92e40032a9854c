import type pg from 'pg';
import { hasOtherColumns } from './prepared.ts';
import { ask } from './statement.ts';

/** Statements that a connection keeps planned: as many as lists and writes have of their own, not every search that was ever made. */
const PLANNED = 400;

/** What a text taken from a cursor answers is the cursor's: other columns each time under the same words. */
const OF_ITS_OWN = /^\s*(select|with|insert|update|delete|begin|commit|set|savepoint|release|rollback)\b/i;

/**
 * Gives a statement that comes again its name on this connection, so that PostgreSQL parses and plans
 * it once. One whose table has other columns by now (another release rebuilt it) is asked as it is.
 */
export function planOnce(client: pg.PoolClient): void {
  // null: seen once; '': never to be named
  const names = new Map<string, string | null>();
  let given = 0;
  const send = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>;
  const nameOf = (text: string): string | null => {
    const known = names.get(text);
    if (known === undefined && names.size < PLANNED) names.set(text, OF_ITS_OWN.test(text) ? null : '');
    if (known === undefined || known === '') return null;
    const name = known ?? `p${(given += 1)}`;
    names.set(text, name);
    return name;
  };
  const planned = async (text: string, values: readonly unknown[], name: string): Promise<unknown> => {
    try {
      return await ask((statement) => send(statement), { name, text, values: [...values] });
    } catch (error) {
      if (!hasOtherColumns(error)) throw error;
      names.set(text, '');
      // in a transaction nothing more can be asked: the first reason is the one to tell
      return send(text, values).catch(() => {
        throw error;
      });
    }
  };
  const query = (text: unknown, values?: unknown, ...rest: unknown[]): unknown => {
    // the best way to search depends on what is searched for
    const plain = typeof text !== 'string' || !Array.isArray(values) || rest.length > 0 || text.includes(' ilike ');
    const name = plain ? null : nameOf(text);
    return plain || name === null ? send(text, values, ...rest) : planned(text, values, name);
  };
  (client as unknown as { query: typeof query }).query = query;
}
