import { pino } from 'pino';
import { openDatabase } from '#projections/database.ts';
import { startPostgres } from '#services/platform/postgres/embedded-postgres.ts';

const COPY = 'strato_a_mano';

/** Copies the portal's database on the same server; the portal of `folder` must not be running. */
export async function copyDatabase(folder: string): Promise<void> {
  const postgres = await startPostgres({ dataDir: folder, log: pino({ level: 'silent' }) });
  try {
    const { pool } = openDatabase({ url: addressOf(postgres.ownerUrl, 'postgres'), max: 1 });
    try {
      await pool.query(`drop database if exists ${COPY}`);
      await pool.query(`create database ${COPY} template ${new URL(postgres.ownerUrl).pathname.slice(1)} strategy file_copy`);
    } finally {
      await pool.end();
    }
  } finally {
    await postgres.stop();
  }
}

/** Returns the address of the copy, from the address of the portal's database. */
export const copyOf = (url: string): string => addressOf(url, COPY);

function addressOf(url: string, database: string): string {
  const address = new URL(url);
  address.pathname = `/${database}`;
  return address.href;
}
