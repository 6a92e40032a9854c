import { sql, type Kysely } from 'kysely';
import type { Identity } from '#contracts/core/permissions.ts';
import type { ReadDatabase } from '#projections/database.ts';
import { permissionsFrom, type PermissionRow } from './group-permissions.ts';

/** A person with today's group and permissions, for work that goes on without a session; `null` for one who is there no more. */
export async function currentIdentity(readDb: Kysely<ReadDatabase>, memberID: string): Promise<Identity | null> {
  const utenti = await sql<{ groupID: number }>`select "groupID" from users where "memberID" = ${memberID} and not eliminato`.execute(readDb);
  const groupID = utenti.rows[0]?.groupID;
  if (groupID === undefined) return null;
  const { rows } = await sql<PermissionRow>`select "tableName", "allowInsert", "allowView", "allowEdit", "allowDelete" from "groupsPermissions"
    where "groupID" = ${groupID} and not eliminato and not padre_eliminato`.execute(readDb);
  return { memberID, groupID, permessi: permissionsFrom(rows) };
}
