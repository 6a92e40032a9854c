import type { Socket } from 'node:net';
import pg from 'pg';
import { sendTogether } from './send-together.ts';
import { ask } from './statement.ts';

export interface SharedConnection {
  query<Row extends pg.QueryResultRow>(query: pg.QueryConfig): Promise<pg.QueryResult<Row>>;
  end(): Promise<void>;
}

/**
 * One connection for the short statements of everybody, each a transaction of its own: they are
 * answered in the order they were asked, and what is asked in one turn leaves in one write. Opened
 * when it is first needed, and anew after it broke; what was under way then is refused.
 */
export function sharedConnection(config: pg.ClientConfig): SharedConnection {
  let current: Promise<pg.Client> | undefined;
  let ended = false;

  function open(): Promise<pg.Client> {
    const client = new pg.Client({ ...config, pipeline: true });
    const opened = client.connect().then(() => client);
    const forget = (): void => {
      if (current === opened) current = undefined;
    };
    opened.catch(forget);
    client.on('error', forget);
    client.on('end', forget);
    sendTogether(client);
    return opened;
  }

  async function living(): Promise<pg.Client> {
    const opened = (current ??= open());
    const client = await opened;
    if (!(client as unknown as { connection: { stream: Socket } }).connection.stream.destroyed) return client;
    // cut off, which it says itself only a moment later
    if (current === opened) current = undefined;
    return living();
  }

  return {
    async query<Row extends pg.QueryResultRow>(query: pg.QueryConfig) {
      if (ended) throw new Error('Client was closed and is not queryable');
      const client = await living();
      return ask<Row>((statement) => client.query(statement), query);
    },
    async end() {
      ended = true;
      await (await current?.catch(() => undefined))?.end();
    },
  };
}
