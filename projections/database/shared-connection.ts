import pg from 'pg';
import { inOneWrite } from './one-write.ts';

export interface SharedConnection {
  query<Row extends pg.QueryResultRow>(query: pg.QueryConfig): Promise<pg.QueryResult<Row>>;
  end(): Promise<void>;
}

/**
 * One connection for the short statements of everybody, each a transaction of its own: they are
 * answered in the order they were asked. Opened when it is first needed, and anew after it broke or
 * fell silent (`query_timeout`); what was under way then is refused.
 */
export function sharedConnection(config: pg.ClientConfig): SharedConnection {
  let current: Promise<pg.Client> | undefined;
  let ended = false;

  function open(): Promise<pg.Client> {
    const client = new pg.Client({ ...config, pipeline: true });
    const opened = client.connect().then(() => client);
    const leave = (): void => abandon(opened);
    opened.catch(leave);
    client.on('error', leave);
    client.on('end', leave);
    return opened;
  }

  /** Whoever asks next finds another. */
  function abandon(opened: Promise<pg.Client>): void {
    if (current === opened) current = undefined;
  }

  return {
    async query<Row extends pg.QueryResultRow>(query: pg.QueryConfig) {
      if (ended) throw new Error('Client was closed and is not queryable');
      const opened = (current ??= open());
      const client = await opened;
      inOneWrite(client);
      try {
        return await client.query<Row>(query);
      } catch (error) {
        // not refused by the database: of the connection, or of a name it may not know
        if (!(error instanceof pg.DatabaseError) && current === opened) {
          abandon(opened);
          client.end().catch(() => {});
        }
        throw error;
      }
    },
    async end() {
      ended = true;
      await (await current?.catch(() => undefined))?.end();
    },
  };
}
