import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { PreviewRow } from '#contracts/core/change-together.ts';
import { call } from '../../../test/calls.ts';
import { quietPool, testDatabase } from '../../../test/postgres.ts';
import { enterFirst, programStore, startProgram, type Program } from '../../../test/program.ts';

const RECORDS = 2000;

describe('una modifica di duemila record', () => {
  it('uccisa a metà riprende da sé: un fatto per record, come diceva la prova', async () => {
    const [database, folder] = await Promise.all([testDatabase(), mkdtemp(join(tmpdir(), 'strato-insieme-'))]);
    const pool = quietPool({ connectionString: database.url, max: 2 });
    const store = programStore({ DATI_DIR: folder }, pool);
    let running: Program | undefined;
    const start = async () => {
      running = await startProgram({ DATI_DIR: folder, DATABASE_URL: database.url, SEGRETO: 'un-segreto-di-prova-abbastanza-lungo' });
      await running.ready();
      return running;
    };
    try {
      const first = await start();
      const token = await enterFirst(first.base, folder);
      const ids: number[] = [];
      await Promise.all(
        Array.from({ length: 8 }, async () => {
          for (let n = 0; n < RECORDS / 8; n += 1) {
            const answer = await call(`${first.base}/api/accise`, 'POST', { token, body: { accise: { data: '2026-01-02', ore: 1 } } });
            ids.push(answer.body.message.insertId);
          }
        }),
      );
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

      const second = await start();
      const state = async () => (await call(`${second.base}/api/processi/${jobId}`, 'GET', { token })).body.message;
      await expect.poll(async () => (await state()).status, { timeout: 60_000 }).toBe('done');
      expect(await state()).toMatchObject({ fatti: RECORDS, rifiutati: 0 });
      expect(await written()).toBe(RECORDS);
      const { data } = (await call(`${second.base}/api/accise`, 'GET', { token })).body;
      expect(data.filter(({ ore, minuti }: { ore: number; minuti: number }) => ore === 2 && minuti === 30)).toHaveLength(RECORDS);
    } finally {
      running?.process.kill('SIGKILL');
      await running?.exit;
      await store.close();
      await pool.end();
      await database.close();
      await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    }
  }, 240_000);
});
