import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { EVERYTHING, type Permissions } from '#contracts/core/permissions.ts';
import { AREE } from '#contracts/modules/areas.ts';
import { hashToken } from '#services/platform/identity/sessions.ts';
import { openTestStream, type TestStream } from '../../../test/event-stream.ts';
import { startTestPortal, type Person, type TestPortal } from '../../../test/portal.ts';

const OWN: Permissions = { macchinari: { ...EVERYTHING, allowView: 1, allowEdit: 1, allowDelete: 1 } };
const PATIENCE = { timeout: 15_000, interval: 20 };

let portale: TestPortal;
let admin: Person;
let anna: Person;
const streams: TestStream[] = [];

beforeAll(async () => {
  portale = await startTestPortal();
  admin = await portale.person({ memberID: 'admin', groupID: 2, permessi: Object.fromEntries(AREE.map((area) => [area, EVERYTHING])) });
  anna = await portale.person({ memberID: 'anna', permessi: { macchinari: EVERYTHING } });
});
afterEach(() => {
  for (const stream of streams.splice(0)) stream.close();
});
afterAll(() => portale?.stop());

async function listen(who: Person, after?: string, base = portale.base): Promise<TestStream> {
  const stream = await openTestStream(base, who.token, after);
  streams.push(stream);
  return stream;
}

const send = async (method: 'POST' | 'PUT' | 'DELETE', path: string, body: unknown, as = anna) => {
  const answer = await portale.call(method, path, { as, body });
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer.body;
};
const create = (matricola: string, as = anna) => send('POST', '/api/macchinari', { macchinario: { matricola, marca: 'Soilmec' } }, as);
const change = (matricola: string, marca: string, as = anna) => send('PUT', '/api/macchinari', { macchinario: { matricola, marca } }, as);
const ended = (stream: TestStream) => vi.waitFor(() => expect(stream.ended()).toBe(true), PATIENCE);

describe('GET api/eventi', () => {
  it('tells a change when the lists show it, a deletion without a version', async () => {
    const stream = await listen(admin);
    expect(stream.status).toBe(200);
    expect(stream.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(stream.headers.get('cache-control')).toBe('no-store, no-transform');
    expect(stream.headers.get('x-accel-buffering')).toBe('no');
    expect(stream.headers.get('content-encoding')).toBeNull();
    await create('E1');
    expect(await stream.hears('macchinari', 'E1')).toEqual({ tabella: 'macchinari', id: 'E1', versione: 1, utente: 'anna' });
    const { body } = await portale.call('GET', '/api/macchinari?matricola=E1', { as: admin });
    expect(body.data[0].versione).toBe(1);
    await change('E1', 'Casagrande');
    await vi.waitFor(() => expect(stream.changes.at(-1)).toMatchObject({ versione: 2 }), PATIENCE);
    await send('DELETE', '/api/macchinari', { matricola: 'E1' });
    await vi.waitFor(
      () => expect(stream.changes.at(-1)).toEqual({ tabella: 'macchinari', id: 'E1', versione: null, utente: 'anna' }),
      PATIENCE,
    );
  });

  it('names child and parent', async () => {
    await create('E2');
    const stream = await listen(anna);
    await send('POST', '/api/datiMacchina', { dati: { matricola: 'E2', motore_marca: 'Deutz' } });
    await vi.waitFor(() => expect(stream.changes.find(({ tabella }) => tabella === 'datiMacchina')).toBeDefined(), PATIENCE);
    expect(stream.changes.find(({ tabella }) => tabella === 'datiMacchina')).toMatchObject({
      id: 'E2',
      padre: { tabella: 'macchinari', id: 'E2' },
    });
  });

  it('tells only what one may see: own records to whoever sees own ones, nothing of a closed area', async () => {
    const paolo = await portale.person({ memberID: 'paolo', permessi: OWN });
    const nobody = await portale.person({ permessi: { cantieri: EVERYTHING } });
    const [own, none, all] = [await listen(paolo), await listen(nobody), await listen(admin)];
    await create('E3');
    await create('E4', paolo);
    await all.hears('macchinari', 'E4');
    await own.hears('macchinari', 'E4');
    expect(own.changes.map(({ id }) => id)).toEqual(['E4']);
    expect(none.changes).toEqual([]);
    await send('DELETE', '/api/macchinari', { matricola: 'E4' }, paolo);
    await vi.waitFor(() => expect(own.changes.at(-1)).toMatchObject({ id: 'E4', versione: null }), PATIENCE);
  });

  it('goes on behind Last-Event-ID, without losing or repeating', async () => {
    const first = await listen(anna);
    await create('E5');
    await first.hears('macchinari', 'E5');
    first.close();
    await change('E5', 'Bauer');
    await create('E6');
    const next = await listen(anna, first.lastId());
    await create('E7');
    await next.hears('macchinari', 'E7');
    expect(next.changes.map(({ id }) => id)).toEqual(['E5', 'E6', 'E7']);
  });

  it('answers with ricomincia where the position is unknown or too far back', async () => {
    for (const after of ['x', '9'.repeat(19)]) {
      const stream = await listen(anna, after);
      expect(stream.named).toEqual([{ name: 'ricomincia', data: {} }]);
    }
    const count = vi.spyOn(portale.deps.store, 'countAfter').mockResolvedValue(10_001);
    const stream = await listen(anna, '0000000000000000001');
    count.mockRestore();
    expect(stream.named.map(({ name }) => name)).toEqual(['ricomincia']);
    await create('E8');
    await stream.hears('macchinari', 'E8');
    expect(stream.changes).toHaveLength(1);
  });

  it('allows six streams a session', async () => {
    const six = await Promise.all(Array.from({ length: 6 }, () => listen(anna)));
    expect(six.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 200));
    expect((await listen(anna)).status).toBe(429);
    // open streams do not count against the person's limit of requests
    expect((await portale.call('GET', '/api/macchinari', { as: anna })).status).toBe(200);
    six[0]!.close();
    await vi.waitFor(async () => expect((await listen(anna)).status).toBe(200), PATIENCE);
  });

  it('ends with the session, and when rights change, before anything is told under the old ones', async () => {
    const clerk = await portale.person({ permessi: { macchinari: EVERYTHING } });
    const stream = await listen(clerk);
    await portale.changePermissions(clerk.groupID, {});
    await create('E9');
    await ended(stream);
    expect(stream.changes).toEqual([]);
    const again = await listen(clerk);
    expect(again.status).toBe(200);
    await portale.deps.writeDb.withSchema('public').deleteFrom('sessioni').where('token_hash', '=', hashToken(clerk.token)).execute();
    await ended(again);
    expect(again.retryMs()).toBeUndefined();
    expect((await listen(clerk)).status).toBe(401);
  });

  it('is no use of the session', async () => {
    const clerk = await portale.person({ permessi: { macchinari: EVERYTHING } });
    await listen(clerk);
    await portale.call('POST', '/api/presenza', { as: clerk, body: { tabella: 'macchinari', id: 'E5' } });
    const kept = await portale.deps.writeDb
      .withSchema('public')
      .selectFrom('sessioni')
      .select('vista')
      .where('token_hash', '=', hashToken(clerk.token))
      .executeTakeFirst();
    expect(kept?.vista).toBeNull();
  });

  it('is closed to strangers', async () => {
    expect((await portale.call('GET', '/api/eventi')).status).toBe(401);
  });
});

describe('presence', () => {
  const beat = (as: Person, id: string) => portale.call('POST', '/api/presenza', { as, body: { tabella: 'macchinari', id } });

  it('names who holds unsaved changes, to whoever sees the record, until ten seconds of silence', { timeout: 40_000 }, async () => {
    await create('P1');
    const nobody = await portale.person({ permessi: { cantieri: EVERYTHING } });
    const [stream, closed] = [await listen(admin), await listen(nobody)];
    const head = await portale.deps.store.head();
    expect((await beat(anna, 'P1')).body).toEqual({ tabella: 'macchinari', id: 'P1', utenti: ['anna'] });
    await vi.waitFor(
      () => expect(stream.named).toContainEqual({ name: 'presenza', data: { tabella: 'macchinari', id: 'P1', utenti: ['anna'] } }),
      PATIENCE,
    );
    expect((await portale.call('GET', '/api/presenza?tabella=macchinari&id=P1', { as: admin })).body.utenti).toEqual(['anna']);
    expect((await portale.call('GET', '/api/presenza?tabella=macchinari&id=P1', { as: nobody })).status).toBe(403);
    await vi.waitFor(() => expect(stream.named.at(-1)?.data).toMatchObject({ utenti: [] }), { timeout: 15_000, interval: 100 });
    expect(closed.named).toEqual([]);
    expect(await portale.deps.store.head()).toBe(head);
  });

  it('refuses a record that is not there, that one may not see or not change, and an unknown register', async () => {
    await create('P2');
    const reader = await portale.person({ permessi: { macchinari: { ...EVERYTHING, allowEdit: 0 } } });
    const paolo = await portale.person({ permessi: OWN });
    expect((await beat(anna, 'P99')).status).toBe(404);
    expect((await beat(paolo, 'P2')).status).toBe(404);
    expect((await beat(reader, 'P2')).status).toBe(403);
    expect((await portale.call('POST', '/api/presenza', { as: anna, body: { tabella: 'boh', id: 1 } })).status).toBe(400);
    expect((await portale.call('POST', '/api/presenza', { as: anna, body: {} })).status).toBe(400);
  });
});

describe('two API processes on one database', () => {
  it('hear each other’s changes and presences', { timeout: 40_000 }, async () => {
    const other = await startTestPortal({ database: { ...portale.database, close: async () => {} } });
    try {
      const [here, there] = [await listen(admin), await listen(admin, undefined, other.base)];
      await create('Q1');
      await there.hears('macchinari', 'Q1');
      const answer = await other.call('PUT', '/api/macchinari', { as: anna, body: { macchinario: { matricola: 'Q1', marca: 'Bauer' } } });
      expect(answer.status).toBe(200);
      await vi.waitFor(() => expect(here.changes.at(-1)).toMatchObject({ id: 'Q1', versione: 2 }), PATIENCE);
      await other.call('POST', '/api/presenza', { as: anna, body: { tabella: 'macchinari', id: 'Q1' } });
      await vi.waitFor(
        () => expect(here.named.map(({ data }) => data)).toContainEqual({ tabella: 'macchinari', id: 'Q1', utenti: ['anna'] }),
        PATIENCE,
      );
      expect((await portale.call('GET', '/api/presenza?tabella=macchinari&id=Q1', { as: admin })).body.utenti).toEqual(['anna']);
    } finally {
      await other.stop();
    }
  });

  it('count the streams of a session together', { timeout: 40_000 }, async () => {
    const carla = await portale.person({ permessi: { macchinari: EVERYTHING } });
    const other = await startTestPortal({ database: { ...portale.database, close: async () => {} } });
    try {
      for (let opened = 0; opened < 3; opened += 1) {
        expect((await listen(carla)).status).toBe(200);
        expect((await listen(carla, undefined, other.base)).status).toBe(200);
      }
      expect((await listen(carla)).status).toBe(429);
      expect((await listen(carla, undefined, other.base)).status).toBe(429);
      expect((await listen(anna)).status).toBe(200);
    } finally {
      await other.stop();
    }
    await vi.waitFor(async () => expect((await listen(carla)).status).toBe(200), PATIENCE);
  });

  it('take the slots of a process that died, a minute after it renewed them last', async () => {
    const dora = await portale.person({ permessi: { macchinari: EVERYTHING } });
    const held = (until: Date, posti: readonly number[]) =>
      portale.deps.writeDb
        .withSchema('public')
        .insertInto('collegamenti')
        .values(posti.map((posto) => ({ sessione: hashToken(dora.token), posto, processo: randomUUID(), fino_a: until })))
        .execute();
    await held(new Date(Date.now() - 1000), [2]);
    await held(new Date(Date.now() + 60_000), [1, 3, 4, 5, 6]);
    expect((await listen(dora)).status).toBe(200);
    expect((await listen(dora)).status).toBe(429);
  });

  it('tell their clients to come back when they stop', { timeout: 40_000 }, async () => {
    const other = await startTestPortal({ database: { ...portale.database, close: async () => {} } });
    const stream = await openTestStream(other.base, admin.token);
    await other.stop();
    await ended(stream);
    expect(stream.retryMs()).toBe(2000);
  });
});
