import { expect, test, vi } from 'vitest';
import { fatti, fatto, lettore, nuovoStream, type Banco } from './testing.ts';

const NOMI = ['macchinari-A 01/b', 'cantieri-Forlì – via dell’Università, 3/àèìòù', 'accise-%20 "x" \'y\' \\z', 'tipologia-🚜', `lungo-${'x'.repeat(200)}`];

function proveNomiEContenuti(b: () => Banco): void {
  test.each(NOMI)('il flusso %j tiene il suo nome', async (nome) => {
    const stream = `${nome}-${nuovoStream()}`;
    const { position } = await b().store.append(stream, fatti(1), 'none');
    expect(await b().store.read(stream)).toMatchObject([{ stream, version: 1, position }]);
    // neither case nor spaces are folded
    expect(await b().store.read(stream.toUpperCase())).toEqual([]);
    expect(await b().store.read(`${stream} `)).toEqual([]);
  });

  test('testi, numeri e strutture tornano identici', async () => {
    const data = {
      testo: 'Città d’arte — “è” ñ 日本語 🏗️ \n\t"\\ <b>', vuoto: '', nullo: null, vero: true,
      numeri: [0, -1, 0.1, 1e-7, 1e21, 123456789.123456, Number.MAX_SAFE_INTEGER], dentro: { a: [{ b: [] }, [{}]] },
    };
    const stream = nuovoStream();
    const event = fatto(data);
    event.metadata.motivo = 'perché così è giusto';
    await b().store.append(stream, [event], 'none');
    expect(await b().store.read(stream)).toMatchObject([event]);
  });

  test('un evento di quasi 1 MB torna intero', async () => {
    const stream = nuovoStream();
    const data = { testo: 'abc è '.repeat(140_000) };
    await b().store.append(stream, [fatto(data)], 'none');
    expect((await b().store.read(stream))[0]!.data).toEqual(data);
  });
}

function proveLettura(b: () => Banco): void {
  test('diecimila eventi si rileggono nell’ordine in cui sono entrati', { timeout: 60_000 }, async () => {
    const { store } = b();
    const streams = Array.from({ length: 25 }, nuovoStream);
    const start = await store.head();
    const positions: string[] = [];
    for (let turno = 0; turno < 8; turno++) {
      const results = await Promise.all(streams.map((stream) => store.append(stream, fatti(50), turno * 50 || 'none')));
      positions.push(...results.map((r) => r.position));
    }
    const reader = lettore(store, start, (event) => streams.includes(event.stream));
    await reader.attendi(10_000);
    await reader.ferma();
    const read = reader.eventi;
    expect(read).toHaveLength(10_000);
        const seen = new Set(read.map((e) => e.position));
    expect(read.map((e) => e.position)).toEqual([...seen].sort());
    expect(positions.filter((position) => !seen.has(position))).toEqual([]);
    for (const stream of streams) {
      expect(read.filter((e) => e.stream === stream).map((e) => e.version)).toEqual(Array.from({ length: 400 }, (_, i) => i + 1));
    }
    // in batches, not one by one
    expect(reader.lotti.length).toBeLessThan(2_500);
  });

  test('si riprende da una posizione qualsiasi, e poi arriva ciò che segue', async () => {
    const { store, secondo } = b();
    const stream = nuovoStream();
    const mine = (event: { stream: string }) => event.stream === stream;
    const { position } = await store.append(stream, fatti(3), 'none');
    await store.append(stream, fatti(2), 3);
    const reader = lettore(store, position, mine);
    await reader.attendi(2);
    await secondo.append(stream, fatti(2), 5);
    await reader.attendi(4);
    await store.append(stream, fatti(1), 7);
    await reader.attendi(5);
    await reader.ferma();
    expect(reader.eventi).toEqual((await store.read(stream)).slice(3));
  });

  test('l’interruzione termina la lettura, prima, durante e mentre aspetta', async () => {
    const { store } = b();
    await store.append(nuovoStream(), fatti(1), 'none');
    for await (const lotto of store.readAll(null, AbortSignal.abort())) expect.fail(`read ${lotto.length} events`);
    const during = new AbortController();
    for await (const _ of store.readAll(null, during.signal)) during.abort();
    const reader = lettore(store, await store.head());
    await vi.waitFor(() => expect(reader.lotti).toEqual([]));
    await reader.ferma();
    expect(reader.eventi).toEqual([]);
  });

  test('più lettori insieme vedono la stessa sequenza', async () => {
    const { store, secondo } = b();
    const stream = nuovoStream();
    const start = await store.head();
    const readers = [store, secondo, store].map((handle) => lettore(handle, start, (event) => event.stream === stream));
    for (let version = 0; version < 20; version++) await store.append(stream, fatti(1), version || 'none');
    await Promise.all(readers.map((reader) => reader.attendi(20)));
    await Promise.all(readers.map((reader) => reader.ferma()));
    for (const { eventi } of readers) expect(eventi).toEqual(await store.read(stream));
  });
}

/** The log as one sequence. */
export function proveSequenza(b: () => Banco): void {
  test('un registro nuovo è vuoto', async (context) => {
    if (!b().nuovo) context.skip('the log was not new');
    expect(await b().store.head()).toBeNull();
    expect(await b().store.countAfter(null, 10)).toBe(0);
  });

  test('la testa è l’ultimo evento, e si conta quanti ne mancano', async () => {
    const { store } = b();
    const before = (await store.append(nuovoStream(), fatti(1), 'none')).position;
    const stream = nuovoStream();
    const { position } = await store.append(stream, fatti(5), 'none');
    expect(await store.head()).toBe(position);
    expect(await store.countAfter(before, 100)).toBe(5);
    expect(await store.countAfter(before, 3)).toBe(3);
    expect(await store.countAfter((await store.read(stream))[3]!.position, 100)).toBe(1);
    expect(await store.countAfter(position, 100)).toBe(0);
    expect(await store.countAfter(null, 2)).toBe(2);
  });

  proveNomiEContenuti(b);
  proveLettura(b);
}
