import type { Request } from 'express';
import type { z } from 'zod';
import type { AccessKind } from '#contracts/core/access-kinds.ts';
import { confirmationRequest, type ConfirmationAnswer } from '#contracts/modules/accesso.ts';
import { DomainError } from '#contracts/core/errors.ts';
import { networkOf } from '#services/platform/http/network.ts';
import { CONFIRMED_MS, requireIdentity } from '#services/platform/http/permissions.ts';
import { recordAccess } from '#services/platform/identity/access-trail.ts';
import { hashOf } from '#services/platform/identity/credentials.ts';
import type { Attempts } from '#services/platform/identity/login-attempts.ts';
import { keyOfSession, takeChallenge } from '#services/platform/identity/passkey-challenges.ts';
import { requirePasskeySite } from '#services/platform/identity/passkey-site.ts';
import { verifyPasskey } from '#services/platform/identity/passkeys.ts';
import { check } from '#services/platform/identity/password.ts';
import { spendTotp } from '#services/platform/identity/second-factor.ts';
import { confirmSession, sessionId } from '#services/platform/identity/sessions.ts';
import type { Dependencies, Route } from '#services/platform/module.ts';
import { notifyCopiedPasskey } from './copied-passkey.ts';

type Deps = Pick<Dependencies, 'writeDb' | 'config' | 'clock' | 'log'>;

const CALL = 'POST /api/conferma';

/** Confirms with password, code or passkey that the person of the session is there. Wrong ones count as wrong passwords of a sign-in. */
export const confirmationRoute = (deps: Deps, attempts: Attempts): Route => ({
  method: 'POST',
  path: '/api/conferma',
  permission: 'session',
  during: ['SECONDO_FATTORE_OBBLIGATORIO'],
  schema: { body: confirmationRequest },
  description:
    'Conferma per 15 minuti, con passMD5, con il codice dell’app o con una passkey (opzioni da POST api/passkey/conferma), che a usare la sessione è la sua persona: lo chiedono, con 403 /problemi/conferma-richiesta, le chiamate che non si ritirano o che aprono una porta.',
  async handle(req, res, context) {
    const proof = confirmationRequest.parse(req.body);
    const { memberID } = requireIdentity(context.identity);
    const now = deps.clock.now();
    const told = { utente: memberID, indirizzo: req.ip ?? null, cosa: CALL };
    const right = await attempts.count(
      memberID,
      networkOf(req.ip ?? ''),
      async () => (await isProven(deps, req, { memberID, proof, now })) || null,
    );
    if (!right) {
      const [tipo, campo, messaggio] = WRONG[kindOf(proof)];
      await recordAccess(deps, { ...told, tipo });
      throw new DomainError('RICHIESTA_NON_VALIDA', { errors: [{ campo, messaggio }] });
    }
    await confirmSession(deps.writeDb, sessionId(req) ?? '', now);
    await recordAccess(deps, { ...told, tipo: 'conferma' });
    const message: ConfirmationAnswer = { scade: new Date(now.getTime() + CONFIRMED_MS).toISOString() };
    res.json({ message });
  },
});

type Proof = z.infer<typeof confirmationRequest>;

/** Texts of the trail of accesses and of the answer of a wrong proof. */
const WRONG = {
  passkey: ['passkey-errata', 'passkey', 'La passkey non è stata accettata, o è passato troppo tempo: riprova'],
  codice: ['codice-errato', 'codice', 'Il codice non è corretto, o è già stato usato'],
  passMD5: ['password-errata', 'passMD5', 'La password non è corretta'],
} as const satisfies Record<string, readonly [AccessKind, string, string]>;

const kindOf = ({ passkey, codice: code }: Proof): keyof typeof WRONG => (passkey ? 'passkey' : code ? 'codice' : 'passMD5');

async function isProven(
  deps: Deps,
  req: Request,
  { memberID, proof, now }: { memberID: string; proof: Proof; now: Date },
): Promise<boolean> {
  const { passMD5: digest = '', codice: code, passkey: answer } = proof;
  if (code) return spendTotp(deps.writeDb, deps.config, { memberID, code, now });
  if (!answer) return check(digest.toLowerCase(), await hashOf(deps.writeDb, memberID));
  const site = requirePasskeySite(deps.config);
  const open = await takeChallenge(deps.writeDb, keyOfSession(sessionId(req) ?? '', 'conferma'), now);
  const proven = open && (await verifyPasskey(deps.writeDb, site, { challenge: open.challenge, answer, memberID, now }));
  if (proven?.copied) await notifyCopiedPasskey(deps, req, proven);
  return proven !== null && !proven.copied;
}
