import { sql, type Kysely } from 'kysely';
import { GRUPPO_AMMINISTRATORI } from '#contracts/core/permissions.ts';
import type { ReadDatabase } from '#projections/database.ts';

/** Is there another administrator, one who can log in? */
export async function hasAnotherAdministrator(db: Kysely<ReadDatabase>, memberID: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from users u join public.credenziali c on c.member_id = u."memberID"
    where u."groupID" = ${GRUPPO_AMMINISTRATORI} and u."memberID" <> ${memberID} and not u.eliminato limit 1`.execute(db);
  return rows.length > 0;
}

export async function hasUtenti(db: Kysely<ReadDatabase>, groupID: number): Promise<boolean> {
  const { rows } = await sql`select 1 from users where "groupID" = ${groupID} and not eliminato limit 1`.execute(db);
  return rows.length > 0;
}
