import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { PermissionLevels } from '#contracts/core/permissions.ts';
import { openDatabase, type ReadDatabase } from '#projections/database.ts';
import { assemble } from '#services/modules.ts';
import { call } from '../../../test/calls.ts';
import { startTestPortal, type Person, type TestPortal } from '../../../test/portal.ts';
import { createApp } from './app.ts';

const ALL: PermissionLevels = { allowInsert: 1, allowView: 3, allowEdit: 3, allowDelete: 3 };

describe('Che cosa chiede una lettura al database', () => {
  let portale: TestPortal;
  let anna: Person;
  /** A second app, as of another process, whose read connections are counted. */
  let open: ReturnType<typeof openDatabase<ReadDatabase>>;
  let server: Server;

  beforeAll(async () => {
    portale = await startTestPortal();
    anna = await portale.person({ memberID: 'anna', groupID: 71, permessi: { macchinari: ALL } });
    open = openDatabase<ReadDatabase>({ url: portale.url, max: 4 });
    const { deps, modules } = assemble({ ...portale.deps, readDb: open.db });
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

  it('un diritto tolto e una sessione chiusa altrove contano alla richiesta che segue', async () => {
    expect((await read('/api/macchinari?chiave=L1')).status).toBe(200);
    await portale.changePermissions(71, { macchinari: { ...ALL, allowView: 0 } });
    expect((await read('/api/macchinari?chiave=L1')).status).toBe(403);
    expect((await read('/api/storico?tabella=macchinari&id=L1')).status).toBe(403);
    await portale.changePermissions(71, { macchinari: ALL });
    expect((await read('/api/macchinari?chiave=L1')).status).toBe(200);
    await portale.call('POST', '/api/logout', { as: anna });
    expect((await read('/api/macchinari?chiave=L1')).status).toBe(401);
  });

  it('un indirizzo scritto in un altro modo trova la stessa chiamata', async () => {
    const luca = await portale.person({ memberID: 'luca', permessi: { macchinari: ALL } });
    const status = async (path: string, method: 'GET' | 'HEAD' = 'GET') =>
      (await fetch(portale.base + path, { method, headers: { authorization: `Bearer ${luca.token}` } })).status;
    expect(await Promise.all([status('/api/macchinari?chiave=L1'), status('/API/Macchinari/?chiave=L1'), status('/api/macchinari?chiave=L1', 'HEAD'), status('/api/macchinari/L1')])).toEqual([200, 200, 200, 404]);
  });
});
