import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql, type Kysely } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { DomainError } from '#contracts/core/errors.ts';
import { tryImport } from '#contracts/jobs/importa.ts';
import { esportaAllegati } from '#contracts/jobs/esporta-allegati.ts';
import { job, type JobHandler, type JobQueue } from '#contracts/ports/job-queue.ts';
import { openDatabase } from '#projections/database.ts';
import { migrate } from '#services/platform/postgres/migrations/index.ts';
import { jobTables } from '#workers/engine/job-tables.ts';
import type { WriteDatabase } from '#services/platform/postgres/write-tables.ts';
import { startWorkers, type WorkersOptions } from '#workers/index.ts';
import { bullmqQueue } from '#workers/engine/bullmq.ts';
import { testDatabase, type TestDatabase } from '../postgres.ts';
import { jobRequest, heldUntilStopped, longData, renameData, renameJob, shortAndHeld } from './lane-jobs.ts';

export interface Backend {
  redisUrl?: string;
  /** Empties the queue, so that it knows no job any more. */
  empty(db: Kysely<WriteDatabase>): Promise<void>;
  stop(): Promise<void>;
}

/** Defines the tests that every queue must pass, in Redis and in PostgreSQL. */
export function queueSuite(name: string, open: () => Promise<Backend>): void {
  describe(`coda dei processi su ${name}`, { timeout: 60_000 }, () => {
    let backend: Backend;
    let database: TestDatabase;
    let db: Kysely<WriteDatabase>;
    let folder: string;
    let queue: JobQueue;
    let on: { stop(): Promise<void> }[] = [];

    beforeAll(async () => {
      backend = await open();
      folder = await mkdtemp(join(tmpdir(), 'strato-coda-'));
    });
    afterAll(async () => {
      await backend?.stop();
      await rm(folder, { recursive: true, force: true });
    });
    beforeEach(async () => {
      database = await testDatabase();
      ({ db } = openDatabase<WriteDatabase>({ url: database.url, max: 6 }));
      await migrate(db);
      await backend.empty(db);
      queue = await bullmqQueue({ writeDb: db, postgresUrl: database.url, redisUrl: backend.redisUrl });
      queue.define(shortAndHeld({ running: 0, most: 0 }).map(({ definition }) => definition));
    });
    afterEach(async () => {
      await Promise.all(on.map((w) => w.stop()));
      on = [];
      await queue.close();
      await db.destroy();
      await database.close();
    });

    const enqueue = (zipName = 'prova', utente = 'anna') =>
      queue.enqueue({
        kind: esportaAllegati.kind,
        title: 'Prova',
        data: { nome: zipName, file: [] },
        utente,
        groupID: 3,
        correlationId: 'c',
      });
    const works = async (
      handler: JobHandler,
      other: Partial<Pick<WorkersOptions, 'lockDuration' | 'concurrency' | 'onGivenUp' | 'jobs'>> = {},
    ) => {
      const worker = await startWorkers({
        writeDb: db,
        postgresUrl: database.url,
        redisUrl: backend.redisUrl,
        resultsFolder: folder,
        log: { warn: () => {}, error: () => {} },
        lockDuration: 1000,
        jobs: [job(esportaAllegati, handler)],
        ...other,
      });
      on.push(worker);
      return worker;
    };
    const row = (id: string) => jobTables(db).selectFrom('processi').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    const becomes = (id: string, expected: object) =>
      vi.waitFor(async () => expect(await row(id)).toMatchObject(expected), { timeout: 30_000, interval: 25 });

    it('un processo accodato è in attesa, poi in corso, poi finito con il suo esito', async () => {
      const id = await enqueue();
      expect(await row(id)).toMatchObject({ status: 'queued', progresso: 0, titolo: 'Prova', utente: 'anna', group_id: 3, finito: null });
      let free = () => {};
      const via = new Promise<void>((resolve) => (free = resolve));
      await works(async ({ progress }) => {
        await progress(40, '2 di 5 file');
        await via;
        return { file: join(folder, 'x.zip'), fileName: 'x.zip', message: '5 file' };
      });
      await becomes(id, { status: 'running', progresso: 40, messaggio: '2 di 5 file' });
      expect(await queue.counts()).toEqual({ queued: 0, running: 1, done: 0, error: 0, annullato: 0 });
      free();
      await becomes(id, { status: 'done', progresso: 100, messaggio: '5 file', nome_file: 'x.zip', tentativi: 1 });
      expect((await row(id)).finito).toBeInstanceOf(Date);
    });
    it('una richiesta sconosciuta o con dati sbagliati non entra in coda', async () => {
      await expect(queue.enqueue({ ...jobRequest, kind: 'boh', data: {} })).rejects.toMatchObject({ code: 'RICHIESTA_NON_VALIDA' });
      await expect(queue.enqueue({ ...jobRequest, kind: esportaAllegati.kind, data: { nome: 1 } })).rejects.toMatchObject({
        code: 'RICHIESTA_NON_VALIDA',
      });
      expect(await queue.counts()).toEqual({ queued: 0, running: 0, done: 0, error: 0, annullato: 0 });
    });
    it('una regola infranta non si ritenta: il processo fallisce e dice perché; riprovato riparte da zero', async () => {
      let broken = true;
      let times = 0;
      await works(async () => {
        times += 1;
        if (broken) throw new DomainError('SCONOSCIUTO', { message: 'Il macchinario non c’è più.' });
        return {};
      });
      const id = await enqueue();
      await becomes(id, { status: 'error', messaggio: 'Il macchinario non c’è più.' });
      expect(times).toBe(1);
      expect((await row(id)).finito).not.toBeNull();
      broken = false;
      expect(await queue.retry(id)).toBe(true);
      await becomes(id, { status: 'done', tentativi: 1, messaggio: null });
      expect(await queue.retry(id)).toBe(false);
      expect(await queue.retry('sconosciuto')).toBe(false);
    });
    it('un guasto passeggero si ritenta dopo una pausa', async () => {
      let times = 0;
      await works(async () => {
        times += 1;
        if (times === 1) throw Object.assign(new Error('percorso segreto'), { code: 'EIO' });
        return {};
      });
      const id = await enqueue();
      await becomes(id, { status: 'queued', messaggio: 'Non riuscito, si riprova: Errore imprevisto durante l’elaborazione (EIO).' });
      await becomes(id, { status: 'done', tentativi: 2 });
    });
    it('mille processi finiscono tutti, ognuno una volta', async () => {
      const ids: string[] = [];
      for (let i = 0; i < 50; i += 1) ids.push(...(await Promise.all(Array.from({ length: 20 }, () => enqueue()))));
      const seen = new Map<string, number>();
      await works(
        async ({ id }) => {
          seen.set(id, (seen.get(id) ?? 0) + 1);
          return {};
        },
        { concurrency: 8, lockDuration: 10_000 },
      );
      await vi.waitFor(async () => expect(await queue.counts()).toEqual({ queued: 0, running: 0, done: 1000, error: 0, annullato: 0 }), {
        timeout: 55_000,
        interval: 100,
      });
      expect(seen.size).toBe(1000);
      expect([...seen.values()].every((n) => n === 1)).toBe(true);
      expect(new Set(ids).size).toBe(1000);
    });

    it('il processo di un lavoratore ucciso a metà è ripreso da un altro', async () => {
      const id = await enqueue();
      const child = spawn(
        process.execPath,
        [new URL('worker.ts', import.meta.url).pathname, database.url, backend.redisUrl ?? '', folder, '1000'],
        { stdio: 'ignore' },
      );
      const dead = new Promise((resolve) => child.once('exit', resolve));
      try {
        await becomes(id, { status: 'running', messaggio: 'preso dal primo' });
      } finally {
        child.kill('SIGKILL');
        await dead;
      }
      let free = () => {};
      const via = new Promise<void>((resolve) => (free = resolve));
      let tell: (text: string) => Promise<void> = async () => {};
      await works(({ progress }) => {
        tell = (text) => progress(40, text);
        return via.then(() => ({ message: 'finito dal secondo' }));
      });
      await becomes(id, { status: 'running', messaggio: 'Interrotto: ripreso', tentativi: 2 });
      // it is told until the end, before what is being done
      for (const text of ['3 di 9 file', '4 di 9 file']) {
        await vi.waitFor(
          async () => {
            await tell(text);
            expect(await row(id)).toMatchObject({ status: 'running', progresso: 40, messaggio: `Interrotto: ripreso, ${text}` });
          },
          { timeout: 5000 },
        );
      }
      free();
      await becomes(id, { status: 'done', messaggio: 'finito dal secondo', tentativi: 2 });
    });

    it('un lavoratore che si spegne rimette in coda ciò che non ha finito, senza contarlo come tentativo', async () => {
      const id = await enqueue();
      const first = await works(heldUntilStopped);
      await becomes(id, { status: 'running' });
      await first.stop();
      expect(await row(id)).toMatchObject({ status: 'queued', tentativi: 0, messaggio: 'Interrotto: ripreso' });
      await works(async () => ({ message: 'fatto' }));
      await becomes(id, { status: 'done', messaggio: 'fatto', tentativi: 1 });
    });

    it('una coda svuotata non perde niente: le righe in attesa vi tornano', async () => {
      const id = await enqueue();
      await backend.empty(db);
      await works(async () => ({}));
      await becomes(id, { status: 'done' });
    });

    it('un processo durante il quale il lavoratore è morto due volte non viene ripreso, e qualcuno lo viene a sapere', async () => {
      const given: string[] = [];
      let begun = 0;
      const id = await enqueue();
      const die = () => sql`update public.processi set status = 'running', esecutore = 'morto' where id = ${id}`.execute(db);
      await die();
      await backend.empty(db);
      let free = () => {};
      const first = await works(() => {
        begun += 1;
        return new Promise((resolve) => (free = () => resolve({})));
      });
      await becomes(id, { status: 'running', interrotto: 1, messaggio: 'Interrotto: ripreso' });
      await die();
      free();
      await first.stop();
      await die();
      await backend.empty(db);
      await works(async () => ({}), { onGivenUp: async ({ id: job }) => void given.push(job) });
      await becomes(id, { status: 'error', messaggio: 'Interrotto due volte: non viene ripreso', interrotto: 2 });
      expect([begun, given]).toEqual([1, [id]]);
    });

    it('chi ha meno operazioni viene prima', async () => {
      for (const zip of ['a1', 'a2', 'a3']) await enqueue(zip);
      await enqueue('b1', 'bruno');
      const order: string[] = [];
      await works(async ({ data }) => {
        order.push(String(data['nome']));
        return {};
      });
      await vi.waitFor(() => expect(order).toHaveLength(4), { timeout: 30_000 });
      expect(order).toEqual(['a1', 'b1', 'a2', 'a3']);
    });

    it('i processi in ordine si fanno come sono stati chiesti, da più lavoratori, e non fermano quelli di altri', async () => {
      const done: string[] = [];
      const renames = renameJob(done);
      queue.define([renames.definition]);
      const ask = (id: string) => queue.enqueue({ ...jobRequest, id, kind: renames.definition.kind, data: renameData });
      const ids = (from: number, count: number) => Array.from({ length: count }, (_, n) => `r${from + n}`);
      for (const id of ids(100, 300)) await ask(id);
      // the first ones end, so that later requests count fewer unfinished ones before them
      await jobTables(db).updateTable('processi').set({ status: 'done' }).where('id', 'in', ids(100, 280)).execute();
      for (const id of ids(400, 200)) await ask(id);
      const other = await enqueue('di un altro', 'bruno');
      for (const _process of [1, 2]) await works(async () => ({}), { jobs: [renames, job(esportaAllegati, async () => ({}))] });
      await becomes(other, { status: 'done' });
      await vi.waitFor(() => expect(done).toHaveLength(220), { timeout: 15_000, interval: 25 });
      expect(done).toEqual(ids(380, 220));
    });

    it('ogni corsia ha il suo posto: una lunga non fa aspettare le altre, né due lunghe vanno insieme', async () => {
      for (let i = 0; i < 2; i += 1) await queue.enqueue({ ...jobRequest, kind: tryImport.kind, data: longData });
      const short = await enqueue();
      const seen = { running: 0, most: 0 };
      const jobs = shortAndHeld(seen);
      await works(async () => ({}), { jobs });
      await becomes(short, { status: 'done' });
      await vi.waitFor(() => expect(seen.running).toBe(1), { timeout: 30_000 });
      expect(seen.most).toBe(1);
    });

    it('annullato in coda non comincia; annullato in corso è fermo in 5 secondi, e ciò che aveva fatto è ripreso', async () => {
      let begun = 0;
      const taken: string[] = [];
      const handler: JobHandler = Object.assign(
        (context: Parameters<JobHandler>[0]) => {
          begun += 1;
          return heldUntilStopped(context);
        },
        { takeBack: async ({ id }: { id: string }) => void taken.push(id) },
      );
      const [first, second] = [await enqueue('uno'), await enqueue('due')];
      await works(handler);
      await becomes(first, { status: 'running' });
      expect(await queue.cancel(second, 'capo')).toBe(true);
      expect(await row(second)).toMatchObject({ status: 'annullato', messaggio: 'Annullata da capo' });
      const since = performance.now();
      expect(await queue.cancel(first, 'anna')).toBe(true);
      await becomes(first, { status: 'annullato', messaggio: 'Annullata da anna' });
      expect(performance.now() - since).toBeLessThan(5000);
      expect([begun, taken]).toEqual([1, [first]]);
      expect(await queue.cancel(first, 'anna')).toBe(false);
      expect(await queue.remove(first)).toEqual([]);
    });

    it('un risultato che arriva dopo l’annullamento è buttato via', async () => {
      const file = join(folder, 'tardi.zip');
      const id = await enqueue();
      await works(async () => {
        await writeFile(file, 'x');
        await sql`update public.processi set annulla = now(), annullato_da = 'anna' where id = ${id}`.execute(db);
        return { file, fileName: 'tardi.zip' };
      });
      await becomes(id, { status: 'annullato', file: null });
      expect(existsSync(file)).toBe(false);
    });
  });
}
