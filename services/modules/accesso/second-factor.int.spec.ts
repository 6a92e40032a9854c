import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lightHash, md5, ready } from '../../../test/access.ts';
import { startTestPortal, type Person, type TestPortal } from '../../../test/portal.ts';
import { appCode } from '../../../test/second-factor.ts';
import { secondFactorSince, spendTotp } from '#services/platform/identity/second-factor.ts';
import { install } from './installation.ts';

const DAY = 86_400_000;
const PATH = '/api/secondo-fattore';
let portal: TestPortal;
let now = new Date('2026-11-02T08:00:00Z');
let number = 0;
let house = 0;

beforeAll(async () => {
  portal = await startTestPortal({ now: () => now });
  await install(portal.deps);
  await ready(portal);
});
afterAll(() => portal.stop());

/** A new session of the administrator, since the clock of this spec moves on by days. */
const admin = async (): Promise<{ token: string }> => ({ token: (await login('admin', 'admin-demo')).body.utente.token });

/** Each sign-in comes from another network, unless a test names one. */
function login(username: string, password: string, extra: Record<string, unknown> = {}, address = `203.0.${(house += 1) % 250}.7`) {
  return portal.call('POST', '/api/login', {
    body: { username, password: md5(password), ...extra },
    headers: { 'x-forwarded-for': address },
  });
}

interface Holder extends Person {
  password: string;
  secret: string;
  codes: string[];
}

const PASSWORD = 'sette sassi sul tavolo';
async function person(groupID?: number): Promise<Person> {
  const made = await portal.person({ memberID: `fattore${(number += 1)}`, ...(groupID === undefined ? {} : { groupID }) });
  await sql`update public.credenziali set hash = ${lightHash(PASSWORD)} where member_id = ${made.memberID}`.execute(portal.deps.writeDb);
  return made;
}

/** A person with a second factor; the step of its first code is over. */
async function holder(groupID?: number): Promise<Holder> {
  const made = await person(groupID);
  const begun = await portal.call('POST', PATH, { as: made, body: { passo: 'avvia' } });
  const { segreto: secret } = begun.body.message;
  const on = await portal.call('POST', PATH, { as: made, body: { passo: 'conferma', codice: appCode(secret, now) } });
  expect([begun.status, on.status]).toEqual([201, 201]);
  later(90_000);
  return { ...made, password: PASSWORD, secret, codes: on.body.message.codici };
}

const later = (ms: number) => (now = new Date(now.getTime() + ms));
const state = async (as: Person, query = '') => (await portal.call('GET', PATH + query, { as })).body.data[0];
const trail = async (memberID: string) =>
  (
    await sql<{ tipo: string; utente: string; cosa: string }>`
      select tipo, utente, cosa from public.accessi where utente = ${memberID} or cosa like ${`%: ${memberID}`} order by id`.execute(
      portal.deps.writeDb,
    )
  ).rows;

describe('attivare il secondo fattore', () => {
  it('dà il segreto e il suo indirizzo, e con il primo codice dieci codici di recupero: solo allora vale', async () => {
    const made = await person();
    expect(await state(made)).toEqual({ attivo: null, codici: 0, obbligatorio: false });
    const { status, body } = await portal.call('POST', PATH, { as: made, body: { passo: 'avvia' } });
    expect([status, body.message]).toEqual([
      201,
      {
        segreto: expect.stringMatching(/^[A-Z2-7]{32}$/),
        uri: expect.stringContaining(`:${made.memberID}?secret=${body.message.segreto}&`),
      },
    ]);
    expect((await login(made.memberID, PASSWORD)).status).toBe(200);
    const wrong = await portal.call('POST', PATH, { as: made, body: { passo: 'conferma', codice: '000000' } });
    expect([wrong.status, wrong.body.errors[0].campo]).toEqual([400, 'codice']);
    const on = await portal.call('POST', PATH, { as: made, body: { passo: 'conferma', codice: appCode(body.message.segreto, now) } });
    expect(on.status).toBe(201);
    const codes = on.body.message.codici as string[];
    expect([new Set(codes).size, codes.every((code) => /^([a-z2-7]{4}-){5}[a-z2-7]{4}$/.test(code))]).toEqual([10, true]);
    expect(await state(made)).toEqual({ attivo: now.toISOString(), codici: 10, obbligatorio: false });
    expect(await trail(made.memberID)).toContainEqual({ tipo: 'secondo-fattore', utente: made.memberID, cosa: 'Attivato' });
    // begun again it stays as it is
    expect((await portal.call('POST', PATH, { as: made, body: { passo: 'avvia' } })).status).toBe(409);
  });

  it('avviato due volte vale l’ultimo segreto', async () => {
    const made = await person();
    const secrets: string[] = [];
    for (let i = 0; i < 2; i += 1)
      secrets.push((await portal.call('POST', PATH, { as: made, body: { passo: 'avvia' } })).body.message.segreto);
    const confirm = async (secret: string) =>
      (await portal.call('POST', PATH, { as: made, body: { passo: 'conferma', codice: appCode(secret, now) } })).status;
    expect([await confirm(secrets[0]!), await confirm(secrets[1]!)]).toEqual([400, 201]);
  });

  it.each([
    ['niente', undefined],
    ['un passo sconosciuto', { passo: 'finisci' }],
    ['nessun codice', { passo: 'conferma' }],
    ['un codice vuoto', { passo: 'conferma', codice: ' - ' }],
    ['un numero', { passo: 'conferma', codice: 123_456 }],
    ['un codice lunghissimo', { passo: 'conferma', codice: '1'.repeat(41) }],
  ])('con %s è 400', async (_name, body) => {
    expect((await portal.call('POST', PATH, { as: await person(), body })).status).toBe(400);
  });

  it('già attivo non si conferma un’altra volta, e i codici di recupero restano quelli', async () => {
    const who = await holder();
    const again = await portal.call('POST', PATH, { as: who, body: { passo: 'conferma', codice: appCode(who.secret, now) } });
    expect([again.status, (await state(who)).codici]).toEqual([400, 10]);
    // the refused code is not used up
    expect((await login(who.memberID, who.password, { codice: appCode(who.secret, now) })).status).toBe(200);
  });

  it('i codici errati contano come password errate', async () => {
    const who = await person();
    await portal.call('POST', PATH, { as: who, body: { passo: 'avvia' } });
    const states: number[] = [];
    for (let i = 0; i < 6; i += 1)
      states.push((await portal.call('POST', PATH, { as: who, body: { passo: 'conferma', codice: 'abc123' } })).status);
    expect(states).toEqual([400, 400, 400, 400, 400, 429]);
  });

  it('il segreto e i codici non sono leggibili nelle tabelle', async () => {
    const { memberID, secret, codes } = await holder();
    const { rows } = await sql`select f.*, array(select hash from public.codici_recupero c where c.member_id = f.member_id) as hashes
      from public.secondi_fattori f where member_id = ${memberID}`.execute(portal.deps.writeDb);
    const text = JSON.stringify(rows);
    expect(text).not.toContain(secret);
    for (const code of codes) for (const written of [code, code.replaceAll('-', '')]) expect(text).not.toContain(written);
  });
});

describe('entrare', () => {
  it('senza codice è 401 codice-richiesto; con il codice entra, una volta sola', async () => {
    const { memberID, password, secret } = await holder();
    const without = await login(memberID, password);
    expect([without.status, without.body.type]).toEqual([401, '/problemi/codice-richiesto']);
    const codice = appCode(secret, now);
    expect((await login(memberID, password, { codice: ` ${codice.slice(0, 3)} ${codice.slice(3)}` })).status).toBe(200);
    const again = await login(memberID, password, { codice });
    expect([again.status, again.body.type]).toEqual([401, '/problemi/codice-errato']);
  });

  it('di due accessi insieme con lo stesso codice ne entra uno', async () => {
    const { memberID, password, secret } = await holder();
    const codice = appCode(secret, now);
    const states = await Promise.all(Array.from({ length: 4 }, async () => (await login(memberID, password, { codice })).status));
    expect(states.toSorted()).toEqual([200, 401, 401, 401]);
  });

  it('il passo prima e quello dopo valgono, due no; né uno prima dell’ultimo usato', async () => {
    const { memberID, password, secret } = await holder();
    const at = async (steps: number) => (await login(memberID, password, { codice: appCode(secret, now, steps) })).status;
    expect([await at(-2), await at(2), await at(-1), await at(1), await at(0)]).toEqual([401, 401, 200, 200, 401]);
  });

  it('con la password errata il codice non conta, e resta da usare', async () => {
    const { memberID, password, secret } = await holder();
    const codice = appCode(secret, now);
    const wrong = await login(memberID, 'sbagliata', { codice });
    expect([wrong.status, wrong.body.type]).toEqual([401, '/problemi/credenziali-errate']);
    expect((await login(memberID, password, { codice })).status).toBe(200);
  });

  it('un codice di recupero entra una volta, comunque sia scritto, e il registro lo dice', async () => {
    const { memberID, password, codes } = await holder();
    expect((await login(memberID, password, { codice: codes[0]!.toUpperCase().replaceAll('-', ' ') })).status).toBe(200);
    expect((await login(memberID, password, { codice: codes[0] })).status).toBe(401);
    expect((await login(memberID, password, { codice: codes[9] })).status).toBe(200);
    const told = (await trail(memberID)).map(({ tipo, cosa }) => `${tipo} ${cosa}`);
    expect(told).toContain('secondo-fattore Codice di recupero usato, ne restano 9');
    expect(told.filter((line) => line === 'codice-errato POST /api/login')).toHaveLength(1);
  });

  it('i codici errati contano come password errate: dopo cinque si aspetta, anche con quello giusto', async () => {
    const { memberID, password, secret } = await holder();
    const states: number[] = [];
    for (let i = 0; i < 6; i += 1) states.push((await login(memberID, password, { codice: 'abc123' }, '198.51.100.4')).status);
    expect(states).toEqual([401, 401, 401, 401, 401, 429]);
    expect((await login(memberID, password, { codice: appCode(secret, now) }, '198.51.100.4')).status).toBe(429);
    // asking without a code is no guess
    const asked: number[] = [];
    for (let i = 0; i < 7; i += 1) asked.push((await login(memberID, password, {}, '198.51.100.99')).status);
    expect(asked).toEqual(Array.from({ length: 7 }, () => 401));
  });

  it('un browser con Ricordami lo chiede di nuovo dopo 30 giorni; senza Ricordami ogni volta', async () => {
    const { memberID, password, secret } = await holder();
    const enter = async (extra: Record<string, unknown>) => {
      const { status, body } = await login(memberID, password, extra);
      return { status, browser: body.utente?.browser as string };
    };
    const first = await enter({ ricordami: true, codice: appCode(secret, now) });
    later(29 * DAY);
    const second = await enter({ ricordami: true, browser: first.browser });
    expect(second.status).toBe(200);
    expect((await enter({ browser: second.browser })).status).toBe(401);
    expect((await enter({ ricordami: true })).status).toBe(401);
    later(DAY - 180_000);
    const third = await enter({ ricordami: true, browser: second.browser });
    expect(third.status).toBe(200);
    // the days count from the code, not from the sign-in
    later(180_000);
    expect((await enter({ ricordami: true, browser: third.browser })).status).toBe(401);
    const plain = await enter({ browser: third.browser, codice: appCode(secret, now) });
    later(60_000);
    expect((await enter({ ricordami: true, browser: plain.browser })).status).toBe(401);
  });

  it('codici di recupero e browser fidati di un altro non valgono', async () => {
    const [one, other] = [await holder(), await holder()];
    expect((await login(one.memberID, one.password, { codice: other.codes[0] })).status).toBe(401);
    expect((await login(other.memberID, other.password, { codice: other.codes[0] })).status).toBe(200);
    const { body } = await login(one.memberID, one.password, { ricordami: true, codice: appCode(one.secret, now) });
    const { browser } = body.utente;
    expect((await login(other.memberID, other.password, { ricordami: true, browser })).status).toBe(401);
    expect((await login(one.memberID, one.password, { ricordami: true, browser })).status).toBe(200);
  });

  it('con una password nuova il browser fidato dà di nuovo il codice', async () => {
    const who = await holder();
    const { body } = await login(who.memberID, who.password, { ricordami: true, codice: appCode(who.secret, now) });
    const user = { memberID: who.memberID, passMD5: md5('un altro sasso nel fiume'), passMD5Attuale: md5(who.password) };
    expect((await portal.call('PUT', '/api/users', { as: who, body: { user } })).status).toBe(200);
    const again = await login(who.memberID, 'un altro sasso nel fiume', { ricordami: true, browser: body.utente.browser });
    expect([again.status, again.body.type]).toEqual([401, '/problemi/codice-richiesto']);
  });
});

describe('togliere il secondo fattore', () => {
  it('ognuno il suo: poi si entra senza codice, e i codici di recupero non valgono più', async () => {
    const who = await holder();
    expect((await portal.call('DELETE', PATH, { as: who })).status).toBe(200);
    expect((await portal.call('DELETE', PATH, { as: who })).status).toBe(404);
    expect(await state(who)).toEqual({ attivo: null, codici: 0, obbligatorio: false });
    expect((await login(who.memberID, who.password)).status).toBe(200);
    expect((await trail(who.memberID)).at(-2)).toMatchObject({ tipo: 'secondo-fattore', cosa: 'Tolto' });
  });

  it('di un altro solo il gruppo 2, e il registro dice di chi', async () => {
    const who = await holder();
    const other = await person();
    const remove = (options: object) => portal.call('DELETE', PATH, { ...options, body: { utente: who.memberID } });
    expect([
      (await remove({ as: other })).status,
      (await portal.call('GET', `${PATH}?utente=${who.memberID}`, { as: other })).status,
    ]).toEqual([403, 403]);
    expect(await secondFactorSince(portal.deps.writeDb, who.memberID)).not.toBeNull();
    const seen = await portal.call('GET', `${PATH}?utente=${who.memberID}`, await admin());
    expect(seen.body.data[0].codici).toBe(10);
    expect([(await remove(await admin())).status, (await remove(await admin())).status]).toEqual([200, 404]);
    expect((await trail(who.memberID)).at(-1)).toEqual({ tipo: 'secondo-fattore', utente: 'admin', cosa: `Tolto: ${who.memberID}` });
    expect((await login(who.memberID, who.password)).status).toBe(200);
  });

  it('con la fiducia nei browser: riattivato, il codice serve anche lì', async () => {
    const who = await holder();
    const { body } = await login(who.memberID, who.password, { ricordami: true, codice: appCode(who.secret, now) });
    await portal.call('DELETE', PATH, { as: who });
    const { segreto } = (await portal.call('POST', PATH, { as: who, body: { passo: 'avvia' } })).body.message;
    await portal.call('POST', PATH, { as: who, body: { passo: 'conferma', codice: appCode(segreto, now) } });
    expect((await login(who.memberID, who.password, { ricordami: true, browser: body.utente.browser })).status).toBe(401);
  });

  it('va via con l’utente', async () => {
    const who = await holder();
    expect((await portal.call('DELETE', '/api/users', { ...(await admin()), body: { user: who.memberID } })).status).toBe(200);
    expect(await secondFactorSince(portal.deps.writeDb, who.memberID)).toBeNull();
  });
});

describe('il segreto sotto un altro SEGRETO', () => {
  const after = { SEGRETO: 'un altro segreto, lungo almeno 32 byte' };
  const before = 'segreto-di-prova-lungo-almeno-32-byte';

  it('si legge finché quello di prima è nominato, e passa a quello nuovo con il primo codice', async () => {
    const { memberID, secret } = await holder();
    const spend = (config: { SEGRETO: string; SEGRETO_PRIMA?: string }) => {
      later(30_000);
      return spendTotp(portal.deps.writeDb, { SEGRETO_PRIMA: undefined, ...config }, { memberID, code: appCode(secret, now), now });
    };
    expect(await spend(after)).toBe(false);
    expect(await spend({ ...after, SEGRETO_PRIMA: before })).toBe(true);
    expect([await spend(after), await spend({ SEGRETO: before })]).toEqual([true, false]);
  });

  it('non vale per un altro utente', async () => {
    const [one, two] = [await holder(), await holder()];
    await sql`update public.secondi_fattori set segreto = (select segreto from public.secondi_fattori where member_id = ${one.memberID})
      where member_id = ${two.memberID}`.execute(portal.deps.writeDb);
    expect((await login(two.memberID, two.password, { codice: appCode(one.secret, now) })).status).toBe(401);
  });
});

describe.each([
  ['amministratori', [true, false]],
  ['tutti', [true, true]],
] as const)('SECONDO_FATTORE=%s', (duty, [administrators, others]) => {
  let strict: TestPortal;
  beforeAll(async () => {
    strict = await startTestPortal({ env: { SECONDO_FATTORE: duty } });
  });
  afterAll(() => strict.stop());

  it('senza secondo fattore la sessione serve solo ad attivarlo, poi a tutto', async () => {
    for (const [groupID, bound] of [
      [2, administrators],
      [3, others],
    ] as const) {
      const who = await strict.person({ groupID, permessi: {} });
      const dovere = async () => (await strict.call('GET', '/api/sessione', { as: who })).body.data[0].dovere;
      const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) =>
        strict.call(method, path, { as: who, ...(body === undefined ? {} : { body }) });
      expect(await dovere()).toBe(bound ? 'SECONDO_FATTORE_OBBLIGATORIO' : null);
      const first = await call('GET', '/api/sessioni');
      expect([first.status, first.body.type]).toEqual(bound ? [403, '/problemi/secondo-fattore-obbligatorio'] : [200, undefined]);
      if (!bound) continue;
      for (const [method, path] of strict.modules
        .flatMap(({ routes }) => routes)
        .filter(({ permission, during = [] }) => permission !== 'public' && !during.includes('SECONDO_FATTORE_OBBLIGATORIO'))
        .map((route) => [route.method, route.path.replaceAll(/:\w+/g, '1')] as const)) {
        const { status, body } = await call(method, path);
        // what the group may not do at all is refused before
        expect([method, path, status, ['/problemi/secondo-fattore-obbligatorio', '/problemi/non-permesso'].includes(body.type)]).toEqual([
          method,
          path,
          403,
          true,
        ]);
      }
      expect((await call('GET', PATH)).body.data[0]).toEqual({ attivo: null, codici: 0, obbligatorio: true });
      // the set-up may ask for a confirmation, which is open for that reason
      expect((await call('POST', '/api/conferma', { passMD5: md5('sbagliata') })).status).toBe(400);
      const { segreto } = (await call('POST', PATH, { passo: 'avvia' })).body.message;
      expect((await call('POST', PATH, { passo: 'conferma', codice: appCode(segreto) })).status).toBe(201);
      expect([await dovere(), (await call('GET', '/api/sessioni')).status]).toEqual([null, 200]);
      // without it again, the duty is back
      expect((await call('DELETE', PATH)).status).toBe(200);
      expect(await dovere()).toBe('SECONDO_FATTORE_OBBLIGATORIO');
    }
  });
});
