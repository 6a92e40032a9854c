import type { PasskeyBegun, PasskeyCreation, PasskeyState } from '#contracts/core/passkey.ts';
import { passkeyQuery, passkeyRemoval, passkeyRename, passkeyRequest } from '#contracts/modules/passkey.ts';
import { DomainError } from '#contracts/core/errors.ts';
import { GRUPPO_AMMINISTRATORI, type Identity } from '#contracts/core/permissions.ts';
import { networkOf } from '#services/platform/http/network.ts';
import { requireIdentity } from '#services/platform/http/permissions.ts';
import { recordAccess } from '#services/platform/identity/access-trail.ts';
import { keyOfSession, makeChallenge, takeChallenge } from '#services/platform/identity/passkey-challenges.ts';
import { passkeySite, requirePasskeySite } from '#services/platform/identity/passkey-site.ts';
import {
  addPasskey,
  creationOptions,
  handleFor,
  passkeysOf,
  removePasskeys,
  renamePasskey,
  requestOptions,
} from '#services/platform/identity/passkeys.ts';
import { sessionId } from '#services/platform/identity/sessions.ts';
import type { Dependencies, Exchange, Route } from '#services/platform/module.ts';
import { isData } from '#services/registers/body.ts';

type Deps = Pick<Dependencies, 'readDb' | 'writeDb' | 'config' | 'clock' | 'log'>;

const PATH = '/api/passkey';
const WHO = 'Le passkey di un altro utente sono cosa degli amministratori.';

/** Passkeys: everybody's own, and those of others for administrators. */
export const passkeyRoutes = (deps: Deps): Route[] => [
  listRoute(deps),
  addRoute(deps),
  renameRoute(deps),
  removeRoute(deps),
  confirmationChallengeRoute(deps),
];

/** Returns the user of a call: the own one, or for group 2 another. Throws NON_PERMESSO. */
function personAsked(me: Identity, utente: string | undefined): string {
  if (utente !== undefined && utente !== me.memberID && me.groupID !== GRUPPO_AMMINISTRATORI)
    throw new DomainError('NON_PERMESSO', { message: WHO });
  return utente ?? me.memberID;
}

const listRoute = (deps: Deps): Route => ({
  method: 'GET',
  path: PATH,
  permission: 'session',
  during: ['SECONDO_FATTORE_OBBLIGATORIO'],
  schema: { query: passkeyQuery },
  description:
    'Le proprie passkey, o per il gruppo 2 quelle di utente: id, nome, quando è nata e l’ultimo uso. indirizzo è null dove le passkey non ci sono: servono https, o localhost.',
  async handle(req, res, { identity }) {
    const memberID = personAsked(requireIdentity(identity), passkeyQuery.parse(req.query).utente);
    const site = passkeySite(deps.config);
    const rows = site === null ? [] : await passkeysOf(deps.writeDb, memberID, site.host);
    const data: PasskeyState = {
      indirizzo: site?.origin ?? null,
      passkey: rows.map(({ credenziale: id, nome, creata, usata }) => ({
        id,
        nome,
        creata: creata.toISOString(),
        usata: usata?.toISOString() ?? null,
      })),
    };
    res.json({ data: [data] });
  },
});

const addRoute = (deps: Deps): Route => ({
  method: 'POST',
  path: PATH,
  permission: 'session',
  during: ['SECONDO_FATTORE_OBBLIGATORIO'],
  // with it, whoever found an open session would come in again
  confirmed: ({ body }) => isData(body) && body['passo'] === 'avvia',
  schema: { body: passkeyRequest },
  description:
    'Aggiunge una passkey: passo avvia dà le opzioni per navigator.credentials.create(), passo conferma con nome e la risposta del dispositivo, entro 5 minuti, la registra. Al massimo 10 a persona; 404 dove il portale non è in https.',
  async handle(req, res, context) {
    const asked = passkeyRequest.parse(req.body);
    requirePasskeySite(deps.config);
    if (asked.passo === 'avvia') return void res.status(201).json({ message: await begin(deps, { req, res, context }) });
    await keep(deps, { req, res, context }, asked);
    res.status(201).json({ message: { affectedRows: 1 } });
  },
});

async function begin({ writeDb, config, clock }: Deps, { req, context }: Exchange): Promise<PasskeyBegun> {
  const { memberID } = requireIdentity(context.identity);
  const site = requirePasskeySite(config);
  const handle = await handleFor(writeDb, memberID, site);
  const challenge = await makeChallenge(writeDb, {
    key: keyOfSession(sessionId(req) ?? '', 'aggiunta'),
    network: networkOf(req.ip ?? ''),
    handle,
    now: clock.now(),
  });
  const owner = { memberID, name: context.session?.nome ?? memberID };
  return { opzioni: await creationOptions(writeDb, site, { owner, challenge, handle, firm: config.DITTA }) };
}

async function keep(
  deps: Deps,
  { req, context }: Exchange,
  { nome, risposta: answer }: { nome: string; risposta: PasskeyCreation },
): Promise<void> {
  const { memberID } = requireIdentity(context.identity);
  const now = deps.clock.now();
  const open = await takeChallenge(deps.writeDb, keyOfSession(sessionId(req) ?? '', 'aggiunta'), now);
  const added =
    open?.handle != null &&
    (await deps.writeDb.transaction().execute((tx) =>
      addPasskey(tx, requirePasskeySite(deps.config), {
        memberID,
        handle: open.handle!,
        nome,
        challenge: open.challenge,
        answer,
        now,
      }),
    ));
  if (!added)
    throw new DomainError('RICHIESTA_NON_VALIDA', {
      errors: [{ campo: 'risposta', messaggio: 'La passkey non è stata accettata, o è passato troppo tempo: riprova dall’inizio' }],
    });
  await recordAccess(deps, { tipo: 'passkey', utente: memberID, indirizzo: req.ip ?? null, cosa: `Aggiunta «${nome}»` });
}

const renameRoute = (deps: Deps): Route => ({
  method: 'PUT',
  path: PATH,
  permission: 'session',
  schema: { body: passkeyRename },
  description: 'Dà un altro nome a una propria passkey.',
  async handle(req, res, { identity }) {
    const { memberID } = requireIdentity(identity);
    const { id: credenziale, nome } = passkeyRename.parse(req.body);
    const before = await deps.writeDb.transaction().execute((tx) => renamePasskey(tx, { memberID, credenziale, nome }));
    if (before === null) throw unknown();
    await recordAccess(deps, { tipo: 'passkey', utente: memberID, indirizzo: req.ip ?? null, cosa: `Rinominata «${before}» in «${nome}»` });
    res.json({ message: { affectedRows: 1 } });
  },
});

const removeRoute = (deps: Deps): Route => ({
  method: 'DELETE',
  path: PATH,
  permission: 'session',
  confirmed: true,
  schema: { body: passkeyRemoval },
  description: 'Toglie una propria passkey (id), o tutte quelle di un utente (utente): le proprie, o per il gruppo 2 quelle di un altro.',
  async handle(req, res, { identity }) {
    const me = requireIdentity(identity);
    const { id, utente } = passkeyRemoval.parse(req.body);
    const memberID = personAsked(me, utente);
    const names = await removePasskeys(deps.writeDb, memberID, id);
    if (names.length === 0) throw id === undefined ? noneOf(memberID) : unknown();
    await recordAccess(deps, {
      tipo: 'passkey',
      utente: me.memberID,
      indirizzo: req.ip ?? null,
      cosa: `Tolta ${names.map((name) => `«${name}»`).join(', ')}`,
      ...(memberID === me.memberID ? {} : { riguarda: memberID }),
    });
    res.json({ message: { affectedRows: names.length } });
  },
});

const confirmationChallengeRoute = (deps: Deps): Route => ({
  method: 'POST',
  path: '/api/passkey/conferma',
  permission: 'session',
  during: ['SECONDO_FATTORE_OBBLIGATORIO'],
  description:
    'Le opzioni per navigator.credentials.get() con le proprie passkey; la risposta del dispositivo va entro 5 minuti a POST api/conferma (passkey).',
  async handle(req, res, { identity }) {
    const { memberID } = requireIdentity(identity);
    const site = requirePasskeySite(deps.config);
    if ((await passkeysOf(deps.writeDb, memberID, site.host)).length === 0) throw noneOf(memberID);
    const challenge = await makeChallenge(deps.writeDb, {
      key: keyOfSession(sessionId(req) ?? '', 'conferma'),
      network: networkOf(req.ip ?? ''),
      now: deps.clock.now(),
    });
    const message: PasskeyBegun = { opzioni: await requestOptions(deps.writeDb, site, { challenge, memberID }) };
    res.status(201).json({ message });
  },
});

const unknown = () => new DomainError('SCONOSCIUTO', { message: 'Questa passkey non c’è più.' });
const noneOf = (memberID: string) => new DomainError('SCONOSCIUTO', { message: `${memberID} non ha passkey.` });
