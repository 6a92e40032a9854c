import { passMD5 } from '#contracts/modules/accesso.ts';
import { romeDate } from '#contracts/core/dates.ts';
import { DomainError } from '#contracts/core/errors.ts';
import { GRUPPO_AMMINISTRATORI, scope, type Identity } from '#contracts/core/permissions.ts';
import { users } from '#contracts/registers/users.ts';
import { countersInPostgres } from '#services/platform/identity/counters.ts';
import { loginAttempts, type Attempts } from '#services/platform/identity/login-attempts.ts';
import { removeFirstAccess } from '#services/platform/identity/first-access.ts';
import { hashPassword } from '#services/platform/identity/password.ts';
import { invalidData } from '#services/platform/http/problem.ts';
import { requireIdentity } from '#services/platform/http/permissions.ts';
import { waitForReadTables, senderOf, sendChanged } from '#services/platform/http/write-answer.ts';
import type { Declaration, Dependencies, Module, Route } from '#services/platform/module.ts';
import { isData, readKey, recordOfBody, valuesOfBody } from '#services/registers/body.ts';
import { changePassword } from './change-password.ts';
import { checkPresentPassword } from './present-password.ts';
import { passwordReactor } from './password-notice.ts';
import { isOwnProfile } from '#services/registers/authorise.ts';
import { comparisonRoute } from '#services/registers/comparison.ts';
import { groupsRoute } from '#services/registers/groups.ts';
import { readUtentiRoute } from './read.ts';
import { profilo } from './profile.ts';
import { job } from '#contracts/ports/job-queue.ts';
import { mailPassword } from '#contracts/jobs/mail-password.ts';
import { noticeHandler } from '#services/platform/mail/notice.handler.ts';
import { fold } from '#contracts/core/fold.ts';
import { recordIn, valuesOf } from '#contracts/core/typed-record.ts';
import { createCredentials, deleteCredentials, provisionalUntil } from '#services/platform/identity/credentials.ts';
import type { Values } from '#contracts/core/define-register.ts';
import { readUtente } from '#projections/accesso/accesso.queries.ts';
import { weaknessOf } from '#services/platform/identity/weak-passwords.ts';

const WHY = {
  comune: 'Questa password è tra le più usate: scegline un’altra',
  nome: 'Questa password è fatta di un nome che si indovina: scegline un’altra',
};

/** Throws if a digest is that of an easily guessed password. `names` are the names of the account's owner, which are easily guessed too. */
async function refuseWeak({ config }: Pick<Dependencies, 'config'>, digest: string, names: readonly string[]): Promise<void> {
  const found = await weaknessOf(digest, [...names, config.DITTA]);
  if (found) throw new DomainError('RICHIESTA_NON_VALIDA', { errors: [{ campo: 'passMD5', messaggio: WHY[found] }] });
}

/** Returns the names of a user: the user name, the current full name and the full name in the request. */
async function namesOf({ readDb }: Pick<Dependencies, 'readDb'>, memberID: string, values: Values): Promise<string[]> {
  const known = await readUtente(readDb, memberID);
  return [memberID, known?.custom1 ?? '', String(valuesOf(users, values).custom1 ?? '')];
}

/**
 * Stores the credentials of a new user, with a provisional password. If the user was deleted or has changed the password since, a repeated
 * creation stores nothing.
 */
async function storeFirstCredentials(
  { catalogue, store, writeDb, clock }: Pick<Dependencies, 'catalogue' | 'store' | 'writeDb' | 'clock'>,
  memberID: string,
  hash: string,
): Promise<void> {
  const readEvents = () => store.read(`users-${memberID}`);
  if ((await readEvents()).some(({ type }) => type === users.events.deleted || type === 'PasswordCambiata.v1')) return;
  await createCredentials(writeDb, memberID, hash, { provvisoria: provisionalUntil(clock.now()) });
  // a deletion during this function may have run before the credentials were stored, so they are deleted again
  if (!recordIn(fold(catalogue, await readEvents()), users, memberID)?.exists) await deleteCredentials(writeDb, memberID);
}

const DEF = users;
/** Names that no user may have: events name the portal itself `sistema`, and requests use `0` for all users. */
const RESERVED_NAMES = new Set(['sistema', '0']);

/** Declares the command that changes the own profile. */
export const declareUtenti = (): Declaration => ({ name: 'users', commands: [profilo] });

/**
 * Module of users (part 2, section 7 of the specification). Password digests leave this module only as hashes in `credentials`.
 * `deps.dispatch` applies the rules of services/modules/accesso/rules.ts.
 */
export function utentiModule(
  deps: Dependencies,
  attempts: Attempts = loginAttempts({}, countersInPostgres(deps.writeDb), 'password'),
): Module {
  return {
    name: 'users',
    routes: [
      readUtentiRoute(deps),
      groupsRoute(users, deps),
      comparisonRoute(users, deps),
      create(deps),
      change(deps, attempts),
      remove(deps),
    ],
    reactors: [passwordReactor(deps)],
    jobs: [job(mailPassword, noticeHandler(deps, mailPassword, 'Avviso inviato'))],
  };
}

function create(deps: Dependencies): Route {
  return {
    method: 'POST',
    path: '/api/users',
    permission: { access: users.access, action: 'insert' },
    confirmed: true,
    description: 'Crea un utente; passMD5 è il digest MD5 della password.',
    async handle(req, res, context) {
      const record = recordOfBody(DEF, req.body);
      const values = valuesOfBody(DEF, record, 'create');
      const key = readKey(DEF, record['memberID']);
      if (RESERVED_NAMES.has(String(key))) throw wrongField('memberID', 'Questo nome è riservato');
      const digest = readDigest(record);
      if (digest === undefined) throw wrongField('passMD5', 'Manca la password');
      await refuseWeak(deps, digest, [String(key), String(valuesOf(users, values).custom1 ?? '')]);
      values['signupDate'] ??= romeDate(deps.clock.now());
      const hash = await hashPassword(digest);
      const outcome = await deps.dispatch({ register: 'users', action: 'create', key, values }, senderOf(req, context));
      await storeFirstCredentials(deps, String(key), hash);
      await waitForReadTables(deps, res, outcome.position);
      res
        .status(201)
        .location(`/api/users?user=${encodeURIComponent(outcome.key)}`)
        .set('ETag', `"${outcome.version}"`)
        .json({ message: { insertId: outcome.key, versione: outcome.version } });
    },
  };
}

function change(deps: Dependencies, attempts: Attempts): Route {
  return {
    method: 'PUT',
    path: '/api/users',
    permission: 'session',
    during: ['PASSWORD_PROVVISORIA'],
    confirmed: ({ body }, identity) => givesAccess(recordOfBody(DEF, body), identity),
    description:
      "Modifica un utente; il proprio profilo (non il gruppo) è di ognuno. Un passMD5 vuoto lascia la password com'è; per cambiare la propria serve passMD5Attuale. Quella che dà un’altra persona vale 72 ore e serve solo a sceglierne una propria.",
    async handle(req, res, context) {
      const identity = requireIdentity(context.identity);
      const record = recordOfBody(DEF, req.body);
      const key = String(readKey(DEF, record['memberID']));
      const digest = readDigest(record);
      if (context.session?.duty && !isOwnPassword(record, identity.memberID)) throw new DomainError(context.session.duty);
      const amministra = scope(identity, users.access, 'edit');
      const isOwnRecord = isOwnProfile(DEF, key, identity);
      // administrators change their own record by the same rules as other users' records
      const isSelfService = isOwnRecord && identity.groupID !== GRUPPO_AMMINISTRATORI;
      if (!isSelfService && amministra === 'none') throw new DomainError('NON_PERMESSO');
      const values = valuesOfBody(DEF, record, 'change');
      if (isOwnRecord && digest !== undefined)
        await checkPresentPassword(deps, attempts, { req, memberID: key, presentPassword: record['passMD5Attuale'] });
      if (digest !== undefined) await refuseWeak(deps, digest, await namesOf(deps, key, values));
      const sender = senderOf(req, context);
      const { readVersion } = context;
      const outcome = isSelfService
        ? await deps.dispatch(profilo.call(key, values, readVersion), sender)
        : await deps.dispatch({ register: 'users', action: 'change', key, values, readVersion }, sender);
      const password = digest === undefined ? null : await changePassword(deps, key, digest, sender);
      if (isOwnRecord && password) await removeFirstAccess(deps.config.DATI_DIR, key);
      const position = password?.position ?? outcome.position;
      await waitForReadTables(deps, res, position);
      sendChanged(res, position === null ? 0 : 1, outcome.version);
    },
  };
}

function remove(deps: Dependencies): Route {
  return {
    method: 'DELETE',
    path: '/api/users',
    permission: { access: users.access, action: 'delete' },
    description: "Elimina un utente (nel corpo o nell'indirizzo: user) e chiude le sue sessioni.",
    async handle(req, res, context) {
      const body = isData(req.body) ? req.body : {};
      const key = readKey(
        DEF,
        body['user'] ?? body['memberID'] ?? req.query['user'] ?? req.query['memberID'] ?? req.query['chiave'],
        'user',
      );
      const { readVersion } = context;
      const outcome = await deps.dispatch({ register: 'users', action: 'delete', key, readVersion }, senderOf(req, context));
      await waitForReadTables(deps, res, outcome.position);
      sendChanged(res, 1, outcome.version);
    },
  };
}

/** Tells whether a request only sets a new password for the person's own account. */
function isOwnPassword(record: Record<string, unknown>, memberID: string): boolean {
  const others = Object.keys(record).filter((field) => !['memberID', 'passMD5', 'passMD5Attuale'].includes(field));
  return others.length === 0 && record['memberID'] === memberID && readDigest(record) !== undefined;
}

/**
 * Tells whether a request sets another user's password or changes anybody's group. A user name spelt differently from the person's own
 * counts as another user.
 */
function givesAccess({ memberID, groupID, passMD5: digest }: Record<string, unknown>, identity: Identity): boolean {
  const own = memberID === identity.memberID;
  const password = digest !== undefined && digest !== null && digest !== '';
  return own ? groupID !== undefined && groupID !== identity.groupID : password || groupID !== undefined;
}

function readDigest(record: Record<string, unknown>): string | undefined {
  const read = passMD5.safeParse(record['passMD5']);
  if (!read.success) throw invalidData(read.error, ['passMD5']);
  return read.data;
}

const wrongField = (field: string, message: string) =>
  new DomainError('RICHIESTA_NON_VALIDA', { errors: [{ campo: field, messaggio: message }] });
