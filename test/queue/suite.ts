import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql, type Kysely } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { DomainError } from '#contracts/core/errors.ts';
import type { DefinizioneJob } from '#contracts/jobs/define-job.ts';
import { esportaAllegati } from '#contracts/jobs/esporta-allegati.ts';
import type { GestoreJob, JobQueue } from '#contracts/ports/job-queue.ts';
import { apriDatabase } from '#projections/database.ts';
import { archivioSuDisco } from '#services/platform/files/disk-archive.ts';
import { migra } from '#services/platform/postgres/migrations/index.ts';
import type { ScrittureDatabase } from '#services/platform/postgres/write-tables.ts';
import { avviaWorkers, type OpzioniWorkers } from '#workers/index.ts';
import { codaBullmq } from '#workers/engine/bullmq.ts';
import { databaseDiProva, type DatabaseDiProva } from '../postgres.ts';

export interface Backend {
  redisUrl?: string;
  /** As an emptied or replaced queue: it knows no job any more. */
  svuota(db: Kysely<ScrittureDatabase>): Promise<void>;
  ferma(): Promise<void>;
}

/** What every queue must do, whatever it stands on. */
export function suiteCoda(nome: string, apri: () => Promise<Backend>): void {
  describe(`coda dei processi su ${nome}`, { timeout: 60_000 }, () => {
    let backend: Backend;
    let database: DatabaseDiProva;
    let db: Kysely<ScrittureDatabase>;
    let cartella: string;
    let coda: JobQueue;
    let accesi: { ferma(): Promise<void> }[] = [];

    beforeAll(async () => {
      backend = await apri();
      cartella = await mkdtemp(join(tmpdir(), 'strato-coda-'));
    });
    afterAll(async () => {
      await backend?.ferma();
      await rm(cartella, { recursive: true, force: true });
    });
    beforeEach(async () => {
      database = await databaseDiProva();
      ({ db } = apriDatabase<ScrittureDatabase>({ url: database.url, max: 6 }));
      await migra(db);
      await backend.svuota(db);
      coda = await codaBullmq({ scritture: db, postgresUrl: database.url, redisUrl: backend.redisUrl });
    });
    afterEach(async () => {
      await Promise.all(accesi.map((w) => w.ferma()));
      accesi = [];
      await coda.close();
      await db.destroy();
      await database.chiudi();
    });

    const accoda = (nomeZip = 'prova') =>
      coda.accoda({ tipo: esportaAllegati.tipo, titolo: 'Prova', dati: { nome: nomeZip, file: [] }, utente: 'anna', groupID: 3, correlationId: 'c' });
    const lavora = async (gestore: GestoreJob, altro: Partial<OpzioniWorkers> = {}) => {
      const worker = await avviaWorkers({
        scritture: db, postgresUrl: database.url, redisUrl: backend.redisUrl, cartellaRisultati: cartella, files: archivioSuDisco({ cartella, maxByte: 1 }), elenchi: { leggi: async () => {} },
        log: { warn: () => {}, error: () => {} }, scadenzaBlocco: 1000,
        jobs: new Map([[esportaAllegati.tipo, { definizione: esportaAllegati as unknown as DefinizioneJob, gestore }]]), ...altro,
      });
      accesi.push(worker);
      return worker;
    };
    const riga = (id: string) => db.withSchema('public').selectFrom('processi').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    const diventa = (id: string, atteso: object) => vi.waitFor(async () => expect(await riga(id)).toMatchObject(atteso), { timeout: 30_000, interval: 25 });

    it('un processo accodato è in attesa, poi in corso, poi finito con il suo esito', async () => {
      const id = await accoda();
      expect(await riga(id)).toMatchObject({ status: 'queued', progresso: 0, titolo: 'Prova', utente: 'anna', group_id: 3, finito: null });
      let libera = () => {};
      const via = new Promise<void>((resolve) => (libera = resolve));
      await lavora(async ({ progresso }) => {
        await progresso(40, '2 di 5 file');
        await via;
        return { file: join(cartella, 'x.zip'), nomeFile: 'x.zip', messaggio: '5 file' };
      });
      await diventa(id, { status: 'running', progresso: 40, messaggio: '2 di 5 file' });
      expect(await coda.conteggi()).toEqual({ queued: 0, running: 1, done: 0, error: 0 });
      libera();
      await diventa(id, { status: 'done', progresso: 100, messaggio: '5 file', nome_file: 'x.zip', tentativi: 1 });
      expect((await riga(id)).finito).toBeInstanceOf(Date);
    });

    it('una richiesta sconosciuta o con dati sbagliati non entra in coda', async () => {
      const richiesta = { titolo: 'x', utente: 'anna', groupID: 3, correlationId: 'c' };
      await expect(coda.accoda({ ...richiesta, tipo: 'boh', dati: {} })).rejects.toMatchObject({ code: 'RICHIESTA_NON_VALIDA' });
      await expect(coda.accoda({ ...richiesta, tipo: esportaAllegati.tipo, dati: { nome: 1 } })).rejects.toMatchObject({ code: 'RICHIESTA_NON_VALIDA' });
      expect(await coda.conteggi()).toEqual({ queued: 0, running: 0, done: 0, error: 0 });
    });

    it('una regola infranta non si ritenta: il processo fallisce e dice perché; riprovato riparte da zero', async () => {
      let rotto = true;
      let volte = 0;
      await lavora(async () => {
        volte += 1;
        if (rotto) throw new DomainError('SCONOSCIUTO', { messaggio: 'Il macchinario non c’è più.' });
        return {};
      });
      const id = await accoda();
      await diventa(id, { status: 'error', messaggio: 'Il macchinario non c’è più.' });
      expect(volte).toBe(1);
      expect((await riga(id)).finito).not.toBeNull();
      rotto = false;
      expect(await coda.riprova(id)).toBe(true);
      await diventa(id, { status: 'done', tentativi: 1, messaggio: null });
      expect(await coda.riprova(id)).toBe(false);
      expect(await coda.riprova('sconosciuto')).toBe(false);
    });

    it('un guasto passeggero si ritenta dopo una pausa', async () => {
      let volte = 0;
      await lavora(async () => {
        volte += 1;
        if (volte === 1) throw Object.assign(new Error('percorso segreto'), { code: 'EIO' });
        return {};
      });
      const id = await accoda();
      await diventa(id, { status: 'queued', messaggio: 'Non riuscito, si riprova: Errore imprevisto durante l’elaborazione (EIO).' });
      await diventa(id, { status: 'done', tentativi: 2 });
    });

    it('mille processi finiscono tutti, ognuno una volta', async () => {
      const ids: string[] = [];
      for (let i = 0; i < 50; i += 1) ids.push(...(await Promise.all(Array.from({ length: 20 }, () => accoda()))));
      const visti = new Map<string, number>();
      await lavora(async ({ id }) => {
        visti.set(id, (visti.get(id) ?? 0) + 1);
        return {};
      }, { concorrenza: 8, scadenzaBlocco: 10_000 });
      await vi.waitFor(async () => expect(await coda.conteggi()).toEqual({ queued: 0, running: 0, done: 1000, error: 0 }), { timeout: 55_000, interval: 100 });
      expect(visti.size).toBe(1000);
      expect([...visti.values()].every((n) => n === 1)).toBe(true);
      expect(new Set(ids).size).toBe(1000);
    });

    it('il processo di un lavoratore ucciso a metà è ripreso da un altro', async () => {
      const id = await accoda();
      const figlio = spawn(process.execPath, [new URL('worker.ts', import.meta.url).pathname, database.url, backend.redisUrl ?? '', cartella, '1000'], { stdio: 'ignore' });
      const morto = new Promise((resolve) => figlio.once('exit', resolve));
      try {
        await diventa(id, { status: 'running', messaggio: 'preso dal primo' });
      } finally {
        figlio.kill('SIGKILL');
        await morto;
      }
      await lavora(async () => ({ messaggio: 'finito dal secondo' }));
      await diventa(id, { status: 'done', messaggio: 'finito dal secondo', tentativi: 2 });
    });

    it('un lavoratore che si spegne rimette in coda ciò che non ha finito, senza contarlo come tentativo', async () => {
      const id = await accoda();
      const primo = await lavora(({ signal }) => new Promise((_, rifiuta) => signal.addEventListener('abort', () => rifiuta(new Error('fermo')))));
      await diventa(id, { status: 'running' });
      await primo.ferma();
      expect(await riga(id)).toMatchObject({ status: 'queued', tentativi: 0 });
      await lavora(async () => ({ messaggio: 'fatto' }));
      await diventa(id, { status: 'done', messaggio: 'fatto', tentativi: 1 });
    });

    it('una coda svuotata non perde niente: le righe in attesa vi tornano', async () => {
      const id = await accoda();
      await backend.svuota(db);
      await lavora(async () => ({}));
      await diventa(id, { status: 'done' });
    });

    it('un processo che abbatte ogni volta il suo lavoratore alla fine è dichiarato fallito', async () => {
      const id = await accoda();
      await sql`update public.processi set status = 'running', tentativi = 6 where id = ${id}`.execute(db);
      await backend.svuota(db);
      await lavora(async () => ({}));
      await diventa(id, { status: 'error', messaggio: 'L’operazione si è interrotta più volte.' });
    });
  });
}
