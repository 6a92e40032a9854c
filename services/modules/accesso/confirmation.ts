import { confirmationRequest, type Confirmed } from '#contracts/modules/accesso.ts';
import { DomainError } from '#contracts/core/errors.ts';
import { networkOf } from '#services/platform/http/network.ts';
import { CONFIRMED_MS, requireIdentity } from '#services/platform/http/permissions.ts';
import { recordAccess } from '#services/platform/identity/access-trail.ts';
import { hashOf } from '#services/platform/identity/credentials.ts';
import type { Attempts } from '#services/platform/identity/login-attempts.ts';
import { check } from '#services/platform/identity/password.ts';
import { spendTotp } from '#services/platform/identity/second-factor.ts';
import { confirmSession, sessionId } from '#services/platform/identity/sessions.ts';
import type { Dependencies, Route } from '#services/platform/module.ts';

type Deps = Pick<Dependencies, 'writeDb' | 'config' | 'clock' | 'log'>;

const CALL = 'POST /api/conferma';

/** Confirms with password or code that the person of the session is there. Wrong ones count as wrong passwords of a sign-in. */
export const confirmationRoute = (deps: Deps, attempts: Attempts): Route => ({
  method: 'POST',
  path: '/api/conferma',
  permission: 'session',
  during: ['SECONDO_FATTORE_OBBLIGATORIO'],
  schema: { body: confirmationRequest },
  description:
    'Conferma per 15 minuti, con passMD5 oppure con il codice dell’app, che a usare la sessione è la sua persona: lo chiedono, con 403 /problemi/conferma-richiesta, le chiamate che non si ritirano o che aprono una porta.',
  async handle(req, res, context) {
    const { passMD5: digest, codice: code } = confirmationRequest.parse(req.body);
    const { memberID } = requireIdentity(context.identity);
    const now = deps.clock.now();
    const told = { utente: memberID, indirizzo: req.ip ?? null, cosa: CALL };
    const proven = async () =>
      code
        ? spendTotp(deps.writeDb, deps.config, { memberID, code, now })
        : check((digest ?? '').toLowerCase(), await hashOf(deps.writeDb, memberID));
    const right = await attempts.count(memberID, networkOf(req.ip ?? ''), async () => (await proven()) || null);
    if (!right) {
      await recordAccess(deps, { ...told, tipo: code ? 'codice-errato' : 'password-errata' });
      throw code ? wrong('codice', 'Il codice non è corretto, o è già stato usato') : wrong('passMD5', 'La password non è corretta');
    }
    await confirmSession(deps.writeDb, sessionId(req) ?? '', now);
    await recordAccess(deps, { ...told, tipo: 'conferma' });
    const message: Confirmed = { scade: new Date(now.getTime() + CONFIRMED_MS).toISOString() };
    res.json({ message });
  },
});

const wrong = (campo: string, messaggio: string) => new DomainError('RICHIESTA_NON_VALIDA', { errors: [{ campo, messaggio }] });
