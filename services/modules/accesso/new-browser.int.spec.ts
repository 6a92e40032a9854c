import { afterAll, beforeAll, expect, it } from 'vitest';
import { md5, ready } from '../../../test/access.ts';
import { startTestPortal, type TestPortal } from '../../../test/portal.ts';
import { install } from './installation.ts';

interface Mail {
  id: string;
  kind: string;
  utente: string;
  data: { to: string[]; text: string };
}

let portal: TestPortal;
let now = new Date('2026-11-02T08:00:00Z');

beforeAll(async () => {
  portal = await startTestPortal({ now: () => now });
  await install(portal.deps);
  await ready(portal);
});
afterAll(() => portal.stop());

const mails = () => (portal.deps.jobs as unknown as { asked: Mail[] }).asked.filter(({ kind }) => kind === 'mail-nuovo-browser');
const ids = () => new Set(mails().map(({ id }) => id)).size;
async function login(address: string, browser?: string, password = 'capo-demo'): Promise<string> {
  const { body } = await portal.call('POST', '/api/login', {
    body: { username: 'capo', password: md5(password), browser },
    headers: { 'x-forwarded-for': address },
  });
  return body.utente?.browser as string;
}

it('un browser mai visto è detto per mail, una volta per indirizzo e giorno; uno già visto no', async () => {
  const browser = await login('203.0.113.5');
  expect([mails().length, mails()[0]!.data.to]).toEqual([1, ['capo@strato.example']]);
  expect(mails()[0]!.data.text).toContain('entrato come capo da un browser mai visto');
  expect(mails()[0]!.data.text).toContain('203.0.113.5');
  // whoever signed in must not find the mail among their own jobs, where they could take it away
  expect(mails()[0]!.utente).toBe('sistema');
  const next = await login('203.0.113.5', browser);
  expect(mails()).toHaveLength(1);
  // the queue takes one job for an id
  await login('203.0.113.5');
  expect(ids()).toBe(1);
  await login('203.0.113.9');
  expect(ids()).toBe(2);
  now = new Date(now.getTime() + 86_400_000);
  await login('203.0.113.5');
  expect(ids()).toBe(3);
  await login('203.0.113.77', undefined, 'sbagliata');
  expect(ids()).toBe(3);
  await login('203.0.113.5', next);
  expect(ids()).toBe(3);
});

it('il browser con cui si è cambiata la password non è nuovo, ma non è più fidato', async () => {
  const before = await login('198.51.100.1');
  const { body } = await portal.call('POST', '/api/login', { body: { username: 'capo', password: md5('capo-demo'), browser: before } });
  const { token, browser } = body.utente;
  const user = { memberID: 'capo', passMD5: md5('sette sassi sul tavolo'), passMD5Attuale: md5('capo-demo') };
  expect((await portal.call('PUT', '/api/users', { token, body: { user } })).status).toBe(200);
  const told = mails().length;
  await login('198.51.100.2', browser, 'sette sassi sul tavolo');
  expect(mails()).toHaveLength(told);
});

it('chi non ha un indirizzo non riceve niente', async () => {
  await portal.command({ register: 'users', action: 'change', key: 'capo', values: { email: null } });
  const told = mails().length;
  await login('198.51.100.3', undefined, 'sette sassi sul tavolo');
  expect(mails()).toHaveLength(told);
});
