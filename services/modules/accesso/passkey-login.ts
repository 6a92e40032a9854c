import type { Request } from 'express';
import type { PasskeyAttempt, PasskeySite } from '#contracts/core/passkey.ts';
import { passkeySignIn, type PasskeySignIn } from '#contracts/modules/passkey.ts';
import { networkOf } from '#services/platform/http/network.ts';
import { tokenOfBrowser } from '#services/platform/identity/browsers.ts';
import type { Attempts } from '#services/platform/identity/login-attempts.ts';
import { makeChallenge, newAttempt, takeChallenge } from '#services/platform/identity/passkey-challenges.ts';
import { passkeySite, requirePasskeySite } from '#services/platform/identity/passkey-site.ts';
import { ownerOfPasskey, verifyPasskey, requestOptions } from '#services/platform/identity/passkeys.ts';
import type { Dependencies, Route } from '#services/platform/module.ts';
import { notifyCopiedPasskey } from './copied-passkey.ts';
import { signInByPasskey, type SignedIn } from './login.ts';
import { signInCounted, welcome } from './login-route.ts';

type Deps = Pick<Dependencies, 'catalogue' | 'config' | 'store' | 'readDb' | 'writeDb' | 'clock' | 'log' | 'jobs'>;

const PATH = '/api/passkey/accesso';
const CALL = `POST ${PATH}`;

/** Sign-in with a passkey, behind the same limits as the one with a password. */
export const passkeyLoginRoutes = (deps: Deps, attempts: Attempts): Route[] => [siteRoute(deps), signInRoute(deps, attempts)];

const siteRoute = ({ config }: Deps): Route => ({
  method: 'GET',
  path: PATH,
  permission: 'public',
  description: 'L’indirizzo a cui si può entrare con una passkey; null dove il portale non è in https (o su localhost).',
  async handle(_req, res) {
    const data: PasskeySite = { indirizzo: passkeySite(config)?.origin ?? null };
    res.json({ data: [data] });
  },
});

const signInRoute = (deps: Deps, attempts: Attempts): Route => ({
  method: 'POST',
  path: PATH,
  permission: 'public',
  schema: { body: passkeySignIn },
  description:
    'Apre una sessione con una passkey, senza username né codice: passo avvia dà il tentativo e le opzioni per navigator.credentials.get(), passo conferma, entro 5 minuti e una volta sola, riporta il tentativo con la risposta del dispositivo. Risponde come POST api/login; 404 dove il portale non è in https.',
  async handle(req, res) {
    const asked = passkeySignIn.parse(req.body);
    requirePasskeySite(deps.config);
    if (asked.passo === 'avvia') return void res.status(201).json({ message: await begin(deps, req) });
    res.json(await welcome(deps, req, await enterCounted(deps, attempts, req, asked)));
  },
});

async function begin({ writeDb, config, clock }: Deps, req: Request): Promise<PasskeyAttempt> {
  const attempt = newAttempt();
  const challenge = await makeChallenge(writeDb, { key: attempt, network: networkOf(req.ip ?? ''), now: clock.now() });
  return { tentativo: attempt, opzioni: await requestOptions(writeDb, requirePasskeySite(config), { challenge }) };
}

async function enterCounted(deps: Deps, attempts: Attempts, req: Request, asked: PasskeySignIn): Promise<SignedIn> {
  const site = requirePasskeySite(deps.config);
  const { tentativo: attempt, risposta: answer, ricordami, utente } = asked;
  const owner = await ownerOfPasskey(deps.writeDb, answer.id, site.host);
  const browser = owner === null ? null : await tokenOfBrowser(deps.writeDb, owner, asked.browser);
  return signInCounted(deps, attempts, req, {
    call: CALL,
    username: owner,
    countedAs: answer.id,
    browser,
    wrong: ['passkey-errata', 'PASSKEY_ERRATA'],
    async test() {
      const now = deps.clock.now();
      const open = await takeChallenge(deps.writeDb, attempt, now);
      const proven = open && (await verifyPasskey(deps.writeDb, site, { challenge: open.challenge, answer, memberID: utente, now }));
      if (proven?.copied) await notifyCopiedPasskey(deps, req, proven);
      return proven && !proven.copied ? signInByPasskey(deps, { username: proven.memberID, ricordami, browser }) : null;
    },
  });
}
