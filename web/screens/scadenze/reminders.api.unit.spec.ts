// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createQueryClient } from '#web/lib/query.ts';
import { fakePortal, leaveNothing, signIn } from '#web/portal.testing.tsx';
import { calendarOptions, makeCalendar, remindersOptions, revokeCalendar, sendReminders } from './reminders.api.ts';

const client = () => createQueryClient();

beforeEach(() => signIn());
afterEach(() => {
  vi.useRealTimers();
  leaveNothing();
});

it('i promemoria mandati e il calendario si leggono ciascuno per sé', async () => {
  const reminders = { data: [{ utente: 'anna' }], ora: '06:30' };
  const calls = fakePortal(({ path }) => ({ body: path === '/api/calendario' ? { data: [{ creato: '2026-11-01' }] } : reminders }));
  const one = client();
  expect(await one.fetchQuery(remindersOptions())).toEqual(reminders);
  expect(await one.fetchQuery(calendarOptions())).toEqual({ creato: '2026-11-01' });
  expect(calls.map(({ method, path }) => `${method} ${path}`)).toEqual(['GET /api/scadenze/promemoria', 'GET /api/calendario']);
});

it('senza calendario non c’è una data', async () => {
  fakePortal(() => ({ body: { data: [] } }));
  expect(await client().fetchQuery(calendarOptions())).toBeNull();
});

it('i promemoria si mandano per il giorno di oggi a Roma', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T23:30:00Z') });
  const calls = fakePortal(() => ({ body: { message: { jobId: 'j1', inviati: 3 } } }));
  expect(await sendReminders()).toEqual({ jobId: 'j1', inviati: 3 });
  expect(calls).toMatchObject([{ method: 'POST', path: '/api/scadenze/promemoria', body: { giorno: '2026-11-22' } }]);
});

it('un calendario si crea, con il suo indirizzo, e si revoca', async () => {
  const calls = fakePortal(() => ({ body: { message: { token: 'segreto' } } }));
  expect(await makeCalendar()).toBe('segreto');
  await revokeCalendar();
  expect(calls.map(({ method, path, body }) => [method, path, body])).toEqual([
    ['POST', '/api/calendario', {}],
    ['DELETE', '/api/calendario', {}],
  ]);
});

it.each([sendReminders, makeCalendar, revokeCalendar])('un rifiuto si dice (%#)', async (act) => {
  fakePortal(() => ({ status: 403, body: { message: 'Non permesso' } }));
  await expect(act()).rejects.toThrow('Non permesso');
});
