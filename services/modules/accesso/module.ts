import type { SessionAnswer } from '#contracts/modules/accesso.ts';
import { DomainError } from '#contracts/core/errors.ts';
import { completePermissions, marcatore } from '#contracts/core/permissions.ts';
import type { Declaration, Dependencies, Module, Parts, Route } from '#services/platform/module.ts';
import { tokenOf, closeSession } from '#services/platform/identity/sessions.ts';
import { recordAccess } from '#services/platform/identity/access-trail.ts';
import { closeObservation, endObservations } from '#services/platform/identity/observations.ts';
import { draftKeyOf } from '#services/platform/identity/draft-key.ts';
import { countersInPostgres } from '#services/platform/identity/counters.ts';
import { loginAttempts, type Attempts } from '#services/platform/identity/login-attempts.ts';
import { confirmationRoute } from './confirmation.ts';
import { loginRoute } from './login-route.ts';
import { job } from '#contracts/ports/job-queue.ts';
import { mailNewBrowser } from '#contracts/jobs/mail-new-browser.ts';
import { noticeHandler } from '#services/platform/mail/notice.handler.ts';
import { passkeyRoutes } from './passkey.ts';
import { passkeyLoginRoutes } from './passkey-login.ts';
import { seeAsRoute } from './see-as.ts';
import { secondFactorRoutes } from './second-factor.ts';
import { endOwnSessionsRoute, ownSessionsRoute } from './own-sessions.ts';
import { accessoRules } from './rules.ts';

type Deps = Pick<
  Dependencies,
  'catalogue' | 'readDb' | 'writeDb' | 'clock' | 'config' | 'store' | 'readModelWait' | 'log' | 'jobs' | 'mailer'
>;

/** Declares the rules of accounts, groups and rights. */
export const declareAccesso = (deps: Parts): Declaration => ({
  name: 'accesso',
  rules: accessoRules(deps),
});

/** Login, logout and who am I (part 1, sections 4 and 7). */
export function accessoModule(deps: Deps, attempts: Attempts = loginAttempts({}, countersInPostgres(deps.writeDb))): Module {
  return {
    name: 'accesso',
    routes: [
      loginRoute(deps, attempts),
      logout(deps),
      session(deps),
      ownSessionsRoute(deps),
      endOwnSessionsRoute(deps),
      seeAsRoute(deps),
      ...secondFactorRoutes(deps, attempts),
      ...passkeyRoutes(deps),
      ...passkeyLoginRoutes(deps, attempts),
      confirmationRoute(deps, attempts),
    ],
    jobs: [job(mailNewBrowser, noticeHandler(deps, mailNewBrowser, 'Avviso inviato'))],
    periodic: [endObservations(deps)],
  };
}

function logout(deps: Deps): Route {
  return {
    method: 'POST',
    path: '/api/logout',
    permission: 'session',
    during: ['PASSWORD_PROVVISORIA', 'SECONDO_FATTORE_OBBLIGATORIO'],
    whileObserving: () => true,
    description: 'Chiude questa sessione; di chi vede il portale come un altro utente, quel modo di vedere.',
    async handle(req, res) {
      const token = tokenOf(req);
      const observed = token !== null && (await closeObservation(deps, token));
      const utente = token === null || observed ? null : await closeSession(deps.writeDb, token);
      if (utente !== null) await recordAccess(deps, { tipo: 'uscita', utente, indirizzo: req.ip ?? null, cosa: 'POST /api/logout' });
      // documents that were opened do not stay behind in the browser
      res.set('Clear-Site-Data', '"cache"').json({ message: { affectedRows: 1 } });
    },
  };
}

function session(deps: Deps): Route {
  return {
    method: 'GET',
    path: '/api/sessione',
    permission: 'session',
    during: ['PASSWORD_PROVVISORIA', 'SECONDO_FATTORE_OBBLIGATORIO'],
    passive: true,
    description:
      'La persona della sessione, con il gruppo e i permessi per area. Non conta come uso della sessione, se non con usata=1; dovere dice che cosa va fatto prima di tutto (PASSWORD_PROVVISORIA, SECONDO_FATTORE_OBBLIGATORIO), osservatore chi vede il portale come questa persona.',
    async handle(_req, res, { session: read }) {
      if (!read) throw new DomainError('SESSIONE_ASSENTE');
      const { memberID, groupID, email, gruppo, ricordami, duty: dovere, osservatore } = read;
      const data: SessionAnswer = {
        memberID,
        groupID,
        email,
        gruppo,
        ricordami,
        dovere,
        ...(osservatore !== null && { osservatore }),
        name: read.nome ?? memberID,
        marcatore: marcatore(groupID),
        permessi: completePermissions(read.permessi),
        archivioUrl: deps.config.ARCHIVIO_URL || null,
        ditta: deps.config.DITTA,
        scade: read.scade.toISOString(),
        // the drafts are the person's own
        chiaveBozze: osservatore === null ? draftKeyOf(deps.config, memberID) : null,
      };
      res.json({ data: [data] });
    },
  };
}
