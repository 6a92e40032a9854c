import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { StoreUnavailable, VersionConflict, type ExpectedVersion } from '#contracts/ports/event-store.ts';
import { outageTests } from './conformance-outage.ts';
import { modelTests } from './conformance-model.ts';
import { togetherTests } from './conformance-together.ts';
import { sequenceTests } from './conformance-sequence.ts';
import { facts, fact, freshStream, type Bench } from './testing.ts';

const conflict = (expected: ExpectedVersion, actual: number) => ({ name: 'VersionConflict', expected, actual });

function appendTests(b: () => Bench): void {
  test('un flusso che non esiste è vuoto', async () => {
    expect(await b().store.read(freshStream())).toEqual([]);
  });

  test('le versioni partono da 1 e gli eventi tornano come erano', async () => {
    const stream = freshStream();
    const events = facts(3);
    const result = await b().store.append(stream, events, 'none');
    const read = await b().store.read(stream);
    expect(result).toEqual({ version: 3, position: read[2]!.position });
    expect(read).toEqual(events.map((event, i) => ({ ...event, stream, version: i + 1, position: read[i]!.position })));
    expect(read[0]!.position < read[1]!.position && read[1]!.position < read[2]!.position).toBe(true);
  });

  test('un flusso si legge anche fino a una versione', async () => {
    const { store } = b();
    const stream = freshStream();
    await store.append(stream, facts(5), 'none');
    const versions = async (until: number) => (await store.read(stream, until)).map((event) => event.version);
    expect(await Promise.all([0, 1, 3, 5, 9].map(versions))).toEqual([[], [1], [1, 2, 3], [1, 2, 3, 4, 5], [1, 2, 3, 4, 5]]);
    expect(await store.read(freshStream(), 3)).toEqual([]);
  });

  test('la versione attesa è rispettata: nessuna, un numero, qualsiasi', async () => {
    const { store } = b();
    const stream = freshStream();
    await expect(store.append(stream, facts(1), 1)).rejects.toMatchObject(conflict(1, 0));
    expect((await store.append(stream, facts(2), 'none')).version).toBe(2);
    await expect(store.append(stream, facts(1), 'none')).rejects.toMatchObject(conflict('none', 2));
    await expect(store.append(stream, facts(1), 1)).rejects.toMatchObject(conflict(1, 2));
    await expect(store.append(stream, facts(1), 7)).rejects.toMatchObject(conflict(7, 2));
    expect((await store.append(stream, facts(1), 2)).version).toBe(3);
    expect((await store.append(stream, facts(1), 'any')).version).toBe(4);
    expect((await store.append(freshStream(), facts(1), 'any')).version).toBe(1);
    expect((await store.append(freshStream(), facts(1), 0)).version).toBe(1);
    expect(await store.read(stream)).toHaveLength(4);
  });

  test('di due scrittori sulla stessa versione ne vince uno solo', async () => {
    const { store, second: secondStore } = b();
    const stream = freshStream();
    await store.append(stream, facts(1), 'none');
    for (let version = 1; version <= 10; version++) {
      const race = await Promise.allSettled([store.append(stream, facts(1), version), secondStore.append(stream, facts(1), version)]);
      const lost = race.filter((r) => r.status === 'rejected');
      expect(lost.map((r) => r.reason)).toEqual([expect.objectContaining(conflict(version, version + 1))]);
      expect(lost[0]!.reason).toBeInstanceOf(VersionConflict);
    }
    expect((await store.read(stream)).map((e) => e.version)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
  });

  test('chi non attende alcuna versione entra sempre, anche insieme ad altri', async () => {
    const { store, second: secondStore } = b();
    const stream = freshStream();
    const events = facts(12);
    const results = await Promise.all(events.map((event, i) => (i % 2 ? store : secondStore).append(stream, [event], 'any')));
    expect(results.map((r) => r.version).sort((x, y) => x - y)).toEqual(events.map((_, i) => i + 1));
  });

  test('più eventi entrano insieme o per niente', async () => {
    const { store, second: secondStore } = b();
    const stream = freshStream();
    await Promise.allSettled([store.append(stream, facts(20), 'none'), secondStore.append(stream, facts(20), 'none')]);
    expect(await store.read(stream)).toHaveLength(20);
  });

  test('un elenco vuoto, un identificativo ripetuto o che non è un UUID sono errori di chi chiama', async () => {
    const { store } = b();
    const event = fact();
    for (const events of [[], [event, event], [fact({}, 'non-un-uuid')]]) {
      const error: unknown = await store.append(freshStream(), events, 'any').catch((e: unknown) => e);
      expect(error).toBeInstanceOf(Error);
      expect(error).not.toBeInstanceOf(StoreUnavailable);
    }
  });
}

function repetitionTests(b: () => Bench): void {
  test('gli stessi eventi ripetuti danno la risposta di allora, qualunque versione si attenda', async () => {
    const { store, second: secondStore } = b();
    const stream = freshStream();
    const [a, c, d] = [facts(2), facts(1), facts(1)];
    const first = await store.append(stream, a, 'none');
    const second = await store.append(stream, c, 2);
    const third = await store.append(stream, d, 'any');
    for (const handle of [secondStore, store]) {
      for (const expected of ['none', 'any', 0, 1, 2, 3, 4, 9] as const) {
        expect(await handle.append(stream, a, expected)).toEqual(first);
        expect(await handle.append(stream, c, expected)).toEqual(second);
        expect(await handle.append(stream, d, expected)).toEqual(third);
      }
    }
    expect(await store.read(stream)).toHaveLength(4);
  });

  test.each(['none', 'any'] as const)('gli stessi eventi mandati insieme da due parti entrano una volta (attesa: %s)', async (expected) => {
    const { store, second: secondStore } = b();
    for (let turn = 0; turn < 8; turn++) {
      const stream = freshStream();
      const events = facts(2);
      const results = await Promise.all([store, secondStore, store].map((handle) => handle.append(stream, events, expected)));
      const read = await store.read(stream);
      expect(read).toHaveLength(2);
      for (const result of results) expect(result).toEqual({ version: 2, position: read[1]!.position });
    }
  });

  test('un evento già registrato non entra di nuovo in mezzo ad altri', async () => {
    const { store } = b();
    const stream = freshStream();
    const [first, second] = facts(2);
    await store.append(stream, [first!, second!], 'none');
    await expect(store.append(stream, [second!, fact()], 2)).rejects.toThrow(Error);
    await expect(store.append(stream, [second!, first!], 'any')).rejects.toThrow(Error);
    expect(await store.read(stream)).toHaveLength(2);
  });
}

/**
 * Declares the tests that every implementation of `contracts/ports/event-store.ts` must pass. `assenze: false` leaves out those of outages.
 */
export function conformanceTests(name: string, create: () => Promise<Bench>, { assenze: outages = true } = {}): void {
  describe(`Il registro degli eventi su ${name}`, () => {
    let bench: Bench | undefined;
    beforeAll(async () => {
      bench = await create();
    });
    afterAll(() => bench?.close());
    const b = (): Bench => bench!;
    sequenceTests(b);
    appendTests(b);
    repetitionTests(b);
    togetherTests(b);
    modelTests(b);
    if (outages) outageTests(b);
  });
}
