import { createHash, randomBytes } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import type { Permissions } from '#contracts/core/permissions.ts';
import type { ReadDatabase } from '#projections/database.ts';
import type { WriteDatabase } from '../postgres/write-tables.ts';
import { permissionsFrom, type PermissionRow } from './group-permissions.ts';

const HOUR = 3_600_000;
const DURATION = { browser: 12 * HOUR, ricordami: 30 * 24 * HOUR };

export interface NewSession {
  memberID: string;
  groupID: number;
  ricordami: boolean;
  /** Of the credentials just checked. */
  hash: string;
  now: Date;
}

/**
 * A new session and its token, which is stored only as a hash. `null` when the credentials are no
 * longer those that were checked: the row is locked, so a password change in flight is seen or
 * ends this session too.
 */
export async function openSession(db: Kysely<WriteDatabase>, fresh: NewSession): Promise<string | null> {
  const token = randomBytes(32).toString('base64url');
  const expires = new Date(fresh.now.getTime() + (fresh.ricordami ? DURATION.ricordami : DURATION.browser));
  const { rows } = await sql`
    with valide as (select member_id from public.credenziali where member_id = ${fresh.memberID} and hash = ${fresh.hash} for share)
    insert into public.sessioni (token_hash, member_id, group_id, ricordami, creata, scade)
    select ${hashToken(token)}, member_id, ${fresh.groupID}::int, ${fresh.ricordami}::boolean, ${fresh.now}::timestamptz, ${expires}::timestamptz from valide
    returning member_id`.execute(db);
  return rows.length === 1 ? token : null;
}

export async function closeSession(db: Kysely<WriteDatabase>, token: string): Promise<void> {
  await db.withSchema('public').deleteFrom('sessioni').where('token_hash', '=', hashToken(token)).execute();
}

export async function deleteExpired(db: Kysely<WriteDatabase>, now: Date): Promise<void> {
  await db.withSchema('public').deleteFrom('sessioni').where('scade', '<=', now).execute();
}

export interface ReadSession {
  memberID: string;
  groupID: number;
  nome: string | null;
  email: string | null;
  gruppo: string | null;
  ricordami: boolean;
  scade: Date;
  permessi: Permissions;
}

/**
 * The session of a token with today's group and permissions. One indexed query at each request
 * instead of a cache: a session revoked, or a permission taken away, by any process counts at once.
 * A user deleted or moved to another group has no session, however that came about.
 */
export async function readSession(readDb: Kysely<ReadDatabase>, token: string, now: Date): Promise<ReadSession | null> {
  const { rows } = await sql<Omit<ReadSession, 'permessi'> & { righe: PermissionRow[] | null }>`
    select s.member_id as "memberID", s.group_id as "groupID", s.ricordami, s.scade,
      u.custom1 as nome, u.email, g.name as gruppo,
      (select json_agg(json_build_object('tableName', p."tableName", 'allowInsert', p."allowInsert",
          'allowView', p."allowView", 'allowEdit', p."allowEdit", 'allowDelete', p."allowDelete"))
        from "groupsPermissions" p
        where p."groupID" = s.group_id and not p.eliminato and not p.padre_eliminato) as righe
    from public.sessioni s
    join users u on u."memberID" = s.member_id and u."groupID" = s.group_id and not u.eliminato
    left join groups g on g."groupID" = s.group_id and not g.eliminato
    where s.token_hash = ${hashToken(token)} and s.scade > ${now}::timestamptz`.execute(readDb);
  const row = rows[0];
  if (!row) return null;
  const { righe: permissionRows, ...session } = row;
  return { ...session, permessi: permissionsFrom(permissionRows ?? []) };
}

function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
