import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { SessionDuty } from '#contracts/core/session-duty.ts';
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
  /** What the person must do before anything else; `null` where nothing is left to do. */
  duty: SessionDuty | null;
}

type SessionRow = Omit<ReadSession, 'permessi' | 'duty'> & { righe: string | null; provvisoria: boolean };

/** How long a session lasts without use. */
const IDLE = { browser: '2 hours', ricordami: '14 days' };

/** Keeps the sessions that still open the portal at an instant: neither at their end nor out of use for too long. */
const alive = (now: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`least(s.scade, coalesce(s.vista, s.creata) + case when s.ricordami then ${sql.lit(IDLE.ricordami)}::interval else ${sql.lit(IDLE.browser)}::interval end) > ${now}`;

const sessionOfHash = prepared<SessionRow>(
  () => sql`
    select s.member_id as "memberID", s.group_id as "groupID", s.ricordami, s.scade, s.vista,
      u.custom1 as nome, u.email, g.name as gruppo, c.provvisoria is not null as provvisoria,
      (select json_agg(json_build_array(p."tableName", p."allowInsert", p."allowView", p."allowEdit", p."allowDelete"))::text
        from "groupsPermissions" p
        where p."groupID" = s.group_id and not p.eliminato and not p.padre_eliminato) as righe
    from public.sessioni s
    join public.credenziali c on c.member_id = s.member_id
    join users u on u."memberID" = s.member_id and u."groupID" = s.group_id and not u.eliminato
    left join groups g on g."groupID" = s.group_id and not g.eliminato
    where s.token_hash = ${''} and ${alive(sql`${''}::timestamptz`)}`,
);

/**
 * The session of a token with today's group and permissions. One indexed query at each request
 * instead of a cache: a session revoked, or a permission taken away, by any process counts at once.
 * A user deleted or moved to another group has no session, however that came about.
 */
export async function readSession(db: Asked, tokenHash: string, now: Date): Promise<ReadSession | null> {
  const [row] = await sessionOfHash(db, [tokenHash, now]);
  if (!row) return null;
  const { righe, provvisoria, ...session } = row;
  return { ...session, permessi: permissionsOf(righe ?? '[]'), duty: provvisoria ? 'PASSWORD_PROVVISORIA' : null };
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

/** Every session that still opens the portal, newest first; `memberID`: those of one person. */
export async function openSessions(db: Kysely<ReadDatabase>, now: Date, memberID: string | null = null): Promise<OpenSession[]> {
  const { rows } = await sql<OpenSession>`
    select s.token_hash as id, s.member_id as utente, u.custom1 as nome, g.name as gruppo, s.ricordami, s.creata, s.scade, s.dispositivo, s.indirizzo, s.vista
    from public.sessioni s
    join users u on u."memberID" = s.member_id and u."groupID" = s.group_id and not u.eliminato
    left join groups g on g."groupID" = s.group_id and not g.eliminato
    where ${alive(sql`${now}::timestamptz`)} and (${memberID}::text is null or s.member_id = ${memberID}) order by s.creata desc, s.token_hash limit 1000`.execute(
    db,
  );
  return rows;
}
