import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startEventStoreServer, type ServerEventStore } from '../../../test/eventstoredb-server.ts';
import { startTestPortal, type Person, type TestPortal } from '../../../test/portal.ts';
import { createApp } from './app.ts';

describe('Una scrittura di cui non si sa l’esito', { timeout: 60_000 }, () => {
  let log: ServerEventStore;
  let portal: TestPortal;
  let person: Person;
  let server: Server | undefined;
  beforeAll(async () => {
    log = await startEventStoreServer();
    portal = await startTestPortal({ env: { EVENTSTORE_URL: log.url } });
    person = await portal.person({ permessi: { manutenzioni: { allowView: 3, allowInsert: 1, allowEdit: 3, allowDelete: 3 } } });
  });
  afterAll(async () => {
    server?.close();
    await portal?.stop();
    await log?.shutdown();
  });

  const write = (descrizione: string, key: string) =>
    portal.call('POST', '/api/meccanici', {
      as: person,
      body: { meccanici: { descrizione } },
      headers: { 'Idempotency-Key': key },
    });
  const named = async (descrizione: string): Promise<number> => {
    const { body } = await portal.call('GET', '/api/meccanici', { as: person });
    return body.data.filter((one: { descrizione: string }) => one.descrizione === descrizione).length;
  };

  test('registrata, e la risposta persa: 503 che lo dice; la stessa chiave è lo stesso comando', async () => {
    const key = randomUUID();
    log.faults.answersToLose = 100;
    const lost = await write('Bianchi', key);
    log.faults.answersToLose = 0;
    expect(lost).toMatchObject({
      status: 503,
      body: { type: '/problemi/esito-incerto', message: 'Potrebbe essere stato salvato: ricarica prima di riprovare.' },
    });
    const other = await write('Un altro', key);
    expect(other.status).toBe(422);
    expect((await write('Bianchi', key)).status).toBe(201);
    expect(await named('Bianchi')).toBe(1);
  });

  test('mai partita: 503 che invita a riprovare', async () => {
    await log.stop();
    const refused = await write('Verdi', randomUUID());
    await log.restart();
    expect(refused).toMatchObject({ status: 503, body: { type: '/problemi/non-disponibile' } });
  });

  test('partita verso un registro che tace: al limite della risposta il suo esito non si sa', async () => {
    const { deps } = portal;
    log.faults.mute = true;
    const slow = createApp(deps, portal.modules, { answerMs: 300 });
    server = createServer(slow);
    await new Promise<void>((resolve) => server!.listen(0, '127.0.0.1', resolve));
    const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const started = performance.now();
    const answer = await fetch(`${base}/api/meccanici`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${person.token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ meccanici: { descrizione: 'Neri' } }),
    });
    log.faults.mute = false;
    expect([answer.status, ((await answer.json()) as { type: string }).type]).toEqual([503, '/problemi/esito-incerto']);
    expect(performance.now() - started).toBeLessThan(3_000);
  });
});

describe('Nessuna risposta tarda più del suo limite', () => {
  test.each([
    ['GET', '/problemi/non-disponibile'],
    ['POST', '/problemi/esito-incerto'],
  ] as const)('%s', async (method, type) => {
    const portal = await startTestPortal();
    const hangs = { method, path: '/api/mai', description: '', permission: 'public', handle: () => new Promise<void>(() => {}) } as const;
    const server = createServer(createApp(portal.deps, [{ name: 'mai', routes: [hangs] }], { answerMs: 200 }));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    try {
      const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/api/mai`, {
        method,
        ...(method === 'POST' ? { body: '{}', headers: { 'Content-Type': 'application/json' } } : {}),
      });
      expect([answer.status, ((await answer.json()) as { type: string }).type]).toEqual([503, type]);
    } finally {
      server.close();
      await portal.stop();
    }
  });
});
