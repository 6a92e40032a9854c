import { describe, expect, it } from 'vitest';
import type { EventStore } from '#contracts/ports/event-store.ts';
import { memoryStore } from '#services/platform/event-store/memory.ts';
import { record } from './events.testing.ts';
import { readUntil } from './read-until.ts';

describe('Leggere il registro fino a una posizione', () => {
  it('dà gli eventi tra le due posizioni, l’ultima compresa, e finisce', async () => {
    const store = memoryStore();
    const posizioni: string[] = [];
    for (let n = 0; n < 5; n += 1) posizioni.push(await record(store, 'prova-1', 'Fatto.v1', { n }));
    const read = async (after: number | null, until: number | null) => {
      const found: unknown[] = [];
      const position = (i: number | null) => (i === null ? null : (posizioni[i] ?? null));
      for await (const events of readUntil(store, position(after), position(until))) found.push(...events.map((e) => e.data['n']));
      return found;
    };
    expect(await read(null, 4)).toEqual([0, 1, 2, 3, 4]);
    expect(await read(null, 2)).toEqual([0, 1, 2]);
    expect(await read(1, 3)).toEqual([2, 3]);
    expect(await read(null, null)).toEqual([]);
    expect(await read(3, 3)).toEqual([]);
    expect(await read(4, 1)).toEqual([]);
    await store.close();
  });

  it.each([
    ['che finisce prima', ['1', '2'], '3', '2'],
    ['vuoto', [], '1', null],
  ])('un registro %s non si aspetta: si dice che è più corto, e fino a dove si era letto', async (_, positions, until, head) => {
    const store = { head: async () => positions.at(-1) ?? null } as unknown as EventStore;
    await expect(readUntil(store, null, until).next()).rejects.toMatchObject({ name: 'LogShorter', projected: until, head });
  });

  it('poi lascia il registro: chi lo leggeva non resta ad aspettare altri eventi', async () => {
    const signals: AbortSignal[] = [];
    const store = {
      head: async () => '2',
      async *readAll(_after: string | null, signal: AbortSignal) {
        signals.push(signal);
        for (;;) yield [{ position: '1' }, { position: '2' }];
      },
    } as unknown as EventStore;
    for await (const events of readUntil(store, null, '1')) expect(events).toEqual([{ position: '1' }]);
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
  });
});
