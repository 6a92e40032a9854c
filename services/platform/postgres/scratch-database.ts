import pg from 'pg';
import type { Shutdown } from '../start/shutdown.ts';

const MARK = 'scratch of a restore test of Strato';

/**
 * Creates an empty database on the server of `beside` and returns its address. It is dropped at shutdown, or by the next call after a
 * crash. Throws if a database with this name was not created by a restore test.
 */
export async function scratchDatabase(beside: string, shutdown: Shutdown): Promise<string> {
  const url = new URL(beside);
  const name = `${decodeURIComponent(url.pathname.slice(1))}_prova_ripristino`;
  const client = new pg.Client({ connectionString: beside });
  client.on('error', () => undefined);
  await client.connect();
  const quoted = client.escapeIdentifier(name);
  const drop = () => client.query(`drop database if exists ${quoted} with (force)`);
  shutdown.add('scratch database', async () => {
    await client.end();
  });
  const { rows } = await client.query<{ mark: string | null }>(
    `select shobj_description(oid, 'pg_database') as mark from pg_database where datname = $1`,
    [name],
  );
  if (rows[0] && rows[0].mark !== MARK) throw new Error(`There is a database ${name} that no restore test made: it is left alone.`);
  await drop();
  await client.query(`create database ${quoted} template template0`);
  await client.query(`comment on database ${quoted} is '${MARK}'`);
  shutdown.add('scratch database, dropped', async () => void (await drop()));
  url.pathname = `/${encodeURIComponent(name)}`;
  return url.href;
}
