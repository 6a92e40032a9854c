import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ready } from '../../../test/access.ts';
import { softwareAuthenticator, type Authenticator, type Deviation } from '../../../test/authenticator.ts';
import { startTestPortal, type Person, type TestPortal } from '../../../test/portal.ts';
import { install } from './installation.ts';

const PATH = '/api/passkey';
const ORIGIN = 'https://strato.example.it';
const MINUTE = 60_000;
let portal: TestPortal;
let now = new Date('2026-11-02T08:00:00Z');
let number = 0;

beforeAll(async () => {
  portal = await startTestPortal({ now: () => now, env: { PORTALE_URL: ORIGIN } });
  await install(portal.deps);
  await ready(portal);
});
afterAll(() => portal.stop());

const later = (ms: number) => (now = new Date(now.getTime() + ms));
const person = (groupID = 3): Promise<Person> => portal.person({ memberID: `chiave${(number += 1)}`, groupID, permessi: {} });
const begin = (as: Person) => portal.call('POST', PATH, { as, body: { passo: 'avvia' } });
const keep = (as: Person, given: unknown, nome = 'Telefono') =>
  portal.call('POST', PATH, { as, body: { passo: 'conferma', nome, risposta: given } });
const state = async (as: Person, query = '') => (await portal.call('GET', PATH + query, { as })).body.data[0];

async function add(as: Person, device = softwareAuthenticator(ORIGIN), other: Deviation = {}) {
  const { body } = await begin(as);
  return { device, added: await keep(as, device.create(body.message.opzioni, other)) };
}

interface Holder extends Person {
  device: Authenticator;
}
async function holder(device = softwareAuthenticator(ORIGIN), groupID = 3): Promise<Holder> {
  const who = await person(groupID);
  const { added } = await add(who, device);
  expect(added.status).toBe(201);
  return { ...who, device };
}

const attempt = async () => (await portal.call('POST', `${PATH}/accesso`, { body: { passo: 'avvia' } })).body.message;
const answer = (token: string, given: unknown, extra: object = {}) =>
  portal.call('POST', `${PATH}/accesso`, {
    body: { passo: 'conferma', tentativo: token, risposta: given, ...extra },
    headers: { 'x-forwarded-for': `203.0.${(number += 1) % 250}.9` },
  });
async function enter(device: Authenticator, other: Deviation = {}, extra: object = {}) {
  const { tentativo, opzioni } = await attempt();
  return answer(tentativo, device.get(opzioni, other), extra);
}
const trail = async (memberID: string) =>
  (
    await sql<{ tipo: string; cosa: string }>`select tipo, cosa from public.accessi where utente = ${memberID} order by id`.execute(
      portal.deps.writeDb,
    )
  ).rows.map(({ tipo, cosa }) => `${tipo} ${cosa}`);
const REFUSED = [401, '/problemi/passkey-errata'];
const outcome = ({ status, body }: { status: number; body: { type?: string } }) => [status, body.type];

describe('aggiungere una passkey', () => {
  it('si registra con il suo nome, e il registro lo dice', async () => {
    const who = await holder();
    expect(await state(who)).toEqual({
      indirizzo: ORIGIN,
      passkey: [{ id: who.device.id, nome: 'Telefono', creata: now.toISOString(), usata: null }],
    });
    expect(await trail(who.memberID)).toEqual(['passkey Aggiunta «Telefono»']);
  });

  it('il dispositivo deve tenerla e verificare chi la usa, e non ne prende due', async () => {
    const who = await holder();
    const { opzioni } = (await begin(who)).body.message;
    expect(opzioni).toMatchObject({
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [{ id: who.device.id }],
    });
    expect((await attempt()).opzioni).toMatchObject({ userVerification: 'required' });
  });

  it.each<[string, Deviation]>([
    ['un’altra sfida', { challenge: 'AAAA' }],
    ['un’altra origine', { origin: 'https://strato.example.com' }],
    ['un altro host', { host: 'example.it' }],
    ['nessuna verifica della persona', { unverified: true }],
    ['una risposta di accesso', { type: 'webauthn.get' }],
  ])('con %s è 400, e niente si registra', async (_name, other) => {
    const who = await person();
    const { added } = await add(who, softwareAuthenticator(ORIGIN), other);
    expect([added.status, added.body.errors[0].campo, (await state(who)).passkey]).toEqual([400, 'risposta', []]);
  });

  it('ES256, EdDSA e RS256 entrano; un altro algoritmo non si registra', async () => {
    for (const algorithm of ['ES256', 'EdDSA', 'RS256'] as const) {
      const { device } = await holder(softwareAuthenticator(ORIGIN, { algorithm }));
      expect((await enter(device)).status).toBe(200);
    }
    expect((await add(await person(), softwareAuthenticator(ORIGIN, { algorithm: 'ES384' }))).added.status).toBe(400);
  });

  it('la sfida vale una volta, cinque minuti e nella sua sessione', async () => {
    const [who, other] = [await person(), await person()];
    const device = softwareAuthenticator(ORIGIN);
    const { opzioni } = (await begin(who)).body.message;
    expect((await keep(other, device.create(opzioni))).status).toBe(400);
    later(5 * MINUTE);
    expect((await keep(who, device.create(opzioni))).status).toBe(400);
    const second = (await begin(who)).body.message.opzioni;
    const made = device.create(second);
    expect([(await keep(who, made)).status, (await keep(who, made)).status]).toEqual([201, 400]);
  });

  it('la stessa credenziale non è di due persone', async () => {
    const { device } = await holder();
    expect((await add(await person(), device)).added.status).toBe(409);
  });

  it('l’undicesima è 409, anche avviata prima', async () => {
    const who = await holder();
    for (let i = 0; i < 8; i += 1) await add(who);
    const [one, two] = [softwareAuthenticator(ORIGIN), softwareAuthenticator(ORIGIN)];
    expect((await add(who, one)).added.status).toBe(201);
    const eleventh = await begin(who);
    expect([eleventh.status, eleventh.body.type]).toEqual([409, '/problemi/limite-raggiunto']);
    await portal.call('DELETE', PATH, { as: who, body: { id: one.id } });
    const { opzioni } = (await begin(who)).body.message;
    await sql`insert into public.passkey select ${'altra'}, member_id, host, persona, chiave, contatore, trasporti, nome, creata, usata
      from public.passkey where credenziale = ${who.device.id}`.execute(portal.deps.writeDb);
    expect((await keep(who, two.create(opzioni))).status).toBe(409);
  });
});

describe('entrare con una passkey', () => {
  it('apre una sessione senza password né codice, e il registro lo dice', async () => {
    const who = await holder();
    const { status, body } = await enter(who.device, {}, { ricordami: true });
    expect([status, body.utente.data[0].memberID]).toEqual([200, who.memberID]);
    const session = await portal.call('GET', '/api/sessione', { as: { ...who, token: body.utente.token } });
    expect([session.body.data[0].memberID, session.body.data[0].ricordami]).toEqual([who.memberID, true]);
    expect((await trail(who.memberID)).at(-1)).toBe('accesso POST /api/passkey/accesso');
    expect((await state(who)).passkey[0].usata).toBe(now.toISOString());
  });

  it.each<[string, Deviation]>([
    ['un’altra sfida', { challenge: 'AAAA' }],
    ['un’altra origine', { origin: 'http://strato.example.it' }],
    ['un altro host', { host: 'strato.example.com' }],
    ['nessuna verifica della persona', { unverified: true }],
    ['una firma falsa', { forged: true }],
    ['un’altra persona', { userHandle: 'AAAA' }],
    ['nessuna persona', { userHandle: null }],
    ['una risposta di registrazione', { type: 'webauthn.create' }],
    ['il portale in una pagina di altri', { topOrigin: 'https://altri.example.it' }],
  ])('con %s è 401', async (_name, other) => {
    const { device, memberID } = await holder();
    expect(outcome(await enter(device, other))).toEqual(REFUSED);
    expect((await trail(memberID)).at(-1)).toBe('passkey-errata POST /api/passkey/accesso');
    expect((await enter(device)).status).toBe(200);
  });

  it('una sfida vale una volta e cinque minuti', async () => {
    const { device } = await holder();
    const { tentativo, opzioni } = await attempt();
    const given = device.get(opzioni);
    expect([(await answer(tentativo, given)).status, outcome(await answer(tentativo, device.get(opzioni)))]).toEqual([200, REFUSED]);
    const old = await attempt();
    later(5 * MINUTE);
    expect(outcome(await answer(old.tentativo, device.get(old.opzioni)))).toEqual(REFUSED);
    const [one, two] = [await attempt(), await attempt()];
    expect(outcome(await answer(one.tentativo, device.get(two.opzioni)))).toEqual(REFUSED);
  });

  it('un contatore che torna indietro è rifiutato e detto; uno che resta a zero va bene', async () => {
    const { device, memberID } = await holder();
    expect((await enter(device, { counter: 9 })).status).toBe(200);
    expect(outcome(await enter(device, { counter: 9 }))).toEqual(REFUSED);
    expect(await trail(memberID)).toContainEqual(expect.stringContaining('il contatore è tornato indietro'));
    expect((await enter(device, { counter: 10 })).status).toBe(200);
    // a false signature must not cause the warning
    const before = (await trail(memberID)).length;
    await enter(device, { counter: 1, forged: true });
    expect((await trail(memberID)).slice(before)).toEqual(['passkey-errata POST /api/passkey/accesso']);
    const silent = await holder(softwareAuthenticator(ORIGIN, { counts: false }));
    expect([(await enter(silent.device)).status, (await enter(silent.device)).status]).toEqual([200, 200]);
  });

  it('quella di un altro non riapre la sessione di una persona', async () => {
    const [one, other] = [await holder(), await holder()];
    expect(outcome(await enter(other.device, {}, { utente: one.memberID }))).toEqual(REFUSED);
    expect((await enter(one.device, {}, { utente: one.memberID })).status).toBe(200);
  });

  it('non entra chi è stato tolto, né con una passkey tolta', async () => {
    const [one, other] = [await holder(), await holder()];
    const admin = await person(2);
    expect((await portal.call('DELETE', PATH, { as: one, body: { id: one.device.id } })).status).toBe(200);
    expect((await portal.call('DELETE', '/api/users', { as: admin, body: { user: other.memberID } })).status).toBe(200);
    expect([outcome(await enter(one.device)), outcome(await enter(other.device))]).toEqual([REFUSED, REFUSED]);
  });

  it('quelle errate contano come password errate', async () => {
    const { device } = await holder();
    const states: number[] = [];
    for (let i = 0; i < 6; i += 1) {
      const { tentativo, opzioni } = await attempt();
      const body = { passo: 'conferma', tentativo, risposta: device.get(opzioni, { forged: true }) };
      states.push((await portal.call('POST', `${PATH}/accesso`, { body, headers: { 'x-forwarded-for': '198.51.100.4' } })).status);
    }
    expect(states).toEqual([401, 401, 401, 401, 401, 429]);
  });

  it('il browser già visto è riconosciuto tra i suoi testi', async () => {
    const { device } = await holder();
    const mails = () => (portal.deps.jobs as unknown as { asked: unknown[] }).asked.length;
    const first = (await enter(device)).body.utente.browser as string;
    expect((await enter(device, {}, { browser: ['A'.repeat(43), first] })).status).toBe(200);
    const { rows } = await sql<{ n: string }>`select count(*) as n from public.browser_conosciuti
      where member_id = (select member_id from public.passkey where credenziale = ${device.id})`.execute(portal.deps.writeDb);
    expect([Number(rows[0]!.n), mails()]).toEqual([1, 0]);
  });
});

describe('rinominare, togliere, confermare', () => {
  it('ognuno le sue; tutte quelle di un altro solo il gruppo 2, e il registro lo dice', async () => {
    const [who, other, admin] = [await holder(), await person(), await person(2)];
    const rename = (as: Person) => portal.call('PUT', PATH, { as, body: { id: who.device.id, nome: 'Portatile' } });
    expect([(await rename(other)).status, (await rename(who)).status]).toEqual([404, 200]);
    const remove = (as: Person, body: object) => portal.call('DELETE', PATH, { as, body });
    expect((await remove(other, { id: who.device.id })).status).toBe(404);
    expect((await remove(other, { utente: who.memberID })).status).toBe(403);
    expect((await portal.call('GET', `${PATH}?utente=${who.memberID}`, { as: other })).status).toBe(403);
    expect((await state(admin, `?utente=${who.memberID}`)).passkey[0].nome).toBe('Portatile');
    expect([(await remove(admin, { utente: who.memberID })).status, (await state(who)).passkey]).toEqual([200, []]);
    expect((await trail(admin.memberID)).at(-1)).toBe(`passkey Tolta «Portatile»: ${who.memberID}`);
    expect((await remove(admin, {})).status).toBe(400);
  });

  it('aggiungere e togliere chiedono conferma, che si dà anche con la passkey', async () => {
    const who = await holder();
    later(16 * MINUTE);
    expect([(await begin(who)).status, (await portal.call('DELETE', PATH, { as: who, body: { id: who.device.id } })).status]).toEqual([
      403, 403,
    ]);
    const challenge = async () => (await portal.call('POST', `${PATH}/conferma`, { as: who })).body.message.opzioni;
    const confirm = (passkey: unknown) => portal.call('POST', '/api/conferma', { as: who, body: { passkey } });
    const wrong = await confirm(who.device.get(await challenge(), { unverified: true }));
    expect([wrong.status, wrong.body.errors[0].campo]).toEqual([400, 'passkey']);
    const given = who.device.get(await challenge(), { userHandle: null });
    expect([(await confirm(given)).status, (await confirm(given)).status]).toEqual([200, 400]);
    expect((await begin(who)).status).toBe(201);
  });
});

describe('dove il portale non è in https', () => {
  it('non ci sono: l’elenco lo dice, le chiamate sono 404', async () => {
    const plain = await startTestPortal({ env: { PORTALE_URL: 'http://strato.example.it' } });
    try {
      const who = await plain.person({ groupID: 3, permessi: {} });
      expect((await plain.call('GET', PATH, { as: who })).body.data[0]).toEqual({ indirizzo: null, passkey: [] });
      for (const path of [PATH, `${PATH}/accesso`, `${PATH}/conferma`]) {
        const { status, body } = await plain.call('POST', path, { as: who, body: { passo: 'avvia' } });
        expect([status, body.type]).toEqual([404, '/problemi/passkey-non-disponibili']);
      }
    } finally {
      await plain.stop();
    }
  });
});

describe('SECONDO_FATTORE=tutti', () => {
  it('una passkey adempie; chi ha solo quella non entra con la password', async () => {
    const strict = await startTestPortal({ env: { SECONDO_FATTORE: 'tutti', PORTALE_URL: ORIGIN } });
    try {
      const who = await strict.person({ groupID: 3, permessi: {} });
      const duty = async () => (await strict.call('GET', '/api/sessione', { as: who })).body.data[0].dovere;
      expect(await duty()).toBe('SECONDO_FATTORE_OBBLIGATORIO');
      const device = softwareAuthenticator(ORIGIN);
      const { opzioni } = (await strict.call('POST', PATH, { as: who, body: { passo: 'avvia' } })).body.message;
      await strict.call('POST', PATH, { as: who, body: { passo: 'conferma', nome: 'Telefono', risposta: device.create(opzioni) } });
      expect(await duty()).toBeNull();
      const { lightHash, md5 } = await import('../../../test/access.ts');
      await sql`update public.credenziali set hash = ${lightHash('sette sassi')} where member_id = ${who.memberID}`.execute(
        strict.deps.writeDb,
      );
      const byPassword = () => strict.call('POST', '/api/login', { body: { username: who.memberID, password: md5('sette sassi') } });
      expect(outcome(await byPassword())).toEqual([401, '/problemi/passkey-richiesta']);
      await sql`update public.passkey set host = 'altro.example.it'`.execute(strict.deps.writeDb);
      expect(await duty()).toBe('SECONDO_FATTORE_OBBLIGATORIO');
      // a passkey of a former address neither counts nor shuts its owner out
      expect((await strict.call('GET', PATH, { as: who })).body.data[0].passkey).toEqual([]);
      expect((await byPassword()).status).toBe(200);
    } finally {
      await strict.stop();
    }
  });
});
