import { createHash } from 'node:crypto';
import { CompiledQuery, type Kysely } from 'kysely';
import type { WriteDatabase } from '../postgres/write-tables.ts';
import { RateLimiterMemory, RateLimiterPostgres, type RateLimiterAbstract } from 'rate-limiter-flexible';

export interface CounterOptions {
  /** Tells one counter's keys from another's. */
  name: string;
  /** Counted before it refuses. */
  points: number;
  /** Seconds that what was counted is remembered. */
  duration: number;
  /** Seconds that it refuses once it does; none: until `duration` is over. */
  blockDuration?: number;
}

/** Makes counters that many may share. */
export type Counters = (options: CounterOptions) => RateLimiterAbstract;

/** One process's count; a restart forgets it. */
export const countersInMemory: Counters = ({ name, ...options }) => new RateLimiterMemory({ keyPrefix: name, ...options });

/** The count of all processes on one PostgreSQL (migration 0019). */
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

/** Digest of a counter's key: a name may be a password typed into the wrong field, so none is stored. */
export const counterKey = (...parts: readonly string[]): string => createHash('sha256').update(parts.join('\0')).digest('base64url');
