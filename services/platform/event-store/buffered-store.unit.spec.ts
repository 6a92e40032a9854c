import { describe, expect, test } from 'vitest';
import { bufferedStore } from './buffered-store.ts';
import { memoryStore } from './memory.ts';
import { facts } from './testing.ts';

describe('un registro che trattiene ciò che vi si aggiunge', () => {
  test('lo rilegge subito, e lo scrive tutto insieme e in ordine', async () => {
    const log = memoryStore();
    await log.append('a', facts(2), 'none');
    const held = bufferedStore(log);
    const [first, second, third] = [facts(1), facts(2), facts(1)];
    expect(await held.append('b', first, 'none')).toEqual({ version: 1, position: '' });
    expect((await held.append('a', second, 2)).version).toBe(4);
    expect((await held.append('b', third, 1)).version).toBe(2);
    expect((await held.read('a')).map(({ version }) => version)).toEqual([1, 2, 3, 4]);
    expect((await held.read('a', 3)).map(({ version }) => version)).toEqual([1, 2, 3]);
    expect([(await log.read('a')).length, await log.read('b')]).toEqual([2, []]);
    expect(await held.write()).toBe(await log.head());
    expect((await log.read('a')).slice(2).map((e) => e.metadata.eventId)).toEqual(second.map((e) => e.metadata.eventId));
    const [before, after] = [await log.read('b'), (await log.read('a'))[2]!];
    expect([before[0]!.position < after.position, after.position < before[1]!.position]).toEqual([true, true]);
    expect(await held.write()).toBeNull();
  });

  test('rifiuta una versione che non c’è, e ciò che nel frattempo è entrato nel registro', async () => {
    const log = memoryStore();
    const held = bufferedStore(log);
    await held.append('a', facts(1), 'none');
    await expect(held.append('a', facts(1), 'none')).rejects.toMatchObject({ name: 'VersionConflict', actual: 1 });
    await log.append('a', facts(1), 'none');
    await expect(held.write()).rejects.toMatchObject({ name: 'VersionConflict', expected: 'none', actual: 1 });
  });

  test('ricorda ciò che ha letto e scritto solo se gli è chiesto', async () => {
    for (const [remember, expected] of [
      [true, 1],
      [false, 3],
    ] as const) {
      const log = memoryStore();
      await log.append('a', facts(1), 'none');
      let reads = 0;
      const held = bufferedStore({ ...log, read: (stream) => ((reads += 1), log.read(stream)) }, { remember });
      await held.read('a');
      await held.append('a', facts(1), 1);
      await held.write();
      expect(await held.read('a')).toHaveLength(2);
      expect(reads).toBe(expected);
    }
  });
});
