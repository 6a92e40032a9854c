import { randomUUID } from 'node:crypto';
import pg from 'pg';

export interface TestDatabase {
  /** Address of a fresh, empty database. */
  url: string;
  /** Drops it, whoever is still connected. */
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

/** A pool whose connections may be ended by the server, also while they are being closed: a database is dropped whoever is still connected. */
export function quietPool(config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool(config);
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

/** A database with all tables of a portal, in which nothing happened yet (test/global-setup.ts). */
export const TEMPLATE = 'modello';

/** A database of one's own on the server of test/global-setup.ts, or on another one. */
export async function testDatabase(server = testServer(), template = 'template0'): Promise<TestDatabase> {
  const name = `prova_${randomUUID().replaceAll('-', '')}`;
  await administer(`create database ${name} template ${template}`, server);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, close: () => administer(`drop database if exists ${name} with (force)`, server) };
}
