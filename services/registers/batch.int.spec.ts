import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EVERYTHING, type Permissions } from '#contracts/core/permissions.ts';
import { StoreUnavailable } from '#contracts/ports/event-store.ts';
import { call } from '../../test/calls.ts';
import { startTestPortal, type Person, type TestPortal } from '../../test/portal.ts';
import { createReadings, killedPortal } from '../../test/killed-portal.ts';
import { resumeBatches, runBatch } from './batch.ts';

const permissions: Permissions = { accise: EVERYTHING };

describe('una scrittura su più record', () => {
  let portale: TestPortal;
  let anna: Person;
  beforeAll(async () => {
    portale = await startTestPortal();
    anna = await portale.person({ memberID: 'anna', permessi: permissions });
  });
  afterAll(() => portale?.stop());

  const create = async () =>
    (await portale.call('POST', '/api/accise', { as: anna, body: { accise: { data: '2026-01-02', ore: 3 } } })).body.message
      .insertId as number;
  const there = async (ids: readonly number[]) =>
    (await portale.call('GET', '/api/accise', { as: anna })).body.data.filter(({ id }: { id: number }) => ids.includes(id)).length;
  const parts = (ids: readonly number[], commandId: string) =>
    ids.map((key) => ({
      command: { register: 'accise', action: 'delete', key } as const,
      sender: {
        identity: { memberID: anna.memberID, groupID: anna.groupID, permessi: permissions },
        commandId: `${commandId}/${key}`,
        correlationId: 'c',
        origine: 'web' as const,
      },
    }));
  const begun = () => portale.deps.writeDb.selectFrom('operazioni').selectAll().execute();

  it('interrotta a metà si completa da sé, una volta, a nome di chi l’ha chiesta', async () => {
    const ids = [await create(), await create(), await create()];
    let left = 1;
    const dispatch: typeof portale.deps.dispatch = (command, sender) => {
      if (left-- <= 0) throw new Error('the process is gone');
      return portale.deps.dispatch(command, sender);
    };
    await expect(runBatch({ ...portale.deps, dispatch }, 'meta', parts(ids, 'meta'))).rejects.toThrow('the process is gone');
    expect(await begun()).toHaveLength(1);

    expect(await resumeBatches(portale.deps)).toBe(1);
    expect(await begun()).toEqual([]);
    await expect.poll(() => there(ids)).toBe(0);
    for (const id of ids) {
      const { data } = (await portale.call('GET', `/api/storico?tabella=accise&id=${id}`, { as: anna })).body;
      expect(data.map(({ evento, utente }: { evento: string; utente: string }) => [evento, utente])).toEqual([
        ['AccisaEliminata.v1', 'anna'],
        ['AccisaRegistrata.v1', 'anna'],
      ]);
    }
    expect(await resumeBatches(portale.deps)).toBe(0);
  });

  it('interrotta dal registro che non si raggiunge, si completa quando torna, senza un riavvio', async () => {
    const ids = [await create(), await create(), await create()];
    let away = 0;
    const dispatch: typeof portale.deps.dispatch = async (command, sender) => {
      if (command.key === ids[1] && (away += 1) <= 2) throw new StoreUnavailable('away');
      return portale.deps.dispatch(command, sender);
    };
    await expect(runBatch({ ...portale.deps, dispatch }, 'via', parts(ids, 'via'))).rejects.toThrow(StoreUnavailable);
    await expect.poll(() => there(ids)).toBe(0);
    await expect.poll(begun).toEqual([]);
  });

  it('ciò che un altro ha eliminato intanto non ferma il resto, e non resta in sospeso', async () => {
    const ids = [await create(), await create()];
    await portale.call('DELETE', '/api/accise', { as: anna, body: { id: ids[0] } });
    expect(await runBatch(portale.deps, 'altri', parts(ids, 'altri'))).toHaveLength(1);
    await expect.poll(() => there(ids)).toBe(0);
    expect(await begun()).toEqual([]);
  });

  it('un rifiuto si dice, dopo avere fatto il resto', async () => {
    const ids = [await create(), await create()];
    const [first, second] = parts(ids, 'rifiuto');
    const forbidden = { ...first!, sender: { ...first!.sender, identity: { ...first!.sender.identity, permessi: {} } } };
    await expect(runBatch(portale.deps, 'rifiuto', [forbidden, second!])).rejects.toMatchObject({ code: 'NON_PERMESSO' });
    await expect.poll(() => there(ids)).toBe(1);
    expect(await begun()).toEqual([]);
  });
});

describe('il portale ucciso', () => {
  it('mentre ne elimina quattrocento, al prossimo avvio le ha eliminate tutte', async () => {
    const portal = await killedPortal();
    const { store } = portal;
    try {
      const first = await portal.start();
      const token = await portal.enter(first);
      const ids = await createReadings(first, token, 400);
      const before = await store.head();
      const deleted = () => store.countAfter(before, 1000);
      const answer = call(`${first.base}/api/accise`, 'DELETE', { token, body: { id: ids } }).catch(() => null);
      await expect.poll(deleted, { interval: 5 }).toBeGreaterThan(20);
      first.process.kill('SIGKILL');
      await Promise.all([first.exit, answer]);
      expect(await deleted()).toBeLessThan(400);

      const second = await portal.start();
      expect(await deleted()).toBe(400);
      expect((await call(`${second.base}/api/accise`, 'GET', { token })).body.data).toEqual([]);
    } finally {
      await portal.close();
    }
  }, 180_000);
});
