import { describe, expect, it } from 'vitest';
import type { PreviewRow } from '#contracts/core/change-together.ts';
import { call } from '../../../test/calls.ts';
import { createReadings, killedPortal } from '../../../test/killed-portal.ts';

const RECORDS = 2000;

describe('una modifica di duemila record', () => {
  it('uccisa a metà riprende da sé: un fatto per record, come diceva la prova', async () => {
    const portal = await killedPortal();
    const { store } = portal;
    try {
      const first = await portal.start();
      const token = await portal.enter(first);
      const ids = await createReadings(first, token, RECORDS);
      const body = { ids, campi: { ore: 2, minuti: 30 } };
      const change = (more: object) => call(`${first.base}/api/accise/modifica-insieme`, 'POST', { token, body: { ...body, ...more } });
      const versions: Record<string, number> = {};
      for (let pagina = 1; pagina <= RECORDS / 500; pagina += 1) {
        const { data } = (await change({ prova: 1, pagina, righe: 500 })).body as { data: PreviewRow[] };
        for (const { id, versione, dopo } of data) {
          versions[String(id)] = versione!;
          expect(dopo).toEqual({ ore: 2, minuti: 30 });
        }
      }
      expect(Object.keys(versions)).toHaveLength(RECORDS);

      const before = await store.head();
      const written = () => store.countAfter(before, RECORDS * 2);
      const { jobId } = (await change({ versioni: versions })).body.message;
      await expect.poll(written, { interval: 5, timeout: 20_000 }).toBeGreaterThan(RECORDS / 4);
      first.process.kill('SIGKILL');
      await first.exit;
      expect(await written()).toBeLessThan(RECORDS);

      const second = await portal.start();
      const state = async () => (await call(`${second.base}/api/processi/${jobId}`, 'GET', { token })).body.message;
      await expect.poll(async () => (await state()).status, { timeout: 60_000 }).toBe('done');
      expect(await state()).toMatchObject({ fatti: RECORDS, rifiutati: 0 });
      expect(await written()).toBe(RECORDS);
      const { data } = (await call(`${second.base}/api/accise`, 'GET', { token })).body;
      expect(data.filter(({ ore, minuti }: { ore: number; minuti: number }) => ore === 2 && minuti === 30)).toHaveLength(RECORDS);
    } finally {
      await portal.close();
    }
  }, 240_000);
});
