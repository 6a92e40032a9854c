import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { StoreUnavailable, VersionConflict, type ExpectedVersion } from '#contracts/ports/event-store.ts';
import { proveAssenza } from './conformance-outage.ts';
import { proveModello } from './conformance-model.ts';
import { proveSequenza } from './conformance-sequence.ts';
import { fatti, fatto, nuovoStream, type Banco } from './testing.ts';

const conflitto = (expected: ExpectedVersion, actual: number) => ({ name: 'VersionConflict', expected, actual });

function proveAppend(b: () => Banco): void {
  test('un flusso che non esiste è vuoto', async () => {
    expect(await b().store.read(nuovoStream())).toEqual([]);
  });

  test('le versioni partono da 1 e gli eventi tornano come erano', async () => {
    const stream = nuovoStream();
    const events = fatti(3);
    const result = await b().store.append(stream, events, 'none');
    const read = await b().store.read(stream);
    expect(result).toEqual({ version: 3, position: read[2]!.position });
    expect(read).toEqual(events.map((event, i) => ({ ...event, stream, version: i + 1, position: read[i]!.position })));
    expect(read[0]!.position < read[1]!.position && read[1]!.position < read[2]!.position).toBe(true);
  });

  test('la versione attesa è rispettata: nessuna, un numero, qualsiasi', async () => {
    const { store } = b();
    const stream = nuovoStream();
    await expect(store.append(stream, fatti(1), 1)).rejects.toMatchObject(conflitto(1, 0));
    expect((await store.append(stream, fatti(2), 'none')).version).toBe(2);
    await expect(store.append(stream, fatti(1), 'none')).rejects.toMatchObject(conflitto('none', 2));
    await expect(store.append(stream, fatti(1), 1)).rejects.toMatchObject(conflitto(1, 2));
    await expect(store.append(stream, fatti(1), 7)).rejects.toMatchObject(conflitto(7, 2));
    expect((await store.append(stream, fatti(1), 2)).version).toBe(3);
    expect((await store.append(stream, fatti(1), 'any')).version).toBe(4);
    expect((await store.append(nuovoStream(), fatti(1), 'any')).version).toBe(1);
    expect((await store.append(nuovoStream(), fatti(1), 0)).version).toBe(1);
    expect(await store.read(stream)).toHaveLength(4);
  });

  test('di due scrittori sulla stessa versione ne vince uno solo', async () => {
    const { store, secondo } = b();
    const stream = nuovoStream();
    await store.append(stream, fatti(1), 'none');
    for (let version = 1; version <= 10; version++) {
      const gara = await Promise.allSettled([store.append(stream, fatti(1), version), secondo.append(stream, fatti(1), version)]);
      const persi = gara.filter((r) => r.status === 'rejected');
      expect(persi.map((r) => r.reason)).toEqual([expect.objectContaining(conflitto(version, version + 1))]);
      expect(persi[0]!.reason).toBeInstanceOf(VersionConflict);
    }
    expect((await store.read(stream)).map((e) => e.version)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
  });

  test('chi non attende alcuna versione entra sempre, anche insieme ad altri', async () => {
    const { store, secondo } = b();
    const stream = nuovoStream();
    const events = fatti(12);
    const results = await Promise.all(events.map((event, i) => (i % 2 ? store : secondo).append(stream, [event], 'any')));
    expect(results.map((r) => r.version).sort((x, y) => x - y)).toEqual(events.map((_, i) => i + 1));
  });

  test('più eventi entrano insieme o per niente', async () => {
    const { store, secondo } = b();
    const stream = nuovoStream();
    await Promise.allSettled([store.append(stream, fatti(20), 'none'), secondo.append(stream, fatti(20), 'none')]);
    expect(await store.read(stream)).toHaveLength(20);
  });

  test('un elenco vuoto, un identificativo ripetuto o che non è un UUID sono errori di chi chiama', async () => {
    const { store } = b();
    const event = fatto();
    for (const events of [[], [event, event], [fatto({}, 'non-un-uuid')]]) {
      const error: unknown = await store.append(nuovoStream(), events, 'any').catch((e: unknown) => e);
      expect(error).toBeInstanceOf(Error);
      expect(error).not.toBeInstanceOf(StoreUnavailable);
    }
  });
}

function proveRipetizione(b: () => Banco): void {
  test('gli stessi eventi ripetuti danno la risposta di allora, qualunque versione si attenda', async () => {
    const { store, secondo } = b();
    const stream = nuovoStream();
    const [a, c, d] = [fatti(2), fatti(1), fatti(1)];
    const first = await store.append(stream, a, 'none');
    const second = await store.append(stream, c, 2);
    const third = await store.append(stream, d, 'any');
    for (const handle of [secondo, store]) {
      for (const expected of ['none', 'any', 0, 1, 2, 3, 4, 9] as const) {
        expect(await handle.append(stream, a, expected)).toEqual(first);
        expect(await handle.append(stream, c, expected)).toEqual(second);
        expect(await handle.append(stream, d, expected)).toEqual(third);
      }
    }
    expect(await store.read(stream)).toHaveLength(4);
  });

  test.each(['none', 'any'] as const)('gli stessi eventi mandati insieme da due parti entrano una volta (attesa: %s)', async (expected) => {
    const { store, secondo } = b();
    for (let turno = 0; turno < 8; turno++) {
      const stream = nuovoStream();
      const events = fatti(2);
      const results = await Promise.all([store, secondo, store].map((handle) => handle.append(stream, events, expected)));
      const read = await store.read(stream);
      expect(read).toHaveLength(2);
      for (const result of results) expect(result).toEqual({ version: 2, position: read[1]!.position });
    }
  });

  test('un evento già registrato non entra di nuovo in mezzo ad altri', async () => {
    const { store } = b();
    const stream = nuovoStream();
    const [first, second] = fatti(2);
    await store.append(stream, [first!, second!], 'none');
    await expect(store.append(stream, [second!, fatto()], 2)).rejects.toThrow(Error);
    await expect(store.append(stream, [second!, first!], 'any')).rejects.toThrow(Error);
    expect(await store.read(stream)).toHaveLength(2);
  });
}

/** What every store must do (contracts/ports/event-store.ts), run on each of them. */
export function proveConformita(nome: string, crea: () => Promise<Banco>, { assenze = true } = {}): void {
  describe(`Il registro degli eventi su ${nome}`, () => {
    let banco: Banco | undefined;
    beforeAll(async () => {
      banco = await crea();
    });
    afterAll(() => banco?.chiudi());
    const b = (): Banco => banco!;
    proveSequenza(b);
    proveAppend(b);
    proveRipetizione(b);
    proveModello(b);
    if (assenze) proveAssenza(b);
  });
}
