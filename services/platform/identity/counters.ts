import { createHash } from 'node:crypto';
import { CompiledQuery, type Kysely } from 'kysely';
import type { WriteDatabase } from '../postgres/write-tables.ts';
import { RateLimiterMemory, RateLimiterPostgres, type RateLimiterAbstract } from 'rate-limiter-flexible';

export interface CounterOptions {
  /** Prefix of the counter's keys, different for each counter. */
  name: string;
  /** Number of attempts that are counted before further ones are refused. */
  points: number;
  /** Seconds for which a counted attempt is remembered. */
  duration: number;
  /** Seconds for which attempts are refused; absent: until `duration` is over. */
  blockDuration?: number;
}

/** Creates counters, which several limits may share. */
export type Counters = (options: CounterOptions) => RateLimiterAbstract;

/** Counts in the memory of one process; a restart forgets the counts. */
export const countersInMemory: Counters = ({ name, ...options }) => new RateLimiterMemory({ keyPrefix: name, ...options });

/** Counts in PostgreSQL, for all processes of one portal (migration 0019). */
export function countersInPostgres(writeDb: Kysely<WriteDatabase>): Counters {
  const storeClient = {
    async query({ text, values }: { text: string; values: unknown[] }) {
      const { rows, numAffectedRows } = await writeDb.executeQuery(CompiledQuery.raw(text, values));
      return { rows, rowCount: Number(numAffectedRows ?? rows.length) };
    },
  };
  return ({ name, ...options }) =>
    new RateLimiterPostgres({
      storeClient,
      storeType: 'pool',
      schemaName: 'public',
      tableName: 'tentativi',
      tableCreated: true,
      keyPrefix: name,
      ...options,
    });
}

/** Returns the digest of a counter's key. A typed name may be a password in the wrong field, so no name is stored. */
export const counterKey = (...parts: readonly string[]): string => createHash('sha256').update(parts.join('\0')).digest('base64url');
