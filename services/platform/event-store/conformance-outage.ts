import { expect, test } from 'vitest';
import { StoreUnavailable } from '#contracts/ports/event-store.ts';
import { fatti, lettore, nuovoStream, type Banco } from './testing.ts';

const suo = (stream: string) => (event: { stream: string }) => event.stream === stream;

/** What a store that goes away and comes back owes its callers. */
export function proveAssenza(b: () => Banco): void {
  test('chi scrive mentre il registro è assente lo viene a sapere, e riprova con gli stessi eventi', async (context) => {
    const { store, assenza } = b();
    if (!assenza) return context.skip('this store cannot go away');
    const stream = nuovoStream();
    const events = fatti(2);
    await store.append(stream, fatti(1), 'none');
    await assenza.spegni();
    await expect(store.append(stream, events, 1)).rejects.toBeInstanceOf(StoreUnavailable);
    await expect(store.read(stream)).rejects.toBeInstanceOf(StoreUnavailable);
    await expect(store.head()).rejects.toBeInstanceOf(StoreUnavailable);
    await expect(store.countAfter(null, 10)).rejects.toBeInstanceOf(StoreUnavailable);
    await assenza.riaccendi();
    const result = await store.append(stream, events, 1);
    expect(result.version).toBe(3);
    expect(await store.append(stream, events, 1)).toEqual(result);
    expect(await store.read(stream)).toHaveLength(3);
  });

  test('chi legge riprende dopo l’assenza, senza perdere nulla e senza ripetere ciò che ha avuto', async (context) => {
    const { store, assenza } = b();
    if (!assenza) return context.skip('this store cannot go away');
    const stream = nuovoStream();
    const reader = lettore(store, await store.head(), suo(stream));
    let version = 0;
    for (let turno = 0; turno < 3; turno++) {
      version = (await store.append(stream, fatti(50), version || 'none')).version;
      await reader.attendi(version);
      await assenza.spegni();
      await assenza.riaccendi();
      version = (await store.append(stream, fatti(5), version)).version;
    }
    await reader.attendi(version);
    await reader.ferma();
    expect(reader.eventi).toEqual(await store.read(stream));
  });

  test('un’assenza a metà della rilettura non fa perdere né ripetere eventi', { timeout: 60_000 }, async (context) => {
    const { store, assenza } = b();
    if (!assenza) return context.skip('this store cannot go away');
    const stream = nuovoStream();
    const start = await store.head();
    for (let turno = 0; turno < 15; turno++) await store.append(stream, fatti(200), turno * 200 || 'none');
    const stop = new AbortController();
    const versions: number[] = [];
    let assenze = 0;
    for await (const lotto of store.readAll(start, stop.signal)) {
      versions.push(...lotto.filter(suo(stream)).map((event) => event.version));
      if (versions.length >= 1_000 * (assenze + 1) && assenze < 2) {
        assenze++;
        await assenza.spegni();
        await assenza.riaccendi();
      }
      if (versions.length >= 3_000) stop.abort();
    }
    expect(assenze).toBe(2);
    expect(versions).toEqual(Array.from({ length: 3_000 }, (_, i) => i + 1));
  });

  test('l’interruzione termina anche chi aspetta un registro assente', async (context) => {
    const { store, assenza } = b();
    if (!assenza) return context.skip('this store cannot go away');
    const reader = lettore(store, await store.head());
    await assenza.spegni();
    await reader.ferma();
    await assenza.riaccendi();
    expect(reader.eventi).toEqual([]);
  });
}
