import { expect, test, vi } from 'vitest';
import { facts, fact, newReader, freshStream, type Bench } from './testing.ts';

const NAMES = [
  'macchinari-A 01/b',
  'cantieri-Forlì – via dell’Università, 3/àèìòù',
  'accise-%20 "x" \'y\' \\z',
  'tipologia-🚜',
  `lungo-${'x'.repeat(200)}`,
];

function namesAndContentsTests(b: () => Bench): void {
  test.each(NAMES)('il flusso %j tiene il suo nome', async (name) => {
    const stream = `${name}-${freshStream()}`;
    const { position } = await b().store.append(stream, facts(1), 'none');
    expect(await b().store.read(stream)).toMatchObject([{ stream, version: 1, position }]);
    // stream names that differ in case or in a trailing space are different streams
    expect(await b().store.read(stream.toUpperCase())).toEqual([]);
    expect(await b().store.read(`${stream} `)).toEqual([]);
  });

  test('testi, numeri e strutture tornano identici', async () => {
    const data = {
      testo: 'Città d’arte — “è” ñ 日本語 🏗️ \n\t"\\ <b>',
      vuoto: '',
      nullo: null,
      vero: true,
      numeri: [0, -1, 0.1, 1e-7, 1e21, 123456789.123456, Number.MAX_SAFE_INTEGER],
      dentro: { a: [{ b: [] }, [{}]] },
    };
    const stream = freshStream();
    const event = fact(data);
    event.metadata.motivo = 'perché così è giusto';
    await b().store.append(stream, [event], 'none');
    expect(await b().store.read(stream)).toMatchObject([event]);
  });

  test('un evento di quasi 1 MB torna intero', async () => {
    const stream = freshStream();
    const data = { testo: 'abc è '.repeat(140_000) };
    await b().store.append(stream, [fact(data)], 'none');
    expect((await b().store.read(stream))[0]!.data).toEqual(data);
  });
}

function readTests(b: () => Bench): void {
  test('diecimila eventi si rileggono nell’ordine in cui sono entrati', { timeout: 60_000 }, async () => {
    const { store, second } = b();
    const streams = Array.from({ length: 25 }, freshStream);
    const start = await store.head();
    const positions: string[] = [];
    for (let turn = 0; turn < 8; turn++) {
      const results = await Promise.all(streams.map((stream) => store.append(stream, facts(50), turn * 50 || 'none')));
      positions.push(...results.map((r) => r.position));
    }
    // `store` appended the events and may have them in memory; `second` must read them from the log
    for (const handle of [store, second]) {
      const reader = newReader(handle, start, (event) => streams.includes(event.stream));
      await reader.wait(10_000);
      await reader.stop();
      const events = reader.events;
      expect(events).toHaveLength(10_000);
      const seen = new Set(events.map((e) => e.position));
      expect(events.map((e) => e.position)).toEqual([...seen].sort());
      expect(positions.filter((position) => !seen.has(position))).toEqual([]);
      for (const stream of streams) {
        expect(events.filter((e) => e.stream === stream).map((e) => e.version)).toEqual(Array.from({ length: 400 }, (_, i) => i + 1));
      }
      // events arrive in batches
      expect(reader.batches.length).toBeLessThan(2_500);
    }
  });

  test('si riprende da una posizione qualsiasi, e poi arriva ciò che segue', async () => {
    const { store, second } = b();
    const stream = freshStream();
    const mine = (event: { stream: string }) => event.stream === stream;
    const { position } = await store.append(stream, facts(3), 'none');
    await store.append(stream, facts(2), 3);
    const reader = newReader(store, position, mine);
    await reader.wait(2);
    await second.append(stream, facts(2), 5);
    await reader.wait(4);
    await store.append(stream, facts(1), 7);
    await reader.wait(5);
    await reader.stop();
    expect(reader.events).toEqual((await store.read(stream)).slice(3));
  });

  test('l’interruzione termina la lettura, prima, durante e mentre aspetta', async () => {
    const { store } = b();
    await store.append(freshStream(), facts(1), 'none');
    for await (const batch of store.readAll(null, AbortSignal.abort())) expect.fail(`read ${batch.length} events`);
    const during = new AbortController();
    for await (const _ of store.readAll(null, during.signal)) during.abort();
    const reader = newReader(store, await store.head());
    await vi.waitFor(() => expect(reader.batches).toEqual([]), 15_000);
    await reader.stop();
    expect(reader.events).toEqual([]);
  });

  test('più lettori insieme vedono la stessa sequenza', async () => {
    const { store, second } = b();
    const stream = freshStream();
    const start = await store.head();
    const readers = [store, second, store].map((handle) => newReader(handle, start, (event) => event.stream === stream));
    for (let version = 0; version < 20; version++) await store.append(stream, facts(1), version || 'none');
    await Promise.all(readers.map((reader) => reader.wait(20)));
    await Promise.all(readers.map((reader) => reader.stop()));
    for (const { events } of readers) expect(events).toEqual(await store.read(stream));
  });
}

/** Declares the tests of the log as one ordered sequence. */
export function sequenceTests(b: () => Bench): void {
  test('un registro nuovo è vuoto', async (context) => {
    if (!b().fresh) context.skip('the log was not new');
    expect(await b().store.head()).toBeNull();
    expect(await b().store.countAfter(null, 10)).toBe(0);
  });

  test('la testa è l’ultimo evento, e si conta quanti ne mancano', async () => {
    const { store } = b();
    const before = (await store.append(freshStream(), facts(1), 'none')).position;
    const stream = freshStream();
    const { position } = await store.append(stream, facts(5), 'none');
    expect(await store.head()).toBe(position);
    expect(await store.countAfter(before, 100)).toBe(5);
    expect(await store.countAfter(before, 3)).toBe(3);
    expect(await store.countAfter((await store.read(stream))[3]!.position, 100)).toBe(1);
    expect(await store.countAfter(position, 100)).toBe(0);
    expect(await store.countAfter(null, 2)).toBe(2);
  });

  namesAndContentsTests(b);
  readTests(b);
}
