import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '#contracts/core/events.ts';
import { fact, facts, freshStream, newReader } from './testing.ts';
import { postgresBench, type PostgresBench } from './postgres.testing.ts';

describe('Ciò che il processo ha appena scritto, passato di mano', () => {
  let b: PostgresBench;
  beforeAll(async () => {
    b = await postgresBench();
  });
  afterAll(() => b.close());

  test('è, carattere per carattere, ciò che un altro processo legge dal registro', async () => {
    // the log refuses NUL and halves of surrogate pairs
    const data = fc
      .dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue({ stringUnit: 'grapheme' }), { maxKeys: 6 })
      .filter((one) => !/\\u0000|\\ud[89a-f]/i.test(JSON.stringify(one)));
    const [own, other] = [newReader(b.store, await b.store.head()), newReader(b.second, await b.store.head())];
    let written = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(data, { minLength: 1, maxLength: 3 }), async (several) => {
        await b.store.append(
          freshStream(),
          several.map((one) => fact(JSON.parse(JSON.stringify(one)) as JsonObject)),
          'none',
        );
        written += several.length;
      }),
      { numRuns: 60 },
    );
    await Promise.all([own.wait(written), other.wait(written)]);
    expect(own.events.map((event) => JSON.stringify(event.data))).toEqual(other.events.map((event) => JSON.stringify(event.data)));
    expect(own.events.map((event) => JSON.stringify(event.metadata))).toEqual(other.events.map((event) => JSON.stringify(event.metadata)));
    expect(own.events).toEqual(other.events);
    await Promise.all([own.stop(), other.stop()]);
  });

  test('tra due processi che scrivono insieme nessuno salta, ripete o scambia nulla', async () => {
    const start = await b.store.head();
    const readers = [newReader(b.store, start), newReader(b.second, start)];
    await Promise.all(
      Array.from({ length: 80 }, async (_, i) => (i % 3 === 0 ? b.second : b.store).append(freshStream(), facts(1 + (i % 3)), 'none')),
    );
    const total = Array.from({ length: 80 }, (_, i) => 1 + (i % 3)).reduce((a, n) => a + n, 0);
    for (const reader of readers) await reader.wait(total);
    for (const reader of readers) {
      expect(reader.events.map((event) => Number(event.position))).toEqual(Array.from({ length: total }, (_, i) => Number(start) + 1 + i));
      await reader.stop();
    }
    expect(readers[0]!.events).toEqual(readers[1]!.events);
  });

  test('quanti che siano i lettori di un processo, un collegamento solo ascolta per loro, e finisce con l’ultimo', async () => {
    const listening = async () =>
      (await b.pool.query("select count(*)::int as n from pg_stat_activity where datname = current_database() and query = 'listen eventi'"))
        .rows[0].n as number;
    await expect.poll(listening).toBe(0);
    const start = await b.store.head();
    const readers = [newReader(b.store, start), newReader(b.store, start), newReader(b.store, start)];
    await expect.poll(listening).toBe(1);
    await b.second.append(freshStream(), facts(2), 'none');
    for (const reader of readers) await reader.wait(2);
    await readers[0]!.stop();
    await readers[1]!.stop();
    await b.second.append(freshStream(), facts(1), 'none');
    await readers[2]!.wait(3);
    await readers[2]!.stop();
    await expect.poll(listening).toBe(0);
  });
});
