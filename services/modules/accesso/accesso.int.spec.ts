import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { enter, md5, ready } from '../../../test/access.ts';
import { hashToken } from '#services/platform/identity/sessions.ts';
import { startTestPortal, type TestPortal } from '../../../test/portal.ts';
import { call } from '../../../test/calls.ts';
import { createApp } from '#services/platform/http/app.ts';
import { install } from './installation.ts';

const HOUR = 3_600_000;
let test: TestPortal;

beforeAll(async () => {
  test = await startTestPortal();
  await install(test.deps);
  await ready(test);
});
afterAll(() => test.stop());

const keyOf = async (token: string) => (await whoAmI(token)).body.data[0].chiaveBozze as string;
const whoAmI = (token?: string) => test.call('GET', '/api/sessione', { token });
const login = (body: unknown, headers?: Record<string, string>) => test.call('POST', '/api/login', { body, headers });

describe('il login', () => {
  it('apre una sessione e risponde come dice la specifica', async () => {
    const { status: state, body } = await login({ username: 'capo', password: md5('capo-demo') });
    expect(state).toBe(200);
    expect(body).toEqual({
      utente: {
        token: expect.stringMatching(/^[\w-]{43}$/),
        data: [{ memberID: 'capo', groupID: 12, name: 'Davide Zanasi', email: 'capo@strato.example' }],
        browser: expect.stringMatching(/^[\w-]{43}$/),
      },
    });
  });

  it('legge il nome come si leggono le chiavi: spazi attorno, maiuscole e codifica degli accenti non contano, ed entra chi si chiama così', async () => {
    const { token } = (await login({ username: 'admin', password: md5('admin-demo') })).body.utente;
    const name = 'Niccolò';
    expect(
      (await test.call('POST', '/api/users', { token, body: { user: { memberID: name, passMD5: md5('segreta'), groupID: 12 } } })).status,
    ).toBe(201);
    for (const [username, memberID, password] of [
      ['  capo ', 'capo', 'capo-demo'],
      ['Capo', 'capo', 'capo-demo'],
      [name, name, 'segreta'],
      [name.normalize('NFD'), name, 'segreta'],
      ['NICCOLÒ'.normalize('NFD'), name, 'segreta'],
    ] as const) {
      const { status, body } = await login({ username, password: md5(password) });
      expect([username, status, body.utente?.data[0].memberID]).toEqual([username, 200, memberID]);
      expect((await whoAmI(body.utente.token)).body.data[0].memberID).toBe(memberID);
    }
    for (const username of ['Nicolo', 'cap', 'niccolo']) expect((await login({ username, password: md5('segreta') })).status).toBe(401);
  });

  it('le password errate sono contate insieme, comunque si scriva il nome', async () => {
    const kinds = [];
    for (const username of ['Niccolò', 'NICCOLÒ', 'niccolò', 'Niccolò'.normalize('NFD'), 'niCColò', 'Niccolò'])
      kinds.push((await login({ username, password: md5('no') })).status);
    expect(kinds).toEqual([401, 401, 401, 401, 401, 429]);
  });

  it('la chiave delle bozze è sempre la stessa per una persona, e di ognuno la sua', async () => {
    const enter = async (name: string) => keyOf((await login({ username: name, password: md5(`${name}-demo`) })).body.utente.token);
    const [one, again, other] = [await enter('capo'), await enter('capo'), await enter('direzione')];
    expect(Buffer.from(one, 'base64url')).toHaveLength(32);
    expect(again).toBe(one);
    expect(other).not.toBe(one);
    expect((await whoAmI()).status).toBe(401);
  });

  it('accetta il digest in maiuscole', async () => {
    expect((await login({ username: 'capo', password: md5('capo-demo').toUpperCase() })).status).toBe(200);
  });

  it('con le credenziali errate risponde 401 allo stesso modo, chiunque sia', async () => {
    const known = await login({ username: 'direzione', password: md5('sbagliata') });
    const unknown = await login({ username: 'nessuno', password: md5('sbagliata') });
    const inClear = await login({ username: 'direzione', password: 'direzione-demo' });
    for (const answer of [known, unknown, inClear]) {
      expect(answer.status).toBe(401);
      expect(answer.body.message).toBe('Username o password errati!');
      expect(answer.headers.get('content-type')).toContain('application/problem+json');
    }
    expect(unknown.body).toEqual(known.body);
  });

  it('un corpo sbagliato è 400', async () => {
    for (const body of [
      {},
      { username: 'capo' },
      { username: '', password: md5('x') },
      { username: ['capo'], password: md5('x') },
      { username: 'ca\u0001po', password: md5('x') },
      { username: 'capo', password: 5 },
      { username: 'c'.repeat(300), password: md5('x') },
      { username: 'capo', password: md5('capo-demo'), ricordami: 'forse' },
      '{"username":',
      [],
      'null',
    ]) {
      const answer = await login(body);
      expect(answer.status, JSON.stringify(body)).toBe(400);
      expect(answer.body.message).toEqual(expect.any(String));
    }
  });

  it('non dice mai la password nella risposta', async () => {
    const { body } = await login({ username: 'capo', password: md5('un-altra') });
    expect(JSON.stringify(body)).not.toContain(md5('un-altra'));
  });
});

describe('la sessione', () => {
  it('dice chi sono, con il gruppo e i permessi di ogni area', async () => {
    const { status: state, body } = await whoAmI(await enter(test, 'operaio', 'operaio-demo'));
    expect(state).toBe(200);
    expect(body.data[0]).toMatchObject({
      memberID: 'operaio',
      groupID: 3,
      gruppo: 'Operativi',
      name: 'Luca Bertoli',
      marcatore: 'user',
      ricordami: false,
    });
    expect(body.data[0].permessi.accise).toEqual({ allowInsert: 1, allowView: 1, allowEdit: 1, allowDelete: 0 });
    expect(body.data[0].permessi.costi).toEqual({ allowInsert: 0, allowView: 0, allowEdit: 0, allowDelete: 0 });
    expect(Object.keys(body.data[0].permessi)).toHaveLength(12);
  });

  it('senza token, o con uno che non è nostro, è 401', async () => {
    expect((await whoAmI()).status).toBe(401);
    for (const token of ['x', 'a'.repeat(43), `${'a'.repeat(42)}'`, '']) expect((await whoAmI(token)).status).toBe(401);
    const token = await enter(test, 'capo', 'capo-demo');
    expect((await test.call('GET', '/api/sessione', { headers: { authorization: `Basic ${token}` } })).status).toBe(401);
    expect((await test.call('GET', '/api/sessione', { headers: { authorization: token } })).status).toBe(401);
    expect((await test.call('GET', `/api/sessione?token=${token}`)).status).toBe(401);
    expect((await test.call('GET', '/api/sessione', { headers: { authorization: `bearer ${token}` } })).status).toBe(200);
  });

  it('il token è conservato solo come hash', async () => {
    const token = await enter(test, 'capo', 'capo-demo');
    const { rows } = await sql<{ testo: string }>`select s::text as testo from public.sessioni s`.execute(test.deps.writeDb);
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.every(({ testo }) => !testo.includes(token))).toBe(true);
  });

  it('dura dodici ore, con Ricordami trenta giorni', async () => {
    const { clock } = test.deps;
    const real = clock.now;
    const start = real();
    clock.now = () => start;
    const [short, long] = [await enter(test, 'capo', 'capo-demo'), await enter(test, 'capo', 'capo-demo', true)];
    const after = async (ms: number): Promise<number[]> => {
      clock.now = () => new Date(start.getTime() + ms);
      // in use until now
      await sql`update public.sessioni set vista = ${clock.now()}`.execute(test.deps.writeDb);
      return [(await whoAmI(short)).status, (await whoAmI(long)).status];
    };
    try {
      expect(await after(12 * HOUR - 1)).toEqual([200, 200]);
      expect(await after(12 * HOUR)).toEqual([401, 200]);
      expect(await after(30 * 24 * HOUR - 1)).toEqual([401, 200]);
      expect(await after(30 * 24 * HOUR)).toEqual([401, 401]);
      await enter(test, 'direzione', 'direzione-demo');
      expect(await sql`select 1 from public.sessioni where scade <= ${clock.now()}`.execute(test.deps.writeDb)).toMatchObject({ rows: [] });
    } finally {
      clock.now = real;
    }
  });

  it('il logout chiude quella sola sessione, subito', async () => {
    const [mine, other] = [await enter(test, 'capo', 'capo-demo'), await enter(test, 'capo', 'capo-demo')];
    const left = await test.call('POST', '/api/logout', { token: mine });
    expect([left.status, left.headers.get('clear-site-data')]).toEqual([200, '"cache"']);
    expect((await whoAmI(mine)).status).toBe(401);
    expect((await test.call('POST', '/api/logout', { token: mine })).status).toBe(401);
    expect((await whoAmI(other)).status).toBe(200);
    // a token that is closed already is told once
    const { rows } = await sql`select utente from public.accessi where tipo = 'uscita'`.execute(test.deps.writeDb);
    expect(rows).toEqual([{ utente: 'capo' }]);
  });

  it('accedere con un token chiude la sessione di quel token; una password errata no', async () => {
    const before = await enter(test, 'capo', 'capo-demo');
    const again = (password: string) =>
      test.call('POST', '/api/login', { token: before, body: { username: 'capo', password: md5(password) } });
    expect([(await again('sbagliata')).status, (await whoAmI(before)).status]).toEqual([401, 200]);
    const { body } = await again('capo-demo');
    expect([(await whoAmI(before)).status, (await whoAmI(body.utente.token)).status]).toEqual([401, 200]);
  });

  it('la pagina che chiede da sé chi è non la tiene in uso; una chiamata, o la pagina che è stata toccata, sì', async () => {
    const token = await enter(test, 'capo', 'capo-demo');
    const used = async () =>
      (
        await sql<{ n: number }>`select count(vista)::int as n from public.sessioni where token_hash = ${hashToken(token)}`.execute(
          test.deps.writeDb,
        )
      ).rows[0]?.n;
    await whoAmI(token);
    await whoAmI(token);
    expect(await used()).toBe(0);
    await test.call('GET', '/api/sessione?usata=1', { token });
    await expect.poll(used).toBe(1);
  });

  it('sopravvive a un riavvio del portale', async () => {
    const token = await enter(test, 'capo', 'capo-demo');
    const fresh = await new Promise<Server>((resolve) => {
      const s: Server = createApp(test.deps, test.modules).listen(0, '127.0.0.1', () => resolve(s));
    });
    const base = `http://127.0.0.1:${(fresh.address() as AddressInfo).port}`;
    expect((await call(`${base}/api/sessione`, 'GET', { token })).status).toBe(200);
    fresh.closeAllConnections();
    await new Promise((resolve) => fresh.close(resolve));
  });

  it('di un utente ignoto alle letture non dice che la password è errata', async () => {
    await sql`insert into public.credenziali (member_id, hash) select 'fantasma', hash from public.credenziali where member_id = 'capo'`.execute(
      test.deps.writeDb,
    );
    const { status: state, headers } = await login({ username: 'fantasma', password: md5('capo-demo') });
    expect(state).toBe(503);
    expect(headers.get('retry-after')).toBe('2');
  });
});

describe('i tentativi di accesso', () => {
  it('dopo cinque errori quel nome aspetta, gli altri entrano', async () => {
    const states: number[] = [];
    for (let i = 0; i < 6; i += 1) states.push((await login({ username: 'operaio', password: md5(`no${i}`) })).status);
    expect(states).toEqual([401, 401, 401, 401, 401, 429]);
    const locked = await login({ username: 'operaio', password: md5('operaio-demo') });
    expect(locked.status).toBe(429);
    expect(Number(locked.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(locked.body.message).toMatch(/^Troppi tentativi di accesso: riprova tra \d+ (minut|second)[oi]\.$/);
    expect((await login({ username: 'direzione', password: md5('direzione-demo') })).status).toBe(200);
  });
});
