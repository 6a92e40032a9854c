import {
  secondFactorRemoval,
  secondFactorRequest,
  type SecondFactorBegun,
  type SecondFactorOn,
  type SecondFactorState,
} from '#contracts/modules/accesso.ts';
import { DomainError } from '#contracts/core/errors.ts';
import { GRUPPO_AMMINISTRATORI } from '#contracts/core/permissions.ts';
import { needsSecondFactor } from '#contracts/core/session-duty.ts';
import { readUtente } from '#projections/accesso/accesso.queries.ts';
import { networkOf } from '#services/platform/http/network.ts';
import { requireIdentity } from '#services/platform/http/permissions.ts';
import { recordAccess } from '#services/platform/identity/access-trail.ts';
import type { Attempts } from '#services/platform/identity/login-attempts.ts';
import {
  beginSecondFactor,
  confirmSecondFactor,
  recoveryCodesLeft,
  removeSecondFactor,
  secondFactorSince,
} from '#services/platform/identity/second-factor.ts';
import { base32, totpUri } from '#services/platform/identity/totp.ts';
import type { Dependencies, Exchange, Route } from '#services/platform/module.ts';
import { isData } from '#services/registers/body.ts';

type Deps = Pick<Dependencies, 'readDb' | 'writeDb' | 'config' | 'clock' | 'log'>;

const PATH = '/api/secondo-fattore';
const WHO = 'Il secondo fattore di un altro utente è cosa degli amministratori.';

/** Second factors: everybody's own, and those of others for administrators. Wrong codes count as wrong passwords of a sign-in. */
export const secondFactorRoutes = (deps: Deps, attempts: Attempts): Route[] => [
  stateRoute(deps),
  setUpRoute(deps, attempts),
  removeRoute(deps),
];

const stateRoute = (deps: Deps): Route => ({
  method: 'GET',
  path: PATH,
  permission: 'session',
  during: ['SECONDO_FATTORE_OBBLIGATORIO'],
  description:
    'Da quando si entra con il secondo fattore, quanti codici di recupero restano e se è obbligatorio (SECONDO_FATTORE): il proprio, o quello di utente per il gruppo 2.',
  async handle(req, res, { identity }) {
    const me = requireIdentity(identity);
    const asked = secondFactorRemoval.parse(req.query);
    const memberID = asked ?? me.memberID;
    if (memberID !== me.memberID && me.groupID !== GRUPPO_AMMINISTRATORI) throw new DomainError('NON_PERMESSO', { message: WHO });
    const groupID = memberID === me.memberID ? me.groupID : await groupOf(deps, memberID);
    const data: SecondFactorState = {
      attivo: (await secondFactorSince(deps.writeDb, memberID))?.toISOString() ?? null,
      codici: await recoveryCodesLeft(deps.writeDb, memberID),
      obbligatorio: needsSecondFactor(deps.config.SECONDO_FATTORE, groupID),
    };
    res.json({ data: [data] });
  },
});

async function groupOf({ readDb }: Deps, memberID: string): Promise<number> {
  const utente = await readUtente(readDb, memberID);
  if (!utente || utente.eliminato) throw new DomainError('SCONOSCIUTO', { message: 'Questo utente non esiste.' });
  return utente.groupID;
}

const setUpRoute = (deps: Deps, attempts: Attempts): Route => ({
  method: 'POST',
  path: PATH,
  permission: 'session',
  during: ['SECONDO_FATTORE_OBBLIGATORIO'],
  // with it, whoever found an open session would lock its person out
  confirmed: ({ body }) => isData(body) && body['passo'] === 'avvia',
  schema: { body: secondFactorRequest },
  description:
    'Attiva il proprio secondo fattore (TOTP): passo avvia dà il segreto e il suo indirizzo per il QR, passo conferma con il primo codice lo attiva e dà i dieci codici di recupero, che non si rileggono.',
  async handle(req, res, context) {
    const asked = secondFactorRequest.parse(req.body);
    const { memberID } = requireIdentity(context.identity);
    if (asked.passo === 'avvia') return void res.status(201).json({ message: await begin(deps, memberID) });
    const message: SecondFactorOn = { codici: await switchOn(deps, attempts, { req, res, context }, asked.codice) };
    res.status(201).json({ message });
  },
});

async function begin({ writeDb, config, clock }: Deps, memberID: string): Promise<SecondFactorBegun> {
  const secret = await beginSecondFactor(writeDb, config, memberID, clock.now());
  if (secret === null)
    throw new DomainError('STATO_NON_AMMESSO', { message: 'Il secondo fattore è già attivo: per cambiare app, prima toglilo.' });
  return { segreto: base32(secret), uri: totpUri(secret, { account: memberID, issuer: config.DITTA }) };
}

async function switchOn(deps: Deps, attempts: Attempts, { req, context }: Exchange, code: string | null): Promise<string[]> {
  const { memberID } = requireIdentity(context.identity);
  if (code === null) throw wrongCode('Scrivi il codice che l’app mostra');
  const now = deps.clock.now();
  const codes = await attempts.count(memberID, networkOf(req.ip ?? ''), () =>
    deps.writeDb.transaction().execute((tx) => confirmSecondFactor(tx, deps.config, { memberID, code, now })),
  );
  if (codes === null) throw wrongCode('Il codice non è quello che l’app mostra ora: controlla anche l’ora del telefono');
  await recordAccess(deps, { tipo: 'secondo-fattore', utente: memberID, indirizzo: req.ip ?? null, cosa: 'Attivato' });
  return codes;
}

const removeRoute = (deps: Deps): Route => ({
  method: 'DELETE',
  path: PATH,
  permission: 'session',
  confirmed: true,
  schema: { body: secondFactorRemoval },
  description: 'Toglie il proprio secondo fattore, con i suoi codici di recupero; il gruppo 2 anche quello di un altro (utente).',
  async handle(req, res, { identity }) {
    const me = requireIdentity(identity);
    const memberID = secondFactorRemoval.parse(req.body) ?? me.memberID;
    const foreign = memberID !== me.memberID;
    if (foreign && me.groupID !== GRUPPO_AMMINISTRATORI) throw new DomainError('NON_PERMESSO', { message: WHO });
    if (!(await removeSecondFactor(deps.writeDb, memberID)))
      throw new DomainError('SCONOSCIUTO', {
        message: foreign ? 'Questo utente non ha un secondo fattore.' : 'Il secondo fattore non è attivo.',
      });
    await recordAccess(deps, {
      tipo: 'secondo-fattore',
      utente: me.memberID,
      indirizzo: req.ip ?? null,
      cosa: 'Tolto',
      ...(foreign ? { riguarda: memberID } : {}),
    });
    res.json({ message: { affectedRows: 1 } });
  },
});

const wrongCode = (messaggio: string) => new DomainError('RICHIESTA_NON_VALIDA', { errors: [{ campo: 'codice', messaggio }] });
