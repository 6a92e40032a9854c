import { isEmptyPassword, type LoginRequest, type UtenteInSession } from '#contracts/modules/accesso.ts';
import { DomainError } from '#contracts/core/errors.ts';
import { needsSecondFactor } from '#contracts/core/session-duty.ts';
import { readUtente } from '#projections/accesso/accesso.queries.ts';
import type { Dependencies } from '#services/platform/module.ts';
import { isLockedDemo } from './demo-lock.ts';
import { rememberBrowser, seenBrowser, type SeenBrowser } from '#services/platform/identity/browsers.ts';
import { cleanIdentity } from '#services/platform/identity/cleanup.ts';
import { credentialsOf, replaceHash, type Credentials } from '#services/platform/identity/credentials.ts';
import { passkeySite } from '#services/platform/identity/passkey-site.ts';
import { hasPasskey } from '#services/platform/identity/passkeys.ts';
import { check, hashPassword, isOutdated } from '#services/platform/identity/password.ts';
import { passSecondFactor, secondFactorSince, type PassedFactor } from '#services/platform/identity/second-factor.ts';
import { openSession } from '#services/platform/identity/sessions.ts';
import type { WriteTransaction } from '#services/platform/postgres/write-tables.ts';

type Deps = Pick<Dependencies, 'catalogue' | 'config' | 'store' | 'readDb' | 'writeDb' | 'clock'>;

export interface SignedIn {
  token: string;
  browser: string;
  /** The second factor was a recovery code. */
  recovery: boolean;
  /** The browser signed in as this user before. */
  seen: boolean;
  utente: UtenteInSession;
}

/**
 * Checks the credentials and opens a session; `null` when they are wrong, whatever is wrong with them. Throws PASSWORD_SCADUTA for a
 * provisional password that ended, CODICE_RICHIESTO, CODICE_ERRATO and PASSKEY_RICHIESTA where the password is right and the second factor is
 * not.
 */
export async function signIn(deps: Deps, request: LoginRequest): Promise<SignedIn | null> {
  const { writeDb, clock, config } = deps;
  const { username, ricordami, browser } = request;
  const digest = request.password.toLowerCase();
  // credentials that change in the middle (another login brings them up to date) are judged once more
  for (const last of [false, true]) {
    const credentials = await credentialsOf(writeDb, username);
    const hash = credentials?.hash ?? null;
    const right = await check(digest, hash);
    if (!right || !credentials || isEmptyPassword(digest)) return null;
    const opened = await enter(deps, {
      username,
      credentials,
      ricordami,
      browser,
      async factor(tx, { before, groupID }) {
        await requirePasskey(tx, config, { memberID: username, groupID });
        const trusted = before?.valido ? before.secondo_fattore : null;
        return passSecondFactor(tx, config, { memberID: username, code: request.codice, ricordami, trusted, now: clock.now() });
      },
    });
    if (opened === 'closed') return null;
    if (opened && hash !== null && isOutdated(hash)) await replaceHash(writeDb, username, hash, await hashPassword(digest));
    if (opened) return opened;
    if (last) break;
  }
  return null;
}

/** Opens a session of a person who has proven to hold a passkey; `null` for one who may not sign in. Throws PASSWORD_SCADUTA. */
export async function signInByPasskey(
  deps: Deps,
  { username, ricordami, browser }: { username: string; ricordami: boolean; browser: string | null },
): Promise<SignedIn | null> {
  for (const last of [false, true]) {
    const credentials = await credentialsOf(deps.writeDb, username);
    if (!credentials) return null;
    const opened = await enter(deps, {
      username,
      credentials,
      ricordami,
      browser,
      // the device has verified its user: a passkey is two factors
      factor: async (_tx, { before }) => ({ trusted: before?.valido ? before.secondo_fattore : null, recovery: false }),
    });
    if (opened === 'closed') return null;
    if (opened) return opened;
    if (last) break;
  }
  return null;
}

interface Proven {
  username: string;
  /** Credentials as they were when the proof was judged. */
  credentials: Credentials;
  ricordami: boolean;
  /** Token of the browser from its last login here. */
  browser: string | null;
  /** Judges the second factor, within the transaction of the new session. */
  factor(tx: WriteTransaction, whose: { before: SeenBrowser | null; groupID: number }): Promise<PassedFactor>;
}

/**
 * Opens the session of a person who has proven who they are: the one place where a sign-in ends. Returns 'closed' for a user who may not
 * sign in, and `null` if the credentials changed meanwhile. Throws PASSWORD_SCADUTA for a provisional password that ended.
 */
async function enter(deps: Deps, { username, credentials, ricordami, browser, factor }: Proven): Promise<SignedIn | 'closed' | null> {
  const { writeDb, clock } = deps;
  if (await isLockedDemo(deps, username)) return 'closed';
  const utente = await signedIn(deps, username);
  if (!utente) return 'closed';
  const now = clock.now();
  if (credentials.provvisoria && credentials.provvisoria <= now) throw new DomainError('PASSWORD_SCADUTA');
  await cleanIdentity(writeDb, now);
  return writeDb.transaction().execute(async (tx) => {
    const { groupID } = utente;
    const token = await openSession(tx, { memberID: username, groupID, ricordami, hash: credentials.hash, now });
    if (token === null) return null;
    const before = await seenBrowser(tx, username, browser);
    const { trusted, recovery } = await factor(tx, { before, groupID });
    return {
      token,
      recovery,
      seen: before !== null,
      browser: await rememberBrowser(tx, { memberID: username, used: browser, now, trusted }),
      utente,
    };
  });
}

/**
 * Throws PASSKEY_RICHIESTA for a person who must have a second factor and whose only one is a passkey: with the password alone, a thief
 * could set up codes of their own.
 */
async function requirePasskey(
  tx: WriteTransaction,
  config: Deps['config'],
  { memberID, groupID }: { memberID: string; groupID: number },
): Promise<void> {
  const site = passkeySite(config);
  if (site === null || !needsSecondFactor(config.SECONDO_FATTORE, groupID)) return;
  if ((await secondFactorSince(tx, memberID)) === null && (await hasPasskey(tx, memberID, site.host)))
    throw new DomainError('PASSKEY_RICHIESTA');
}

async function signedIn({ readDb }: Deps, memberID: string): Promise<UtenteInSession | null> {
  const utente = await readUtente(readDb, memberID);
  // credentials without a record: the read tables have not caught up yet, which is no wrong password
  if (!utente) throw new DomainError('NON_DISPONIBILE', { retryAfter: 2 });
  if (utente.eliminato) return null;
  return { memberID, groupID: utente.groupID, name: utente.custom1 ?? memberID, email: utente.email };
}
