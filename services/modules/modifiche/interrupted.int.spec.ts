import { describe, expect, it } from 'vitest';
import type { PreviewRow } from '#contracts/core/change-together.ts';
import { startEventStoreServer } from '../../../test/eventstoredb-server.ts';
import { call } from '../../../test/calls.ts';
import { createReadings, killedPortal } from '../../../test/killed-portal.ts';

describe('una modifica di molti record, uccisa a metà, riprende da sé: un fatto per record, come diceva la prova', () => {
  it('duemila, con il registro degli eventi in PostgreSQL', () => killedHalfway(2000), 240_000);

  it('quattrocento, con il registro degli eventi in EventStoreDB', async () => {
    const server = await startEventStoreServer();
    try {
      await killedHalfway(400, { EVENTSTORE_URL: server.url });
    } finally {
      await server.shutdown();
    }
  }, 120_000);
});

async function killedHalfway(records: number, log: Record<string, string> = {}): Promise<void> {
  const portal = await killedPortal(log);
  const { store } = portal;
  try {
    const first = await portal.start();
    const token = await portal.enter(first);
    const ids = await createReadings(first, token, records);
    const body = { ids, campi: { ore: 2, minuti: 30 } };
    const change = (more: object) => call(`${first.base}/api/accise/modifica-insieme`, 'POST', { token, body: { ...body, ...more } });
    const versions: Record<string, number> = {};
    for (let pagina = 1; pagina <= Math.ceil(records / 500); pagina += 1) {
      const { data } = (await change({ prova: 1, pagina, righe: 500 })).body as { data: PreviewRow[] };
      for (const { id, versione, dopo } of data) {
        versions[String(id)] = versione!;
        expect(dopo).toEqual({ ore: 2, minuti: 30 });
      }
    }
    expect(Object.keys(versions)).toHaveLength(records);

    const before = await store.head();
    const written = () => store.countAfter(before, records * 2);
    const { jobId } = (await change({ versioni: versions })).body.message;
    await expect.poll(written, { interval: 5, timeout: 20_000 }).toBeGreaterThan(records / 4);
    first.process.kill('SIGKILL');
    await first.exit;
    expect(await written()).toBeLessThan(records);

    const second = await portal.start();
    const state = async () => (await call(`${second.base}/api/processi/${jobId}`, 'GET', { token })).body.message;
    await expect.poll(async () => (await state()).status, { timeout: 60_000 }).toBe('done');
    expect(await state()).toMatchObject({ fatti: records, rifiutati: 0 });
    expect(await written()).toBe(records);
    const { data } = (await call(`${second.base}/api/accise`, 'GET', { token })).body;
    expect(data.filter(({ ore, minuti }: { ore: number; minuti: number }) => ore === 2 && minuti === 30)).toHaveLength(records);
  } finally {
    await portal.close();
  }
}
