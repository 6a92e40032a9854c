import { expect, test } from 'vitest';
import type { Append } from '#contracts/ports/event-store.ts';
import { facts, freshStream, type Bench } from './testing.ts';

export function togetherTests(b: () => Bench): void {
  test('ciò che si aggiunge insieme, anche più volte allo stesso flusso, sta nel registro in quell’ordine', async () => {
    const { store } = b();
    const [first, second] = [freshStream(), freshStream()];
    await store.append(second, facts(2), 'none');
    const appends: Append[] = [
      { stream: first, events: facts(2), expected: 'none' },
      { stream: second, events: facts(1), expected: 2 },
      { stream: first, events: facts(1), expected: 2 },
      { stream: first, events: facts(3), expected: 'any' },
      { stream: second, events: facts(1), expected: 3 },
    ];
    const results = await store.appendAll(appends);
    const read = [...(await store.read(first)), ...(await store.read(second)).slice(2)].toSorted((x, y) =>
      x.position < y.position ? -1 : 1,
    );
    expect(read.map(({ metadata }) => metadata.eventId)).toEqual(appends.flatMap(({ events }) => events.map((e) => e.metadata.eventId)));
    expect(results.map(({ version }) => version)).toEqual([2, 3, 3, 6, 4]);
    expect(results.map(({ position }) => position)).toEqual([1, 2, 3, 6, 7].map((n) => read[n]!.position));
    // a repeated `appendAll` returns the same results and writes nothing
    expect(await store.appendAll(appends)).toEqual(results);
    expect([(await store.read(first)).length, (await store.read(second)).length]).toEqual([6, 4]);
  });

  test('tra ciò che si aggiunge insieme una versione che non c’è è rifiutata, e con lei ciò che la segue', async () => {
    const { store } = b();
    const [first, second] = [freshStream(), freshStream()];
    const appends: Append[] = [
      { stream: second, events: facts(1), expected: 'none' },
      { stream: first, events: facts(1), expected: 3 },
      { stream: first, events: facts(1), expected: 4 },
    ];
    await expect(store.appendAll(appends)).rejects.toMatchObject({ name: 'VersionConflict', stream: first, expected: 3, actual: 0 });
    expect([await store.read(first), (await store.read(second)).length]).toEqual([[], 1]);
    expect(await store.appendAll([])).toEqual([]);
  });

  test('di più scritti insieme, metà già registrati, gli altri entrano dopo quelli', async () => {
    const { store } = b();
    const stream = freshStream();
    const [first, second, third] = [facts(2), facts(1), facts(2)];
    await store.append(stream, first, 'none');
    const results = await store.appendAll([
      { stream, events: first, expected: 'none' },
      { stream, events: second, expected: 2 },
      { stream, events: third, expected: 3 },
    ]);
    expect(results.map(({ version }) => version)).toEqual([2, 3, 5]);
    expect((await store.read(stream)).map(({ version }) => version)).toEqual([1, 2, 3, 4, 5]);
  });
}
