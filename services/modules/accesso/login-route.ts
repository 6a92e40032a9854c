import type { Request } from 'express';
import { loginRequest, type LoginAnswer, type UtenteInSession } from '#contracts/modules/accesso.ts';
import type { WeakPassword } from '#contracts/core/weak-password.ts';
import type { AccessKind } from '#contracts/core/access-kinds.ts';
import { DomainError, type ErrorCode } from '#contracts/core/errors.ts';
import { networkOf } from '#services/platform/http/network.ts';
import { recordAccess } from '#services/platform/identity/access-trail.ts';
import { isKnownBrowser } from '#services/platform/identity/browsers.ts';
import { credentialsOf, namedUser } from '#services/platform/identity/credentials.ts';
import { ACCOUNT_DEMO } from '#services/platform/identity/demo-accounts.ts';
import { recoveryCodesLeft } from '#services/platform/identity/second-factor.ts';
import { weaknessOf } from '#services/platform/identity/weak-passwords.ts';
import { isDemo } from '#services/platform/start/config.ts';
import { LockedOut, type Attempts } from '#services/platform/identity/login-attempts.ts';
import { closeSession, tokenOf } from '#services/platform/identity/sessions.ts';
import type { Dependencies, Route } from '#services/platform/module.ts';
import { signIn, type SignedIn } from './login.ts';
import { notifyNewBrowser } from './new-browser.ts';

type Deps = Pick<Dependencies, 'catalogue' | 'config' | 'store' | 'readDb' | 'writeDb' | 'clock' | 'log' | 'jobs'>;

export function loginRoute(deps: Deps, attempts: Attempts): Route {
  return {
    method: 'POST',
    path: '/api/login',
    permission: 'public',
    description:
      'Apre una sessione con username e digest MD5 della password; browser è il testo della risposta precedente, se c’è. Chi ha un secondo fattore manda anche codice (dell’app, o di recupero): senza è 401 /problemi/codice-richiesto. passwordDebole dice se la password, che vale ancora, andrebbe cambiata.',
    async handle(req, res) {
      const typed = loginRequest.parse(req.body);
      const request = { ...typed, username: await namedUser(deps.writeDb, typed.username) };
      const { username, browser } = request;
      const signedIn = await signInCounted(deps, attempts, req, {
        call: 'POST /api/login',
        username,
        browser,
        wrong: ['password-errata', 'CREDENZIALI_ERRATE'],
        test: () => signIn(deps, request),
      });
      const passwordDebole = await weaknessAtSignIn(deps, signedIn.utente, request.password);
      const answer = await welcome(deps, req, signedIn);
      res.json({ utente: { ...answer.utente, ...(passwordDebole === undefined ? {} : { passwordDebole }) } } satisfies LoginAnswer);
    },
  };
}

/**
 * Judges a password of before today's rules, which still signs in, so that the browser can ask for another one. Returns `undefined` for demo
 * accounts.
 */
async function weaknessAtSignIn(
  { config }: Deps,
  { memberID, name }: UtenteInSession,
  password: string,
): Promise<WeakPassword | null | undefined> {
  if (isDemo(config) && ACCOUNT_DEMO.some((account) => account.memberID === memberID)) return undefined;
  return weaknessOf(password.toLowerCase(), [memberID, name, config.DITTA]);
}

async function noteRecovery(deps: Deps, req: Request, utente: string): Promise<void> {
  const left = await recoveryCodesLeft(deps.writeDb, utente);
  const what = `Codice di recupero usato, ${left === 1 ? 'ne resta 1' : `ne restano ${left}`}`;
  await recordAccess(deps, { tipo: 'secondo-fattore', utente, indirizzo: req.ip ?? null, cosa: what });
}

/** Completes a sign-in of any kind: reports a new browser by mail, and ends the session that the browser had before. */
export async function welcome(deps: Deps, req: Request, { token, utente, browser, seen }: SignedIn): Promise<LoginAnswer> {
  if (!seen) await notifyNewBrowser(deps, req, utente);
  const before = tokenOf(req);
  if (before !== null) await closeSession(deps.writeDb, before);
  return { utente: { token, data: [utente], browser } };
}

export interface SignInAttempt {
  /** Method and path, for the trail of accesses. */
  call: string;
  /** User who signs in; `null` if the attempt names none. */
  username: string | null;
  /** Key under which an attempt is counted that names no user. */
  countedAs?: string;
  /** Token of the browser from its last login here. */
  browser: string | null;
  /** Kind of the trail's entry and error of the response, for an attempt whose `test` returns nothing. */
  wrong: readonly [AccessKind, ErrorCode];
  test: () => Promise<SignedIn | null>;
}

/** Runs a sign-in within the limits of wrong attempts, and records its outcome in the trail of accesses. */
export async function signInCounted(
  deps: Deps,
  attempts: Attempts,
  req: Request,
  { call, username, countedAs = '', browser, wrong, test }: SignInAttempt,
): Promise<SignedIn> {
  const note = (tipo: AccessKind) => recordAccess(deps, { tipo, utente: username, indirizzo: req.ip ?? null, cosa: call });
  const credentials = username === null ? null : await credentialsOf(deps.writeDb, username);
  const known = username !== null && credentials !== null && (await isKnownBrowser(deps.writeDb, username, browser));
  try {
    let wrongCode: DomainError | null = null;
    const tested = () =>
      test().catch((error: unknown) => {
        if (!(error instanceof DomainError && error.code === 'CODICE_ERRATO')) throw error;
        // counted as a wrong password is
        wrongCode = error;
        return null;
      });
    const accesso = await attempts.count(username ?? countedAs, networkOf(req.ip ?? ''), tested, { known, since: credentials?.modificata });
    await note(accesso ? 'accesso' : wrongCode ? 'codice-errato' : wrong[0]);
    if (!accesso) throw wrongCode ?? new DomainError(wrong[1]);
    if (accesso.recovery) await noteRecovery(deps, req, accesso.utente.memberID);
    return accesso;
  } catch (error) {
    // a closed door is told once, however often it is tried
    if (error instanceof LockedOut && error.began) await note('blocco');
    if (error instanceof DomainError && REFUSED.includes(error.code)) await note('rifiuto');
    throw error;
  }
}

/** Errors of a person who has proven who they are and does not come in. */
const REFUSED: readonly ErrorCode[] = ['PASSWORD_SCADUTA', 'PASSKEY_RICHIESTA'];
