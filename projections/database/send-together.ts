import type { Socket } from 'node:net';
import type pg from 'pg';

/** What is asked of a pipelined connection in one turn leaves in one write: each write costs about as much as a small statement. */
export function sendTogether(client: pg.ClientBase): void {
  const { connection } = client as unknown as { connection: { stream: Socket } };
  const send = client.query.bind(client) as (...args: unknown[]) => unknown;
  let corked = false;
  const query = (...args: unknown[]): unknown => {
    if (!corked) {
      corked = true;
      const { stream } = connection;
      stream.cork();
      process.nextTick(() => {
        corked = false;
        stream.uncork();
      });
    }
    return send(...args);
  };
  (client as unknown as { query: typeof query }).query = query;
}
