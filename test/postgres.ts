import { randomUUID } from 'node:crypto';
import pg from 'pg';

export interface TestDatabase {
  /** Address of a fresh, empty database. */
  url: string;
  /** Drops the database, also while clients are connected. */
  close(): Promise<void>;
}

function testServer(): string {
  const server = process.env['STRATO_TEST_PG'];
  if (!server) throw new Error('STRATO_TEST_PG is not set: run this spec through vitest, in the project "int" or "e2e"');
  return server;
}

/** Runs a statement on the server of test/global-setup.ts, or on another one. */
export async function administer(sql: string, server = testServer()): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

/** Creates a pool that ignores connections ended by the server, since databases are dropped while clients are connected. */
export function quietPool(config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool(config);
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

/** Name of the template database, which has all tables of a portal and no data (test/global-setup.ts). */
export const TEMPLATE = 'modello';

/** Creates a database on the server of test/global-setup.ts, or on another one. */
export async function testDatabase(server = testServer(), template = 'template0'): Promise<TestDatabase> {
  const name = `prova_${randomUUID().replaceAll('-', '')}`;
  await administer(`create database ${name} template ${template}`, server);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, close: () => administer(`drop database if exists ${name} with (force)`, server) };
}
