import pg from 'pg';

export interface SharedConnection {
  query<Row extends pg.QueryResultRow>(query: pg.QueryConfig): Promise<pg.QueryResult<Row>>;
  end(): Promise<void>;
}

/**
 * Creates a connection that all requests share for short statements. Each statement is its own transaction; responses come in the order of the
 * calls. The connection opens at the first query, and again after it broke or a query exceeded `query_timeout`. Pending queries then reject.
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

  /** Forgets a broken connection, so that the next query opens a new one. */
  function abandon(opened: Promise<pg.Client>): void {
    if (current === opened) current = undefined;
  }

  return {
    async query<Row extends pg.QueryResultRow>(query: pg.QueryConfig) {
      if (ended) throw new Error('Client was closed and is not queryable');
      const opened = (current ??= open());
      const client = await opened;
      try {
        return await client.query<Row>(query);
      } catch (error) {
        // without a server error, the connection is broken, or the server may not know the prepared statement's name
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
