import { sql } from 'kysely';
import { queueSuite } from './suite.ts';

queueSuite('PostgreSQL', async () => ({
  async empty(db) {
    const { rows } = await sql<{ tabella: string | null }>`select to_regclass('coda.job')::text as tabella`.execute(db);
    if (rows[0]?.tabella) await sql`delete from coda.job`.execute(db);
  },
  async stop() {},
}));
