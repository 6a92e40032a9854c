import { describe, expect, it } from 'vitest';
import { exampleCatalogue } from '#contracts/core/example-register.testing.ts';
import type { JsonObject, NewEvent } from '#contracts/core/events.ts';
import { closedStore, EventRefused } from './closed-store.ts';
import { memoryStore } from './memory.ts';
import { fact } from './testing.ts';

const event = (type: string, data: JsonObject): NewEvent => ({ ...fact(data), type });

describe('a log that is closed', () => {
  const log = memoryStore();
  const store = closedStore(log, exampleCatalogue);
  const refusal = async (...events: NewEvent[]): Promise<string> => {
    const error: unknown = await store.append('attrezzi-T1', events, 'any').catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(EventRefused);
    return (error as Error).message;
  };

  it('takes what is declared and hands it back', async () => {
    const { position } = await store.append('attrezzi-T1', [event('AttrezzoRegistrato.v1', { matricola: 'T1', nome: 'Trapano' })], 'none');
    expect((await store.read('attrezzi-T1')).map(({ type }) => type)).toEqual(['AttrezzoRegistrato.v1']);
    expect([await store.head(), await store.countAfter(null, 9), store.name]).toEqual([position, 1, 'memory']);
  });

  it('refuses an event that no module declares, and all that came with it', async () => {
    const good = event('AttrezzoTarato.v1', { matricola: 'T1', peso: 3 });
    expect(await refusal(good, event('AttrezzoTaratto.v1', { matricola: 'T1', peso: 3 }))).toBe(
      'attrezzi-T1: no module declares the event AttrezzoTaratto.v1',
    );
    expect(await log.countAfter(null, 9)).toBe(1);
  });

  it('answers what was recorded in an older version as it is read now, and records it no more', async () => {
    await log.append('attrezzi-T2', [event('AttrezzoRegistrato.v0', { codice: 'T2', nome: 'Martello' })], 'none');
    const [read] = await store.read('attrezzi-T2');
    expect(read).toMatchObject({
      type: 'AttrezzoRegistrato.v1',
      data: { matricola: 'T2', nome: 'Martello' },
      stream: 'attrezzi-T2',
      version: 1,
    });
    const stop = new AbortController();
    for await (const batch of store.readAll(null, stop.signal)) {
      expect(batch.at(-1)).toEqual(read);
      stop.abort();
    }
    expect(await refusal(event('AttrezzoRegistrato.v0', { codice: 'T3' }))).toBe(
      'attrezzi-T1: no module declares the event AttrezzoRegistrato.v0',
    );
  });

  it('refuses data that do not fit, and tells the fields but no value', async () => {
    const told = await refusal(event('AttrezzoTarato.v1', { matricola: 'T1', peso: 'segretissimo' }));
    expect(told).toMatch(/^attrezzi-T1: AttrezzoTarato\.v1 peso: invalid_type/);
    expect(told).not.toContain('segretissimo');
    expect(await refusal(event('AttrezzoModificato.v1', { matricola: 'T1', altezza: 3 }))).toContain('AttrezzoModificato.v1');
  });
});
