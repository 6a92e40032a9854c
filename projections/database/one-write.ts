import type { Duplex } from 'node:stream';
import type pg from 'pg';

/**
 * Batches all statements of one event-loop turn into one socket write, since each write wakes a PostgreSQL backend and costs as much as the
 * statement.
 */
export function inOneWrite(client: pg.Client): void {
  // the types of pg do not declare `connection`
  const { stream } = (client as unknown as { connection: { stream: Duplex } }).connection;
  if (stream.writableCorked > 0) return;
  stream.cork();
  process.nextTick(() => stream.uncork());
}
