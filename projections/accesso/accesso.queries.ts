import { sql, type Kysely } from 'kysely';
import { lastAnswers } from '#contracts/core/last-answers.ts';
import {
  GRUPPO_AMMINISTRATORI,
  permissionsFrom,
  type Identity,
  type PermissionRow,
  type Permissions,
} from '#contracts/core/permissions.ts';
import type { ReadDatabase } from '../database.ts';
import { prepared, type Asked } from '../database/prepared.ts';

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

export interface ReadUtente {
  groupID: number;
  custom1: string | null;
  email: string | null;
  eliminato: boolean;
}

/** A user's record, a deleted one too; `undefined` where the read tables know of none. */
export async function readUtente(db: Kysely<ReadDatabase>, memberID: string): Promise<ReadUtente | undefined> {
  const { rows } = await sql<ReadUtente>`select "groupID", custom1, email, eliminato from users where "memberID" = ${memberID}`.execute(db);
  return rows[0];
}

/** A person with today's group and permissions, for work that goes on without a session; `null` for one who is there no more. */
export async function currentIdentity(db: Kysely<ReadDatabase>, memberID: string): Promise<Identity | null> {
  const utente = await readUtente(db, memberID);
  if (!utente || utente.eliminato) return null;
  return { memberID, groupID: utente.groupID, permessi: await groupPermissions(db, utente.groupID) };
}

/** Today's permissions of a group. */
export async function groupPermissions(db: Kysely<ReadDatabase>, groupID: number): Promise<Permissions> {
  const { rows } =
    await sql<PermissionRow>`select "tableName", "allowInsert", "allowView", "allowEdit", "allowDelete" from "groupsPermissions"
    where "groupID" = ${groupID} and not eliminato and not padre_eliminato`.execute(db);
  return permissionsFrom(rows);
}

export interface ReadSession {
  memberID: string;
  groupID: number;
  nome: string | null;
  email: string | null;
  gruppo: string | null;
  ricordami: boolean;
  scade: Date;
  /** When it was last used, as far as a minute; `null` for one that never was. */
  vista: Date | null;
  permessi: Permissions;
}

type SessionRow = Omit<ReadSession, 'permessi'> & { righe: string | null };

const sessionOfHash = prepared<SessionRow>(
  () => sql`
    select s.member_id as "memberID", s.group_id as "groupID", s.ricordami, s.scade, s.vista,
      u.custom1 as nome, u.email, g.name as gruppo,
      (select json_agg(json_build_array(p."tableName", p."allowInsert", p."allowView", p."allowEdit", p."allowDelete"))::text
        from "groupsPermissions" p
        where p."groupID" = s.group_id and not p.eliminato and not p.padre_eliminato) as righe
    from public.sessioni s
    join users u on u."memberID" = s.member_id and u."groupID" = s.group_id and not u.eliminato
    left join groups g on g."groupID" = s.group_id and not g.eliminato
    where s.token_hash = ${''} and s.scade > ${''}::timestamptz`,
);

/**
 * The session of a token with today's group and permissions. One indexed query at each request
 * instead of a cache: a session revoked, or a permission taken away, by any process counts at once.
 * A user deleted or moved to another group has no session, however that came about.
 */
export async function readSession(db: Asked, tokenHash: string, now: Date): Promise<ReadSession | null> {
  const [row] = await sessionOfHash(db, [tokenHash, now]);
  if (!row) return null;
  const { righe, ...session } = row;
  return { ...session, permessi: permissionsOf(righe ?? '[]') };
}

type Level = PermissionRow['allowView'];

/** What the rows of a group say, read once as long as they say the same: it is asked at each request. */
const permissionsOf = lastAnswers((text: string): Permissions =>
  permissionsFrom(
    (JSON.parse(text) as [string | null, Level, Level, Level, Level][]).map(
      ([tableName, allowInsert, allowView, allowEdit, allowDelete]) => ({ tableName, allowInsert, allowView, allowEdit, allowDelete }),
    ),
  ),
);

export interface OpenSession {
  /** Hash of its token. */
  id: string;
  utente: string;
  nome: string | null;
  gruppo: string | null;
  ricordami: boolean;
  creata: Date;
  scade: Date;
  dispositivo: string | null;
  indirizzo: string | null;
  vista: Date | null;
}

/** Every session that still opens the portal, newest first. */
export async function openSessions(db: Kysely<ReadDatabase>, now: Date): Promise<OpenSession[]> {
  const { rows } = await sql<OpenSession>`
    select s.token_hash as id, s.member_id as utente, u.custom1 as nome, g.name as gruppo, s.ricordami, s.creata, s.scade, s.dispositivo, s.indirizzo, s.vista
    from public.sessioni s
    join users u on u."memberID" = s.member_id and u."groupID" = s.group_id and not u.eliminato
    left join groups g on g."groupID" = s.group_id and not g.eliminato
    where s.scade > ${now}::timestamptz order by s.creata desc, s.token_hash limit 1000`.execute(db);
  return rows;
}
