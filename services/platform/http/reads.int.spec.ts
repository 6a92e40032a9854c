import { Agent, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { EVERYTHING } from '#contracts/core/permissions.ts';
import { openDatabase, type ReadDatabase } from '#projections/database.ts';
import { assemble } from '#services/modules.ts';
import { call } from '../../../test/calls.ts';
import { startTestPortal, type Person, type TestPortal } from '../../../test/portal.ts';
import { createApp } from './app.ts';

describe('Che cosa chiede una lettura al database', () => {
  let portale: TestPortal;
  let anna: Person;
  /** Database of a second app, as of another process, whose read connections are counted. */
  let open: ReturnType<typeof openDatabase<ReadDatabase>>;
  let server: Server;

  beforeAll(async () => {
    portale = await startTestPortal();
    anna = await portale.person({ memberID: 'anna', groupID: 71, permessi: { macchinari: EVERYTHING } });
    open = openDatabase<ReadDatabase>({ url: portale.url, max: 4 });
    const { deps, modules } = assemble({ ...portale.deps, readDb: open.db, lists: open.db });
    server = await new Promise<Server>((resolve) => {
      const s: Server = createApp(deps, modules).listen(0, '127.0.0.1', () => resolve(s));
    });
    await portale.call('POST', '/api/macchinari', { as: anna, body: { macchinario: { matricola: 'L1', marca: 'Soilmec' } } });
  });
  afterAll(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await open.db.destroy();
    await portale.stop();
  });
  const read = (path: string) => call(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, 'GET', { token: anna.token });

  it.each([
    ['la sessione', '/api/sessione', 1],
    ['un record', '/api/macchinari?chiave=L1', 2],
    ['una pagina di storico', '/api/storico?tabella=macchinari&id=L1&pagina=1', 2],
    ['una pagina di un elenco', '/api/macchinari?pagina=1&righe=20', 3],
  ])('%s: sempre con la sua sessione, e non più di così', async (_what, path, statements) => {
    const asked = [vi.spyOn(open.pool, 'connect'), vi.spyOn(open.shared, 'query')];
    expect((await read(path)).status).toBe(200);
    expect(asked.reduce((sum, { mock }) => sum + mock.calls.length, 0)).toBe(statements);
    for (const spy of asked) spy.mockRestore();
  });

  it('chi si è già fatto riconoscere su una connessione: il suo record si legge insieme alla sessione, e quello degli altri no', async () => {
    const bruno = await portale.person({ memberID: 'bruno', groupID: 72, permessi: { accise: EVERYTHING } });
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const onOne = (token: string | null, path: string) =>
      new Promise<{ status: number; body: string }>((resolve, reject) => {
        const asked = request(
          `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`,
          { agent, headers: token === null ? {} : { authorization: `Bearer ${token}` } },
          (res) => {
            text(res).then((body) => resolve({ status: res.statusCode ?? 0, body }), reject);
          },
        );
        asked.on('error', reject).end();
      });
    expect((await onOne(anna.token, '/api/sessione')).status).toBe(200);
    const { query } = open.shared;
    const together = vi.spyOn(open.shared, 'query');
    const inTheFirstTurn = new Promise<number>((resolve) => {
      together.mockImplementationOnce((asked) => {
        setImmediate(() => resolve(together.mock.calls.length));
        return query(asked);
      });
    });
    expect(JSON.parse((await onOne(anna.token, '/api/macchinari?chiave=L1')).body).data).toMatchObject([
      { matricola: 'L1', marca: 'Soilmec' },
    ]);
    expect(await inTheFirstTurn).toBe(2);
    together.mockClear();
    expect(await onOne(null, '/api/macchinari?chiave=L1')).toMatchObject({ status: 401 });
    expect(together).not.toHaveBeenCalled();
    together.mockRestore();
    expect(await onOne(bruno.token, '/api/macchinari?chiave=L1')).toMatchObject({
      status: 403,
      body: expect.not.stringContaining('Soilmec'),
    });
    expect(await onOne('x'.repeat(43), '/api/macchinari?chiave=L1')).toMatchObject({
      status: 401,
      body: expect.not.stringContaining('Soilmec'),
    });
    for (const [key, status] of [
      ['%20L1%20', 200],
      ['NESSUNA', 404],
      ['%00', 400],
      ['L1&chiave=L2', 400],
    ])
      expect((await onOne(anna.token, `/api/macchinari?chiave=${key}`)).status).toBe(status);
    agent.destroy();
  });

  it('un diritto tolto e una sessione chiusa altrove contano alla richiesta che segue', async () => {
    expect((await read('/api/macchinari?chiave=L1')).status).toBe(200);
    await portale.changePermissions(71, { macchinari: { ...EVERYTHING, allowView: 0 } });
    expect((await read('/api/macchinari?chiave=L1')).status).toBe(403);
    expect((await read('/api/storico?tabella=macchinari&id=L1')).status).toBe(403);
    await portale.changePermissions(71, { macchinari: EVERYTHING });
    expect((await read('/api/macchinari?chiave=L1')).status).toBe(200);
    await portale.call('POST', '/api/logout', { as: anna });
    expect((await read('/api/macchinari?chiave=L1')).status).toBe(401);
  });

  it('un indirizzo scritto in un altro modo trova la stessa chiamata', async () => {
    const luca = await portale.person({ memberID: 'luca', permessi: { macchinari: EVERYTHING } });
    const status = async (path: string, method: 'GET' | 'HEAD' = 'GET') =>
      (await fetch(portale.base + path, { method, headers: { authorization: `Bearer ${luca.token}` } })).status;
    expect(
      await Promise.all([
        status('/api/macchinari?chiave=L1'),
        status('/API/Macchinari/?chiave=L1'),
        status('/api/macchinari?chiave=L1', 'HEAD'),
        status('/api/macchinari/L1'),
      ]),
    ).toEqual([200, 200, 200, 404]);
  });
});
