import { sql, type Kysely } from 'kysely';
import type { Identita } from '#contracts/core/permissions.ts';
import type { LettureDatabase } from '#projections/database.ts';
import { permessiDa, type RigaPermesso } from './group-permissions.ts';

/** A person with today's group and permissions, for work that goes on without a session; `null` for one who is there no more. */
export async function identitaAttuale(letture: Kysely<LettureDatabase>, memberID: string): Promise<Identita | null> {
  const utenti = await sql<{ groupID: number }>`select "groupID" from users where "memberID" = ${memberID} and not eliminato`.execute(letture);
  const groupID = utenti.rows[0]?.groupID;
  if (groupID === undefined) return null;
  const { rows } = await sql<RigaPermesso>`select "tableName", "allowInsert", "allowView", "allowEdit", "allowDelete" from "groupsPermissions"
    where "groupID" = ${groupID} and not eliminato and not padre_eliminato`.execute(letture);
  return { memberID, groupID, permessi: permessiDa(rows) };
}
