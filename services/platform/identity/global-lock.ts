import { sql, type Kysely } from 'kysely';
import type { ScrittureDatabase } from '../postgres/write-tables.ts';
import { concorrenza } from './limit.ts';

/** Of PostgreSQL's advisory locks, ours for the rules between users and groups. */
const NUMERO = 7_204_119;

/**
 * One at a time in the whole portal: rules such as "at least one administrator" span streams, so no
 * version check can keep them. The queue of this process comes first: its waiters hold no connection.
 */
export function serratura(db: Kysely<ScrittureDatabase>): <T>(compito: () => Promise<T>) => Promise<T> {
  const fila = concorrenza(1);
  return (compito) => fila(() => db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${NUMERO})`.execute(tx);
    return compito();
  }));
}
