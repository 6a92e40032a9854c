import { expressionBuilder, sql, type Expression, type Kysely, type NotNull, type SqlBool } from 'kysely';
import { needsSecondFactor, type SecondFactorDuty, type SecondFactorRule, type SessionDuty } from '#contracts/core/session-duty.ts';
import { memoizeLast } from '#contracts/core/memoize-last.ts';
import {
  GRUPPO_AMMINISTRATORI,
  permissionsFrom,
  type Identity,
  type PermissionRow,
  type Permissions,
} from '#contracts/core/permissions.ts';
import type { ReadDatabase } from '../database.ts';
import { readTables, runStatement } from '../database/compiled.ts';
import { prepareStatement, type StatementTarget } from '../database/prepared.ts';
import { LIVE } from '../registers/register.table.ts';

/** Checks whether another administrator exists who can log in. */
export async function hasAnotherAdministrator(db: Kysely<ReadDatabase>, memberID: string): Promise<boolean> {
  const one = await db
    .selectFrom('users as u')
    .innerJoin('public.credenziali as c', 'c.member_id', 'u.memberID')
    .select('u.memberID')
    .where('u.groupID', '=', GRUPPO_AMMINISTRATORI)
    .where('u.memberID', '<>', memberID)
    .where(({ not }) => not('u.eliminato'))
    .limit(1)
    .executeTakeFirst();
  return one !== undefined;
}

export async function hasUtenti(db: Kysely<ReadDatabase>, groupID: number): Promise<boolean> {
  const one = await db
    .selectFrom('users')
    .select('memberID')
    .where('groupID', '=', groupID)
    .where(({ not }) => not('eliminato'))
    .limit(1)
    .executeTakeFirst();
  return one !== undefined;
}

export interface ReadUtente {
  groupID: number;
  custom1: string | null;
  email: string | null;
  eliminato: boolean;
}

/** Returns a user's record, also a deleted one; `undefined` if the read tables do not have it. */
export async function readUtente(db: Kysely<ReadDatabase>, memberID: string): Promise<ReadUtente | undefined> {
  return db
    .selectFrom('users')
    .select(['groupID', 'custom1', 'email', 'eliminato'])
    .where('memberID', '=', memberID)
    .$narrowType<{ groupID: NotNull }>()
    .executeTakeFirst();
}

/**
 * Returns a person with their current group and permissions, for work that continues without a session; `null` if the person no longer
 * exists.
 */
export async function currentIdentity(db: Kysely<ReadDatabase>, memberID: string): Promise<Identity | null> {
  const utente = await readUtente(db, memberID);
  if (!utente || utente.eliminato) return null;
  return { memberID, groupID: utente.groupID, permessi: await groupPermissions(db, utente.groupID) };
}

/** Returns a group's name; `null` if the group does not exist or has none. */
export async function groupName(db: Kysely<ReadDatabase>, groupID: number): Promise<string | null> {
  const group = await db.selectFrom('groups').select('name').where('groupID', '=', groupID).where(LIVE).executeTakeFirst();
  return group?.name ?? null;
}

/** Returns the current permissions of a group. */
export async function groupPermissions(db: Kysely<ReadDatabase>, groupID: number): Promise<Permissions> {
  const rows = await db
    .selectFrom('groupsPermissions')
    .select(['tableName', 'allowInsert', 'allowView', 'allowEdit', 'allowDelete'])
    .where('groupID', '=', groupID)
    .where(LIVE)
    .execute();
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
  /** Time of the last use, accurate to a minute; `null` if the session was never used. */
  vista: Date | null;
  permessi: Permissions;
  /** Time of the sign-in, or of the last confirmation with password or code since. */
  confermata: Date;
  /** Duty that the person must fulfil first; `null` if there is none. */
  duty: SessionDuty | null;
  /** Administrator who sees the portal as this person; `null` in a session of the person's own. */
  osservatore: string | null;
}

type SessionRow = Omit<ReadSession, 'permessi' | 'duty'> & { righe: string | null; provvisoria: boolean; secondoFattore: boolean };

/** Idle time after which a session ends. */
const IDLE = { browser: '2 hours', ricordami: '14 days' };

const INTERVAL = sql.raw('interval');

/** Builds expressions over the aliases of the statements: a session `s`, and the user `u` of the returned permissions. */
const eb = expressionBuilder<{ s: ReadDatabase['public.sessioni']; u: ReadDatabase['users'] } & ReadDatabase, 's' | 'u'>();

/** Condition for sessions that are valid at an instant: neither past their end nor idle for too long. */
function alive(now: Expression<Date>): Expression<SqlBool> {
  const idle = eb.case().when(eb.ref('s.ricordami')).then(sql.lit(IDLE.ricordami)).else(sql.lit(IDLE.browser)).end();
  const idleFrom = eb(eb.fn.coalesce('s.vista', 's.creata'), '+', eb.cast<Date>(idle, INTERVAL));
  return eb(eb.fn<Date>('least', ['s.scade', idleFrom]), '>', now);
}

/** Permission rows of a user's group as JSON text; `u` is the user in the statement. */
const PERMISSION_ROWS = eb
  .selectFrom('groupsPermissions as p')
  .select(({ cast, fn }) => {
    const row = fn('json_build_array', ['p.tableName', 'p.allowInsert', 'p.allowView', 'p.allowEdit', 'p.allowDelete']);
    return cast<string | null>(fn.agg('json_agg', [row]), 'text').as('rows');
  })
  .whereRef('p.groupID', '=', 'u.groupID')
  .where(({ not }) => not('p.eliminato'))
  .where(({ not }) => not('p.padre_eliminato'))
  .$asScalar();

/** Tells whether the owner of session `s` has a second factor: codes of an app, or a passkey of this host. */
const secondFactor = (host: Expression<string | null>) =>
  eb.or([
    eb.exists(
      eb
        .selectFrom('public.secondi_fattori as f')
        .select('f.member_id')
        .whereRef('f.member_id', '=', 's.member_id')
        .where('f.attivo', 'is not', null),
    ),
    eb.exists(
      eb.selectFrom('public.passkey as k').select('k.member_id').whereRef('k.member_id', '=', 's.member_id').where('k.host', '=', host),
    ),
  ]);

/** Values of prepared statements, which each execution gives in their order. */
const HOST = eb.val('');
const TOKEN_HASH = eb.val('');
const NOW = eb.cast<Date>(eb.val(''), 'timestamptz');

/** Selects sessions `s` with their users `u`, while these belong to the group in which they signed in. */
const sessions = readTables.selectFrom('public.sessioni as s').innerJoin('users as u', (join) =>
  join
    .onRef('u.memberID', '=', 's.member_id')
    .onRef('u.groupID', '=', 's.group_id')
    .on(({ not }) => not('u.eliminato')),
);

const sessionOfHash = prepareStatement<SessionRow>(() =>
  sessions
    .innerJoin('public.credenziali as c', 'c.member_id', 's.member_id')
    .leftJoin('groups as g', (join) => join.onRef('g.groupID', '=', 's.group_id').on(({ not }) => not('g.eliminato')))
    .select(['s.member_id as memberID', 's.group_id as groupID', 's.ricordami', 's.scade', 's.vista'])
    .select(({ eb: of, fn, lit }) => [
      fn<Date>('greatest', ['s.creata', 's.confermata']).as('confermata'),
      lit(null).as('osservatore'),
      of('c.provvisoria', 'is not', null).as('provvisoria'),
      secondFactor(HOST).as('secondoFattore'),
      PERMISSION_ROWS.as('righe'),
    ])
    .select(['u.custom1 as nome', 'u.email', 'g.name as gruppo'])
    .where('s.token_hash', '=', TOKEN_HASH)
    .where(alive(NOW)),
);

/** An observation needs its administrator's session: valid, without a duty and still of the group it was opened in. */
const observationOfHash = prepareStatement<SessionRow>(() =>
  readTables
    .selectFrom('public.osservazioni as o')
    .innerJoin('public.sessioni as s', 's.token_hash', 'o.sessione')
    .innerJoin('public.credenziali as c', (join) => join.onRef('c.member_id', '=', 's.member_id').on('c.provvisoria', 'is', null))
    .innerJoin('users as a', (join) =>
      join
        .onRef('a.memberID', '=', 's.member_id')
        .onRef('a.groupID', '=', 's.group_id')
        .on(({ not }) => not('a.eliminato')),
    )
    .innerJoin('users as u', (join) => join.onRef('u.memberID', '=', 'o.member_id').on(({ not }) => not('u.eliminato')))
    .leftJoin('groups as g', (join) => join.onRef('g.groupID', '=', 'u.groupID').on(({ not }) => not('g.eliminato')))
    .select(['o.member_id as memberID', 'u.groupID', 'o.scade', 'o.creata as confermata', 'o.osservatore'])
    .select(({ lit }) => [
      lit(false).as('ricordami'),
      lit(null).as('vista'),
      lit(false).as('provvisoria'),
      secondFactor(HOST).as('secondoFattore'),
      PERMISSION_ROWS.as('righe'),
    ])
    .select(['u.custom1 as nome', 'u.email', 'g.name as gruppo'])
    .where('o.token_hash', '=', TOKEN_HASH)
    .where('o.scade', '>', NOW)
    .where(alive(NOW)),
);

/**
 * Returns the session of a token with its current group and permissions. It runs one indexed query per request and uses no cache, so that a
 * session revoked or a permission removed by any process counts at once. A user who was deleted or moved to another group has no session,
 * whatever caused the change. `rule`: who must have a second factor; others than its owners have a duty then.
 */
export async function readSession(db: StatementTarget, tokenHash: string, now: Date, rule: SecondFactorRule): Promise<ReadSession | null> {
  const [row] = await sessionOfHash(db, [rule.host, tokenHash, now]);
  return row ? asSession(row, rule.required) : readObservation(db, tokenHash, now, rule);
}

/** Returns the session in which an administrator sees the portal as another user; `null` if there is none with this token. */
export async function readObservation(
  db: StatementTarget,
  tokenHash: string,
  now: Date,
  rule: SecondFactorRule,
): Promise<ReadSession | null> {
  const [row] = await observationOfHash(db, [rule.host, tokenHash, now, now]);
  if (!row || dutyOf({ ...row, groupID: GRUPPO_AMMINISTRATORI }, rule.required) !== null) return null;
  // whatever duty the person has who is seen, nobody fulfils it for them
  return asSession(row, 'facoltativo');
}

function asSession(row: SessionRow, required: SecondFactorDuty): ReadSession {
  const { righe, provvisoria, secondoFattore, ...session } = row;
  return { ...session, permessi: permissionsOf(righe ?? '[]'), duty: dutyOf({ ...session, provvisoria, secondoFattore }, required) };
}

function dutyOf(
  { groupID, provvisoria, secondoFattore }: Pick<SessionRow, 'groupID' | 'provvisoria' | 'secondoFattore'>,
  required: SecondFactorDuty,
): SessionDuty | null {
  if (provvisoria) return 'PASSWORD_PROVVISORIA';
  return needsSecondFactor(required, groupID) && !secondoFattore ? 'SECONDO_FATTORE_OBBLIGATORIO' : null;
}

/** Returns the sessions among these tokens' hashes that are valid and have no duty, with their current group and permissions. */
export async function readSessions(
  db: Kysely<ReadDatabase>,
  tokenHashes: readonly string[],
  now: Date,
  rule: SecondFactorRule,
): Promise<Map<string, Identity>> {
  const valid = sessions
    .innerJoin('public.credenziali as c', (join) => join.onRef('c.member_id', '=', 's.member_id').on('c.provvisoria', 'is', null))
    .select(['s.token_hash as id', 's.member_id as memberID', 's.group_id as groupID'])
    .select(({ val }) => [secondFactor(val(rule.host)).$castTo<boolean>().as('secondoFattore'), PERMISSION_ROWS.as('righe')])
    .where('s.token_hash', '=', ({ fn, val }) => fn.any(val([...tokenHashes])))
    .where(({ val }) => alive(val(now)));
  const rows = await runStatement(db, valid);
  const open = rows.filter((row) => dutyOf({ ...row, provvisoria: false }, rule.required) === null);
  return new Map(open.map(({ id, righe, memberID, groupID }) => [id, { memberID, groupID, permessi: permissionsOf(righe ?? '[]') }]));
}

type Level = PermissionRow['allowView'];

/** Parses the permission rows of a group. Cached by text, since this runs at each request. */
const permissionsOf = memoizeLast((text: string): Permissions =>
  permissionsFrom(
    (JSON.parse(text) as [string | null, Level, Level, Level, Level][]).map(
      ([tableName, allowInsert, allowView, allowEdit, allowDelete]) => ({ tableName, allowInsert, allowView, allowEdit, allowDelete }),
    ),
  ),
);

export interface OpenSession {
  /** Hash of the session's token. */
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

/** Returns every valid session, newest first; `memberID`: only those of one person. */
export async function openSessions(db: Kysely<ReadDatabase>, now: Date, memberID: string | null = null): Promise<OpenSession[]> {
  const open = sessions
    .leftJoin('groups as g', (join) => join.onRef('g.groupID', '=', 's.group_id').on(({ not }) => not('g.eliminato')))
    .select(['s.token_hash as id', 's.member_id as utente', 'u.custom1 as nome', 'g.name as gruppo', 's.ricordami', 's.creata'])
    .select(['s.scade', 's.dispositivo', 's.indirizzo', 's.vista'])
    .where(({ val }) => alive(val(now)))
    .$if(memberID !== null, (query) => query.where('s.member_id', '=', memberID))
    .orderBy('s.creata', 'desc')
    .orderBy('s.token_hash')
    .limit(1000);
  return runStatement(db, open);
}
