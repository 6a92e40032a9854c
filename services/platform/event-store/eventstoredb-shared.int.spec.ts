import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startEventStoreServer, type ServerEventStore } from '../../../test/eventstoredb-server.ts';
import type { EventStore } from '#contracts/ports/event-store.ts';
import { storeEventStoreDB } from './eventstoredb.ts';
import { facts, freshStream } from './testing.ts';

describe('Su un server che altri usano', () => {
  let server: ServerEventStore;
  let ours: EventStore;
  let theirs: EventStore;
  let last: string;

  beforeAll(async () => {
    server = await startEventStoreServer();
    ours = storeEventStoreDB(server.url, { prefix: 'nostro-' });
    theirs = storeEventStoreDB(server.url, { prefix: 'altri-' });
    last = (await ours.append(freshStream(), facts(30), 'none')).position;
    for (let turn = 0; turn < 5; turn++) await theirs.append(freshStream(), facts(400), 'none');
  });
  afterAll(async () => {
    await Promise.all([ours.close(), theirs.close()]);
    await server.shutdown();
  });

  /** Returns the result of a call, and the number of events that the server sent for it. */
  async function sentFor<T>(ask: () => Promise<T>): Promise<{ answer: T; sent: number }> {
    const before = server.sent();
    const answer = await ask();
    return { answer, sent: server.sent() - before };
  }

  test('the end of our log is looked for once among the events of the others', async () => {
    expect((await sentFor(() => ours.head())).answer).toBe(last);
    const again = await sentFor(() => ours.head());
    expect(again.answer).toBe(last);
    // the reader stops at the known position, but the server has sent some further events by then
    expect(again.sent).toBeLessThan(100);
  });

  test('what the others wrote since is passed over once', async () => {
    await theirs.append(freshStream(), facts(400), 'none');
    expect(await ours.head()).toBe(last);
    expect((await sentFor(() => ours.head())).sent).toBeLessThan(100);
    const { position } = await ours.append(freshStream(), facts(1), 'none');
    expect(await ours.head()).toBe(position);
    last = position;
  });

  test('only ours are sent to be counted, and those counted before not again', async () => {
    const first = await sentFor(() => ours.countAfter(null, 1_000));
    expect(first.answer).toBe(31);
    expect(first.sent).toBeLessThan(31 + 100);
    await ours.append(freshStream(), facts(2), 'none');
    expect(await ours.countAfter(last, 10)).toBe(2);
    const second = await sentFor(() => ours.countAfter(null, 1_000));
    expect(second.answer).toBe(33);
    expect(second.sent).toBeLessThan(2 + 100);
    expect(await ours.countAfter(null, 5)).toBe(5);
    expect(await ours.countAfter(null, 1_000)).toBe(33);
  });

  test('who stands at the end of our log is told so without the rest of the log', async () => {
    const head = await ours.head();
    const { answer, sent } = await sentFor(() => ours.countAfter(head, 1_000));
    expect(answer).toBe(0);
    expect(sent).toBeLessThan(100);
  });

  test('a long stream is not sent again for each command on it', async () => {
    const stream = freshStream();
    await ours.append(stream, facts(900), 'none');
    expect(await ours.read(stream)).toHaveLength(900);
    await theirs.append(stream, facts(1), 'none');
    const { answer, sent } = await sentFor(async () => {
      await ours.append(stream, facts(1), (await ours.read(stream)).length);
      return ours.read(stream);
    });
    expect(answer.map((event) => event.version)).toEqual(Array.from({ length: 901 }, (_, n) => n + 1));
    expect(sent).toBe(1);
  });
});
