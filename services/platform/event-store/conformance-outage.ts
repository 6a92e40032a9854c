import { expect, test } from 'vitest';
import { StoreUnavailable } from '#contracts/ports/event-store.ts';
import { facts, newReader, freshStream, type Bench } from './testing.ts';

const inStream = (stream: string) => (event: { stream: string }) => event.stream === stream;

/** Declares the tests with a store that is unreachable for a while. */
export function outageTests(b: () => Bench): void {
  test('chi scrive mentre il registro è assente lo viene a sapere, e riprova con gli stessi eventi', async (context) => {
    const { store, outage } = b();
    if (!outage) return context.skip('this store cannot go away');
    const stream = freshStream();
    const events = facts(2);
    await store.append(stream, facts(1), 'none');
    await outage.stop();
    await expect(store.append(stream, events, 1)).rejects.toBeInstanceOf(StoreUnavailable);
    await expect(store.read(stream)).rejects.toBeInstanceOf(StoreUnavailable);
    await expect(store.head()).rejects.toBeInstanceOf(StoreUnavailable);
    await expect(store.countAfter(null, 10)).rejects.toBeInstanceOf(StoreUnavailable);
    await outage.restart();
    const result = await store.append(stream, events, 1);
    expect(result.version).toBe(3);
    expect(await store.append(stream, events, 1)).toEqual(result);
    expect(await store.read(stream)).toHaveLength(3);
  });

  test('chi legge riprende dopo l’assenza, senza perdere nulla e senza ripetere ciò che ha avuto', async (context) => {
    const { store, outage } = b();
    if (!outage) return context.skip('this store cannot go away');
    const stream = freshStream();
    const reader = newReader(store, await store.head(), inStream(stream));
    let version = 0;
    for (let turn = 0; turn < 3; turn++) {
      version = (await store.append(stream, facts(50), version || 'none')).version;
      await reader.wait(version);
      await outage.stop();
      await outage.restart();
      version = (await store.append(stream, facts(5), version)).version;
    }
    await reader.wait(version);
    await reader.stop();
    expect(reader.events).toEqual(await store.read(stream));
  });

  test('un’assenza a metà della rilettura non fa perdere né ripetere eventi', { timeout: 60_000 }, async (context) => {
    const { store, outage } = b();
    if (!outage) return context.skip('this store cannot go away');
    const stream = freshStream();
    const start = await store.head();
    for (let turn = 0; turn < 15; turn++) await store.append(stream, facts(200), turn * 200 || 'none');
    const stop = new AbortController();
    const versions: number[] = [];
    let outages = 0;
    for await (const batch of store.readAll(start, stop.signal)) {
      versions.push(...batch.filter(inStream(stream)).map((event) => event.version));
      if (versions.length >= 1_000 * (outages + 1) && outages < 2) {
        outages++;
        await outage.stop();
        await outage.restart();
      }
      if (versions.length >= 3_000) stop.abort();
    }
    expect(outages).toBe(2);
    expect(versions).toEqual(Array.from({ length: 3_000 }, (_, i) => i + 1));
  });

  test('l’interruzione termina anche chi aspetta un registro assente', async (context) => {
    const { store, outage } = b();
    if (!outage) return context.skip('this store cannot go away');
    const reader = newReader(store, await store.head());
    await outage.stop();
    await reader.stop();
    await outage.restart();
    expect(reader.events).toEqual([]);
  });
}
