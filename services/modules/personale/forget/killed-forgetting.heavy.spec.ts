import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openDatabase } from '#projections/database.ts';
import { readUntil } from '#projections/engine/read-until.ts';
import { keysOf, readArchive } from '#services/backup/archive/read-archive.ts';
import { manifestSchema } from '#services/backup/manifest.ts';
import { storeEventStoreDB } from '#services/platform/event-store/eventstoredb.ts';
import { storePostgres } from '#services/platform/event-store/postgres.ts';
import { runningPostgres } from '#services/platform/postgres/embedded-postgres.ts';
import { signal, waitForExit } from '#services/platform/postgres/postmaster.ts';
import { call, type Answer } from '../../../../test/calls.ts';
import { startEventStoreServer, type ServerEventStore } from '../../../../test/eventstoredb-server.ts';
import { enterFirst, programEnvironment, startProgram, type Program } from '../../../../test/program.ts';
import { pdf } from '../testing.ts';
import { found, foundInDatabase, foundInFolder, plantPerson, TOLD, type PlantedPortal } from './planted-person.testing.ts';

const MATRICOLA = 'WZ51';
const CLI = join(import.meta.dirname, '../../../cli');

/** Milliseconds between two looks at the progress of the job that is to be killed. */
const LOOK_MS = 2;

describe.each([
  ['in PostgreSQL', null],
  ['in EventStoreDB', startEventStoreServer],
])('chi si dimentica in un portale che muore a metà con il suo database, il registro %s', { timeout: 600_000 }, (_, startServer) => {
  let server: ServerEventStore | undefined;
  let folder: string;
  let env: Record<string, string>;
  let program: Program;
  let token: string;
  let opened: ReturnType<typeof openDatabase<Record<string, never>>>;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'strato-dimenticare-'));
    // the embedded server runs as another user when the tests run as root
    await chmod(folder, 0o755);
    server = await startServer?.();
    const log = server && { EVENTSTORE_URL: server.url, EVENTSTORE_PREFISSO: 'dimentica-' };
    env = { DATI_DIR: join(folder, 'dati'), LOG_LEVEL: 'warn', ...log };
    await start();
    const portal: PlantedPortal = {
      call: (method, path, options) => call(program.base + path, method, { token, ...options }),
      db: opened.db,
      dataDir: env['DATI_DIR']!,
      memberID: 'admin',
    };
    await plantPerson(portal, MATRICOLA);
    await plantInOtherModules();
  }, 300_000);
  afterAll(async () => {
    await opened?.db.destroy();
    program?.process.kill('SIGTERM');
    await program?.exit;
    await server?.shutdown();
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }, 120_000);

  /** Starts the portal and signs in; `opened` is the database as its owner sees it. */
  async function start(): Promise<void> {
    program = await startProgram(env);
    await program.ready();
    token = await enterFirst(program.base, env['DATI_DIR']!);
    opened = openDatabase<Record<string, never>>({ url: (await runningPostgres(env['DATI_DIR']!, 'owner'))!, max: 1, schema: 'public' });
    // the database is killed too
    opened.pool.on('error', () => undefined);
  }

  async function ask(method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown): Promise<Answer['body']> {
    const answer = await call(program.base + path, method, { token, ...(body === undefined ? {} : { body }) });
    expect([path, answer.status < 300 ? '' : answer.text]).toEqual([path, '']);
    return answer.body;
  }

  const jobOf = async (id: string): Promise<{ status: string; progresso: number; messaggio: string | null } | undefined> =>
    (
      await sql<{ status: string; progresso: number; messaggio: string | null }>`
        select status, progresso, messaggio from public.processi where id = ${id}`.execute(opened.db)
    ).rows[0];

  /** Writes the name where further modules keep it: a view, deadlines, a production day, a prepared list and a proof. */
  async function plantInOtherModules(): Promise<void> {
    const { cognome, nome } = TOLD;
    await ask('POST', '/api/viste', { vista: { tabella: 'personale', nome: `Solo ${cognome}`, contenuto: { cerca: nome } } });
    await ask('POST', '/api/cantieri', { cantiere: { commessa: 'WZ', committente: 'Autostrade', comune: 'Modena' } });
    await ask('POST', '/api/wbs', { wbs: { descrizione: 'PILA' } });
    await ask('POST', '/api/lavorazioni', { lavorazione: { descrizione: 'PALI' } });
    await ask('POST', '/api/cantieri_wbs', { cantieri_wbs: { commessa: 'WZ', descrizione: 'PILA' } });
    await ask('POST', '/api/cantieri_lavorazioni', { cantieri_lavorazioni: { commessa: 'WZ', lavorazione: 'PALI', prezzo: 10 } });
    // without these documents the worker may not work there
    for (const tipo of ['idoneita', 'formazione', 'unilav', 'ci']) {
      const form = new FormData();
      const fields = { soggetto: 'lavoratore', id: MATRICOLA, tipo, dal: '2004-01-01', scadenza: '2006-01-01' };
      for (const [name, value] of Object.entries(fields)) form.append(name, value);
      form.append('file', new Blob([new Uint8Array(pdf(`${TOLD.bytes} ${tipo}`))]), 'x.pdf');
      await ask('POST', '/api/scadenze/rinnova', form);
    }
    const header = await ask('POST', '/api/produzione_padre', { produzione_padre: { data: '2005-02-01', cantiere: 'WZ' } });
    await ask('POST', '/api/produzione', {
      produzione: {
        id_intestazione: header.message.insertId,
        wbs: 'PILA',
        lavorazione: 'PALI',
        quantita: 1,
        operatore: `${cognome} ${nome}`,
      },
    });
    const body = { tabella: 'personale', colonne: ['matricola', 'cognome', 'nome', 'data_nascita'], cerca: cognome, formato: 'csv' };
    const { jobId } = (await ask('POST', '/api/esporta', body)).message;
    await vi.waitFor(async () => expect(await jobOf(jobId)).toMatchObject({ status: 'done' }), { timeout: 60_000, interval: 100 });
    await ask('POST', '/api/sigilli');
    await call(`${program.base}/api/prova?tabella=personale&id=${MATRICOLA}`, 'GET', { token });
  }

  /** Folders of the data folder that hold a value of the person, two levels deep. */
  const places = async (): Promise<string[]> => {
    const hits = await foundInFolder(env['DATI_DIR']!, {
      nameOf: ({ parentPath }) => relative(env['DATI_DIR']!, parentPath).split('/').slice(0, 2).join('/'),
    });
    return [...new Set(hits.map((hit) => hit.split(':')[0]!))].toSorted();
  };

  /** Files of the data folder that hold a value of the person; a file of a table with the table's name. */
  async function files(): Promise<string[]> {
    const hits = await foundInFolder(env['DATI_DIR']!, { nameOf: ({ parentPath, name }) => join(parentPath, name) });
    return Promise.all(
      hits.map(async (hit) => {
        const node = /\/base\/\d+\/(\d+)[._:]/.exec(hit)?.[1];
        if (node === undefined) return relative(folder, hit);
        const { rows } = await sql<{ name: string | null }>`select pg_filenode_relation(0, ${node}::oid)::text as name`.execute(opened.db);
        return `${relative(folder, hit)} (${rows[0]?.name ?? 'no table'})`;
      }),
    );
  }

  /** Waits until the job has come so far, then kills the portal, and the database with it if asked. */
  async function killAt(jobId: string, percent: number, { database }: { database: boolean }): Promise<void> {
    await vi.waitFor(
      async () => {
        const job = await jobOf(jobId);
        expect(job?.status).toBe('running');
        expect(job!.progresso).toBeGreaterThanOrEqual(percent);
      },
      { timeout: 120_000, interval: LOOK_MS },
    );
    program.process.kill('SIGKILL');
    expect(await program.exit).toBe('SIGKILL');
    expect((await jobOf(jobId))!.status).toBe('running');
    await opened.db.destroy();
    if (!database) return;
    const pid = Number((await readFile(join(env['DATI_DIR']!, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0]);
    signal(pid, 'SIGKILL');
    await waitForExit(pid, 60_000);
  }

  /** Runs a command of the portal on its data; returns its output. */
  const command = async (name: string, more: Record<string, string> = {}): Promise<string> => {
    const run = promisify(execFile)(process.execPath, [join(CLI, `${name}.ts`)], { env: { ...programEnvironment(), ...env, ...more } });
    const { stdout, stderr } = await run.catch((error: Error & { stdout: string; stderr: string }) => error);
    return stdout + stderr;
  };

  it('prima sta ovunque: tabelle, registro di scrittura, archivio, risultati, posta', async () => {
    await sql`checkpoint`.execute(opened.db);
    expect(await places()).toEqual(
      expect.arrayContaining(['archivio/PERSONALE', 'posta', 'postgres/base', 'postgres/pg_wal', 'risultati']),
    );
  });

  it('ucciso mentre cerca il nome, e con il database dopo le chiavi, riparte e la dimentica', async () => {
    const body = { matricola: MATRICOLA, motivo: 'sua richiesta' };
    const { jobId } = (await ask('POST', '/api/personale/dimentica', body)).message;
    await killAt(jobId, 1, { database: false });
    await start();
    await killAt(jobId, 30, { database: true });
    await start();
    // a job whose process died twice is given up, and runs again when it is asked again
    await vi.waitFor(async () => expect((await jobOf(jobId))?.status).toBe('error'), { timeout: 240_000, interval: 200 });
    expect((await ask('POST', '/api/personale/dimentica', body)).message).toEqual({ jobId });
    await vi.waitFor(async () => expect(['done', 'error']).toContain((await jobOf(jobId))?.status), { timeout: 240_000, interval: 200 });
    expect(await jobOf(jobId)).toMatchObject({ status: 'done', messaggio: `Lavoratore ${MATRICOLA}: persona dimenticata` });
  });

  it('dopo non sta in nessun fatto del registro', async () => {
    const store = server ? storeEventStoreDB(server.url) : storePostgres(opened.pool);
    const hits: string[] = [];
    let count = 0;
    for await (const events of readUntil(store, null, await store.head())) {
      count += events.length;
      for (const event of events) for (const hit of found(JSON.stringify(event))) hits.push(`${event.stream}: ${hit}`);
    }
    if (server) await store.close();
    expect([hits, count > 20]).toEqual([[], true]);
  });

  it('dopo non sta in nessun byte dei dati, in nessuna riga, in nessuna parte di un salvataggio nuovo', async () => {
    await sql`checkpoint`.execute(opened.db);
    expect(await files()).toEqual([]);
    expect(await foundInDatabase(opened.db)).toEqual([]);
    const backups = join(folder, 'salvataggi');
    await mkdir(backups);
    const FILE = join(backups, 'dopo.backup');
    await command('backup', { FILE });
    const archive = await readArchive(FILE, keysOf(null), manifestSchema);
    const hits: string[] = [];
    let bytes = 0;
    for await (const { name, content } of archive.parts) {
      const chunks: Buffer[] = [];
      for await (const chunk of content) chunks.push(chunk);
      const text = Buffer.concat(chunks).toString('latin1');
      bytes += text.length;
      for (const hit of found(text)) hits.push(`${name}: ${hit}`);
    }
    expect([hits, bytes > 10_000]).toEqual([[], true]);
    expect(await foundInFolder(backups)).toEqual([]);
    const [row] = (await ask('GET', `/api/personale?matricola=${MATRICOLA}`)).data;
    expect(row).toMatchObject({ cognome: 'Lavoratore', nome: MATRICOLA, data_nascita: null, unilav: null, data_fine: '2005-03-31' });
  });

  it('il registro, l’albero, le letture e il ripristino di prova reggono ancora, e non riportano niente', async () => {
    expect(await command('rebuild')).toContain('Read tables rebuilt');
    const verified = await command('verify');
    expect(verified).toContain('The log of events is what its checkpoints say.');
    expect(verified).toContain('Every read table is what the log of events says.');
    expect(await command('restore-test')).toContain('comes back as it was');
    await sql`checkpoint`.execute(opened.db);
    expect(await files()).toEqual([]);
    expect(await foundInDatabase(opened.db)).toEqual([]);
  });
});
