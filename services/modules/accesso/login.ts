import { isEmptyPassword, type LoginRequest, type UtenteInSession } from '#contracts/modules/accesso.ts';
import { DomainError } from '#contracts/core/errors.ts';
import { readUtente } from '#projections/accesso/accesso.queries.ts';
import type { Dependencies } from '#services/platform/module.ts';
import { isLockedDemo } from './demo-lock.ts';
import { rememberBrowser, seenBrowser } from '#services/platform/identity/browsers.ts';
import { cleanIdentity } from '#services/platform/identity/cleanup.ts';
import { credentialsOf, replaceHash } from '#services/platform/identity/credentials.ts';
import { check, hashPassword, isOutdated } from '#services/platform/identity/password.ts';
import { passSecondFactor } from '#services/platform/identity/second-factor.ts';
import { openSession } from '#services/platform/identity/sessions.ts';

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
 * provisional password that ended, CODICE_RICHIESTO and CODICE_ERRATO where the password is right and the second factor is not.
 */
export async function signIn(deps: Deps, request: LoginRequest): Promise<SignedIn | null> {
  const { writeDb, clock, config } = deps;
  const { username, ricordami } = request;
  const digest = request.password.toLowerCase();
  // credentials that change in the middle (another login brings them up to date) are judged once more
  for (const last of [false, true]) {
    const credentials = await credentialsOf(writeDb, username);
    const hash = credentials?.hash ?? null;
    const right = await check(digest, hash);
    if (!right || hash === null || isEmptyPassword(digest) || (await isLockedDemo(deps, username))) return null;
    const utente = await signedIn(deps, username);
    if (!utente) return null;
    const now = clock.now();
    if (credentials?.provvisoria && credentials.provvisoria <= now) throw new DomainError('PASSWORD_SCADUTA');
    await cleanIdentity(writeDb, now);
    const opened = await writeDb.transaction().execute(async (tx) => {
      const token = await openSession(tx, { memberID: username, groupID: utente.groupID, ricordami, hash, now });
      if (token === null) return null;
      const before = await seenBrowser(tx, username, request.browser);
      const { trusted, recovery } = await passSecondFactor(tx, config, {
        memberID: username,
        code: request.codice,
        ricordami,
        trusted: before?.valido ? before.secondo_fattore : null,
        now,
      });
      return {
        token,
        recovery,
        seen: before !== null,
        browser: await rememberBrowser(tx, { memberID: username, used: request.browser, now, trusted }),
      };
    });
    if (opened && isOutdated(hash)) await replaceHash(writeDb, username, hash, await hashPassword(digest));
    if (opened) return { ...opened, utente };
    if (last) break;
  }
  return null;
}

async function signedIn({ readDb }: Deps, memberID: string): Promise<UtenteInSession | null> {
  const utente = await readUtente(readDb, memberID);
  // credentials without a record: the read tables have not caught up yet, which is no wrong password
  if (!utente) throw new DomainError('NON_DISPONIBILE', { retryAfter: 2 });
  if (utente.eliminato) return null;
  return { memberID, groupID: utente.groupID, name: utente.custom1 ?? memberID, email: utente.email };
}
