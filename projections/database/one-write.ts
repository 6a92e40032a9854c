import type { Duplex } from 'node:stream';
import type pg from 'pg';

/** What is asked of a connection in one turn leaves in one write: each by itself wakes the server, and costs as much as the statement. */
export function inOneWrite(client: pg.Client): void {
  // the types of pg leave it out
  const { stream } = (client as unknown as { connection: { stream: Duplex } }).connection;
  if (stream.writableCorked > 0) return;
  stream.cork();
  process.nextTick(() => stream.uncork());
}
