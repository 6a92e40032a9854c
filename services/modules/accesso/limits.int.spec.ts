import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { enter, md5, ready } from '../../../test/access.ts';
import { startTestPortal, type TestPortal } from '../../../test/portal.ts';
import { install } from './installation.ts';

let test: TestPortal;
let admin: string;
let number = 0;

beforeAll(async () => {
  test = await startTestPortal();
  await install(test.deps);
  await ready(test);
  admin = await enter(test, 'admin', 'admin-demo');
});
afterAll(() => test.stop());

async function fresh(): Promise<string> {
  const memberID = `limite${(number += 1)}`;
  expect(
    (await test.call('POST', '/api/users', { token: admin, body: { user: { memberID, passMD5: md5('giusta'), groupID: 3 } } })).status,
  ).toBe(201);
  return memberID;
}

/** From an address, as the proxy on this machine tells it. */
const login = (username: string, password: string, address: string, browser?: string) =>
  test.call('POST', '/api/login', {
    body: { username, password: md5(password), ...(browser === undefined ? {} : { browser }) },
    headers: { 'x-forwarded-for': address },
  });
const status = async (...args: Parameters<typeof login>) => (await login(...args)).status;

async function guess(username: string, times: number, address: (n: number) => string): Promise<number[]> {
  const states: number[] = [];
  for (let n = 0; n < times; n += 1) states.push(await status(username, `no${n}`, address(n)));
  return states;
}

describe('chi indovina una password', () => {
  it('aspetta dopo cinque errori, e la persona entra da altrove', async () => {
    const name = await fresh();
    expect(await guess(name, 6, () => '203.0.113.7')).toEqual([401, 401, 401, 401, 401, 429]);
    expect(await status(name, 'giusta', '203.0.113.7')).toBe(429);
    expect(await status(name, 'giusta', '203.0.113.8')).toBe(200);
  });

  it('con IPv6 è la stessa persona in tutta la sua rete /64', async () => {
    const name = await fresh();
    expect(await guess(name, 6, (n) => `2001:db8:1:1::${n + 1}`)).toEqual([401, 401, 401, 401, 401, 429]);
    expect(await status(name, 'giusta', '2001:db8:1:1:ffff::1')).toBe(429);
    expect(await status(name, 'giusta', '2001:db8:1:2::1')).toBe(200);
  });

  it('da molti indirizzi chiude l’utente ai browser nuovi, non a quello che conosce', async () => {
    const name = await fresh();
    const known = (await login(name, 'giusta', '198.51.100.1')).body.utente.browser as string;
    const states = await guess(name, 51, (n) => `192.0.2.${n % 250}`);
    expect([states.slice(0, 50).every((s) => s === 401), states[50]]).toEqual([true, 429]);
    const refused = await login(name, 'giusta', '198.51.100.2');
    expect(refused.status).toBe(429);
    expect(refused.body.message).toContain('Da un browser con cui sei già entrato puoi ancora accedere');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(600);
    for (const strange of ['x', 'a'.repeat(43), '']) expect(await status(name, 'giusta', '198.51.100.2', strange)).toBe(429);
    // another person's browser is nobody's
    const other = (await login('capo', 'capo-demo', '198.51.100.3')).body.utente.browser as string;
    expect(await status(name, 'giusta', '198.51.100.2', other)).toBe(429);
    const again = await login(name, 'giusta', '198.51.100.2', known);
    expect(again.status).toBe(200);
    // rotated: the old one is spent, the new one opens
    expect(again.body.utente.browser).not.toBe(known);
    expect(await status(name, 'giusta', '198.51.100.2', known)).toBe(429);
    expect(await status(name, 'giusta', '198.51.100.2', again.body.utente.browser as string)).toBe(200);
  });

  it('una nuova password data da un amministratore libera l’utente, e i browser di prima non sono più conosciuti', async () => {
    const name = await fresh();
    const known = (await login(name, 'giusta', '198.51.100.9')).body.utente.browser as string;
    await guess(name, 51, (n) => `192.0.2.${n % 250}`);
    expect(await status(name, 'giusta', '198.51.100.10')).toBe(429);
    expect((await test.call('PUT', '/api/users', { token: admin, body: { user: { memberID: name, passMD5: md5('nuova') } } })).status).toBe(
      200,
    );
    expect(await status(name, 'nuova', '198.51.100.10')).toBe(200);
    await guess(name, 51, (n) => `192.0.2.${n % 250}`);
    expect(await status(name, 'nuova', '198.51.100.11', known)).toBe(429);
  }, 90_000);

  it('anche la stessa password ridata libera l’utente', async () => {
    const name = await fresh();
    await guess(name, 6, () => '203.0.113.20');
    expect(await status(name, 'giusta', '203.0.113.20')).toBe(429);
    await test.call('PUT', '/api/users', { token: admin, body: { user: { memberID: name, passMD5: md5('giusta') } } });
    expect(await status(name, 'giusta', '203.0.113.20')).toBe(200);
  });

  it('un browser che non è un testo non disturba', async () => {
    const name = await fresh();
    for (const browser of [5, null, {}, ['x']])
      expect((await test.call('POST', '/api/login', { body: { username: name, password: md5('giusta'), browser } })).status).toBe(200);
  });
});

describe('X-Forwarded-For', () => {
  it('conta solo da un proxy fidato', async () => {
    const other = await startTestPortal({ env: { PROXY_FIDATI: '10.1.2.3,172.16.0.0/12' } });
    try {
      await install(other.deps);
      await ready(other);
      const states: number[] = [];
      for (let n = 0; n < 6; n += 1) {
        states.push(
          (
            await other.call('POST', '/api/login', {
              body: { username: 'capo', password: md5(`no${n}`) },
              headers: { 'x-forwarded-for': `203.0.113.${n}` },
            })
          ).status,
        );
      }
      expect(states).toEqual([401, 401, 401, 401, 401, 429]);
    } finally {
      await other.stop();
    }
  });
});
