import { sql, type Kysely } from 'kysely';
import { openDatabase } from '#projections/database.ts';
import type { Config } from '../start/config.ts';
import { migrate } from './migrations/index.ts';
import { asOwner, ensureRole, grantPortal, signingIn } from './roles.ts';

export type Addresses = Pick<Config, 'DATABASE_URL_PROPRIETARIO'> & { DATABASE_URL: string };

/**
 * Migrates the tables, as their owner if its address is given, else through `db` as the portal's role. Returns the names of the applied
 * migrations.
 */
// oxlint-disable-next-line typescript/no-explicit-any -- the migrations precede every type of the tables
export function prepareTables(addresses: Addresses, db: Kysely<any>): Promise<string[]> {
  const { DATABASE_URL: url, DATABASE_URL_PROPRIETARIO: ownerUrl } = addresses;
  return ownerUrl === undefined ? migrate(db) : prepareDatabase(ownerUrl, url);
}

/**
 * Signs in as the owner of the tables, creates the portal's role, migrates the tables and grants the role its rights. Returns the names of
 * the applied migrations.
 */
export function prepareDatabase(ownerUrl: string, url: string): Promise<string[]> {
  return asOwner(ownerUrl, async (owner) => {
    const role = signingIn(url);
    await ensureRole(owner, role);
    const { db } = openDatabase<Record<string, never>>({ url: ownerUrl, max: 1, schema: 'public' });
    try {
      const applied = await migrate(db);
      await grantPortal(owner, role.name, applied.length > 0);
      return applied;
    } finally {
      await db.destroy();
    }
  });
}

/** Checks whether the role of this connection owns the log and so may drop its triggers. */
// oxlint-disable-next-line typescript/no-explicit-any -- whichever tables it is opened for
export async function mayAlterLog(db: Kysely<any>): Promise<boolean> {
  const { rows } = await sql<{
    may: boolean;
  }>`select pg_has_role(relowner, 'member') as may from pg_class where oid = 'public.eventi'::regclass`.execute(db);
  return rows[0]?.may === true;
}
