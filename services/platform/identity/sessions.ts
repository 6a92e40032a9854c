import { createHash, randomBytes } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import type { Permessi } from '#contracts/core/permissions.ts';
import type { LettureDatabase } from '#projections/database.ts';
import type { ScrittureDatabase } from '../postgres/write-tables.ts';
import { permessiDa, type RigaPermesso } from './group-permissions.ts';

const ORA = 3_600_000;
const DURATA = { browser: 12 * ORA, ricordami: 30 * 24 * ORA };

export interface NuovaSessione {
  memberID: string;
  groupID: number;
  ricordami: boolean;
  /** Of the credentials just checked. */
  hash: string;
  ora: Date;
}

/**
 * A new session and its token, which is stored only as a hash. `null` when the credentials are no
 * longer those that were checked: the row is locked, so a password change in flight is seen or
 * ends this session too.
 */
export async function apriSessione(db: Kysely<ScrittureDatabase>, nuova: NuovaSessione): Promise<string | null> {
  const token = randomBytes(32).toString('base64url');
  const scade = new Date(nuova.ora.getTime() + (nuova.ricordami ? DURATA.ricordami : DURATA.browser));
  const { rows } = await sql`
    with valide as (select member_id from public.credenziali where member_id = ${nuova.memberID} and hash = ${nuova.hash} for share)
    insert into public.sessioni (token_hash, member_id, group_id, ricordami, creata, scade)
    select ${hashToken(token)}, member_id, ${nuova.groupID}::int, ${nuova.ricordami}::boolean, ${nuova.ora}::timestamptz, ${scade}::timestamptz from valide
    returning member_id`.execute(db);
  return rows.length === 1 ? token : null;
}

export async function chiudiSessione(db: Kysely<ScrittureDatabase>, token: string): Promise<void> {
  await db.withSchema('public').deleteFrom('sessioni').where('token_hash', '=', hashToken(token)).execute();
}

export async function eliminaScadute(db: Kysely<ScrittureDatabase>, ora: Date): Promise<void> {
  await db.withSchema('public').deleteFrom('sessioni').where('scade', '<=', ora).execute();
}

export interface SessioneLetta {
  memberID: string;
  groupID: number;
  nome: string | null;
  email: string | null;
  gruppo: string | null;
  ricordami: boolean;
  scade: Date;
  permessi: Permessi;
}

/**
 * The session of a token with today's group and permissions. One indexed query at each request
 * instead of a cache: a session revoked, or a permission taken away, by any process counts at once.
 * A user deleted or moved to another group has no session, however that came about.
 */
export async function leggiSessione(letture: Kysely<LettureDatabase>, token: string, ora: Date): Promise<SessioneLetta | null> {
  const { rows } = await sql<Omit<SessioneLetta, 'permessi'> & { righe: RigaPermesso[] | null }>`
    select s.member_id as "memberID", s.group_id as "groupID", s.ricordami, s.scade,
      u.custom1 as nome, u.email, g.name as gruppo,
      (select json_agg(json_build_object('tableName', p."tableName", 'allowInsert', p."allowInsert",
          'allowView', p."allowView", 'allowEdit', p."allowEdit", 'allowDelete', p."allowDelete"))
        from "groupsPermissions" p
        where p."groupID" = s.group_id and not p.eliminato and not p.padre_eliminato) as righe
    from public.sessioni s
    join users u on u."memberID" = s.member_id and u."groupID" = s.group_id and not u.eliminato
    left join groups g on g."groupID" = s.group_id and not g.eliminato
    where s.token_hash = ${hashToken(token)} and s.scade > ${ora}::timestamptz`.execute(letture);
  const riga = rows[0];
  if (!riga) return null;
  const { righe, ...sessione } = riga;
  return { ...sessione, permessi: permessiDa(righe ?? []) };
}

function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
