import type { Request } from 'express';
import { loginRequest, type LoginAnswer, type LoginRequest, type UtenteInSession } from '#contracts/modules/accesso.ts';
import type { WeakPassword } from '#contracts/core/weak-password.ts';
import type { AccessKind } from '#contracts/core/access-kinds.ts';
import { DomainError } from '#contracts/core/errors.ts';
import { networkOf } from '#services/platform/http/network.ts';
import { recordAccess } from '#services/platform/identity/access-trail.ts';
import { isKnownBrowser } from '#services/platform/identity/browsers.ts';
import { credentialsOf, namedUser } from '#services/platform/identity/credentials.ts';
import { ACCOUNT_DEMO } from '#services/platform/identity/demo-accounts.ts';
import { recoveryCodesLeft } from '#services/platform/identity/second-factor.ts';
import { weakness } from '#services/platform/identity/weak-passwords.ts';
import { isDemo } from '#services/platform/start/config.ts';
import { LockedOut, type Attempts } from '#services/platform/identity/login-attempts.ts';
import { closeSession, tokenOf } from '#services/platform/identity/sessions.ts';
import type { Dependencies, Route } from '#services/platform/module.ts';
import { signIn, type SignedIn } from './login.ts';
import { tellNewBrowser } from './new-browser.ts';

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
      const { token, utente, browser, seen } = await signInCounted(deps, attempts, req, request);
      if (!seen) await tellNewBrowser(deps, req, utente);
      // the session that a browser goes on from ends with the sign-in
      const before = tokenOf(req);
      if (before !== null) await closeSession(deps.writeDb, before);
      const passwordDebole = await weaknessAtSignIn(deps, utente, request.password);
      const answer: LoginAnswer = {
        utente: { token, data: [utente], browser, ...(passwordDebole === undefined ? {} : { passwordDebole }) },
      };
      res.json(answer);
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
  return weakness(password.toLowerCase(), [memberID, name, config.DITTA]);
}

async function noteRecovery(deps: Deps, req: Request, utente: string): Promise<void> {
  const left = await recoveryCodesLeft(deps.writeDb, utente);
  const what = `Codice di recupero usato, ${left === 1 ? 'ne resta 1' : `ne restano ${left}`}`;
  await recordAccess(deps, { tipo: 'secondo-fattore', utente, indirizzo: req.ip ?? null, cosa: what });
}

/** The sign-in behind the limits, and a line in the table of accesses for how it ended. */
async function signInCounted(deps: Deps, attempts: Attempts, req: Request, request: LoginRequest): Promise<SignedIn> {
  const { username, browser } = request;
  const note = (tipo: AccessKind) => recordAccess(deps, { tipo, utente: username, indirizzo: req.ip ?? null, cosa: 'POST /api/login' });
  const credentials = await credentialsOf(deps.writeDb, username);
  const known = credentials !== null && (await isKnownBrowser(deps.writeDb, username, browser));
  try {
    let wrongCode: DomainError | null = null;
    const test = () =>
      signIn(deps, request).catch((error: unknown) => {
        if (!(error instanceof DomainError && error.code === 'CODICE_ERRATO')) throw error;
        // counted as a wrong password is
        wrongCode = error;
        return null;
      });
    const accesso = await attempts.count(username, networkOf(req.ip ?? ''), test, { known, since: credentials?.modificata });
    await note(accesso ? 'accesso' : wrongCode ? 'codice-errato' : 'password-errata');
    if (!accesso) throw wrongCode ?? new DomainError('CREDENZIALI_ERRATE');
    if (accesso.recovery) await noteRecovery(deps, req, username);
    return accesso;
  } catch (error) {
    // a closed door is told once, however often it is tried
    if (error instanceof LockedOut && error.began) await note('blocco');
    if (error instanceof DomainError && error.code === 'PASSWORD_SCADUTA') await note('rifiuto');
    throw error;
  }
}
