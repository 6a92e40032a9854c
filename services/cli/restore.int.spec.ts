import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '#projections/database.ts';
import { backup } from '../backup/backup.ts';
import { checkBackup } from '../backup/check-backup.ts';
import { restoreId, takePlace } from '../backup/target.ts';
import { backupBench } from '../backup/testing.ts';
import { addForgotten } from '../platform/forget/forgotten-list.ts';
import { SETTINGS, startTestPortal, type TestPortal } from '../../test/portal.ts';
import { testDatabase } from '../../test/postgres.ts';
import { foldersOf } from './backup-folders.ts';
import { programEnvironment } from '../../test/program.ts';

const RESTORE = join(import.meta.dirname, 'restore.ts');
const SLOW = { timeout: 120_000 };

describe('make restore', SLOW, () => {
  let portale: TestPortal;
  let place: string;
  const bench = backupBench();
  beforeAll(async () => {
    portale = await startTestPortal();
    await portale.person({});
    for (const [key, cognome] of [
      ['R1', 'Ripristini'],
      ['R2', 'Restanti'],
    ] as const)
      await portale.command({ register: 'personale', action: 'create', key, values: { cognome, nome: 'Ada' } });
    place = await mkdtemp(join(tmpdir(), 'strato-make-restore-'));
    await backup(await bench.source(portale), { target: join(place, 'prova.backup'), passphrase: null });
  }, SLOW.timeout);
  afterAll(async () => {
    await bench.close();
    await rm(place, { recursive: true, force: true });
    await portale?.stop();
  });

  /** Runs the restore in a separate process, as an operator does. */
  function restoring(env: Record<string, string>): Promise<{ code: number; said: string }> {
    const all = { ...programEnvironment(), FILE: join(place, 'prova.backup'), ...env };
    return new Promise((resolve) =>
      execFile(process.execPath, [RESTORE], { env: all }, (error, stdout, stderr) =>
        resolve({ code: error ? Number(error.code) : 0, said: stdout + stderr }),
      ),
    );
  }

  it('in una DATI_DIR che non è vuota non si ripristina, e resta com’era', async () => {
    const DATI_DIR = join(place, 'occupata');
    await mkdir(DATI_DIR);
    await writeFile(join(DATI_DIR, 'appunti.txt'), 'di altri');
    const { code, said } = await restoring({ DATI_DIR });
    expect([code, said]).toEqual([1, expect.stringContaining(`${DATI_DIR} is not empty.`)]);
    expect(said).toContain('Nothing was touched.');
    expect(await readdir(DATI_DIR)).toEqual(['appunti.txt']);
  });

  it.each([
    ['un FINO che il salvataggio non raggiunge', '2099-01-01T10:00', 'before the moment that FINO asks for'],
    ['un FINO di prima di tutto', '2001-01-01T10:00', 'Nothing had been recorded yet'],
    ['un giorno che non c’è', '2026-02-30T10:00', 'FINO=2026-02-30T10:00 is no moment'],
  ])('%s si rifiuta, e non è stato fatto nulla', async (_, moment, reason) => {
    const DATI_DIR = join(place, 'nuova');
    expect(await restoring({ DATI_DIR, FINO: moment })).toEqual({ code: 1, said: expect.stringContaining(reason) });
    expect(await readdir(place)).not.toContain('nuova');
  });

  it('un database o un archivio altrove che non sono vuoti si rifiutano, e non è stato fatto nulla', async () => {
    const DATI_DIR = join(place, 'nuova');
    const filled = await restoring({ DATI_DIR, DATABASE_URL: portale.url });
    expect(filled).toEqual({ code: 1, said: expect.stringContaining('The database is not empty') });
    const ARCHIVIO_DIR = join(place, 'archivio-altrove');
    await mkdir(join(ARCHIVIO_DIR, 'A'), { recursive: true });
    await writeFile(join(ARCHIVIO_DIR, 'A', 'di-altri.pdf'), 'di altri');
    const archive = await restoring({ DATI_DIR, ARCHIVIO_DIR });
    expect(archive).toEqual({ code: 1, said: expect.stringContaining(`${ARCHIVIO_DIR} is not empty.`) });
    expect(await readdir(place)).not.toContain('nuova');
    expect(await readdir(ARCHIVIO_DIR, { recursive: true })).toEqual(['A', join('A', 'di-altri.pdf')]);
  });

  it('una lista dei dimenticati che non si legge, accanto ai salvataggi del portale, ferma il ripristino', async () => {
    const [DATI_DIR, BACKUP_DIR] = [join(place, 'nuova'), join(place, 'salvataggi')];
    await mkdir(BACKUP_DIR);
    await writeFile(join(BACKUP_DIR, 'dimenticati.json'), '[');
    const { code, said } = await restoring({ DATI_DIR, BACKUP_DIR });
    expect([code, said]).toEqual([1, expect.stringContaining('nothing is restored without it')]);
    expect(await readdir(place)).not.toContain('nuova');
  });

  it('se la cartella dei salvataggi non c’è il ripristino non comincia: la lista potrebbe essere là', async () => {
    const [DATI_DIR, BACKUP_DIR] = [join(place, 'nuova'), join(place, 'non-montata')];
    const { code, said } = await restoring({ DATI_DIR, BACKUP_DIR });
    expect([code, said]).toEqual([1, expect.stringContaining(`${BACKUP_DIR} is no folder: is the share of the backups mounted?`)]);
    expect(said).toContain('Nothing was touched.');
    expect(await readdir(place)).not.toContain('nuova');
  });

  it('chi la lista accanto al salvataggio dice, se ora non si può dimenticare il ripristino non è finito; lo stesso comando lo compie', async () => {
    const database = await testDatabase();
    try {
      const [folder, DATI_DIR, BACKUP_DIR] = ['altrove', 'con-lista', 'salvataggi-di-prima'].map((name) => join(place, name)) as [
        string,
        string,
        string,
      ];
      await mkdir(folder);
      const FILE = join(folder, 'prova.backup');
      await copyFile(join(place, 'prova.backup'), FILE);
      await addForgotten(folder, [
        { matricola: 'mai-esistito', quando: '2026-01-02T10:00:00.000Z' },
        { matricola: 'R1', quando: '2026-01-02T10:00:00.000Z' },
      ]);
      const env = { FILE, DATI_DIR, DATABASE_URL: database.url, SEGRETO: SETTINGS.SEGRETO };
      // nothing can be written there, so nobody is forgotten
      expect((await restoring({ ...env, BACKUP_DIR: '/proc' })).code).toBe(1);
      expect(await readdir(DATI_DIR)).toContain('ripristino-in-corso.json');
      await mkdir(BACKUP_DIR);
      expect(await restoring({ ...env, BACKUP_DIR })).toEqual({
        code: 0,
        said: expect.stringContaining('people who were forgotten since'),
      });
      expect(await readdir(DATI_DIR)).not.toContain('ripristino-in-corso.json');
      expect(await readdir(BACKUP_DIR)).toContain('dimenticati.json');
      const { db } = openDatabase<Record<string, never>>({ url: database.url, max: 1, schema: 'public' });
      const { rows } = await sql`select p.matricola, p.cognome, k.chiave is null as destroyed
        from letture.personale p join public.chiavi_persone k on k.soggetto = 'personale/' || p.matricola order by 1`.execute(db);
      await db.destroy();
      expect(rows).toEqual([
        { matricola: 'R1', cognome: 'Lavoratore', destroyed: true },
        { matricola: 'R2', cognome: 'Restanti', destroyed: false },
      ]);
    } finally {
      await database.close();
    }
  });

  it('interrotto mentre prepara il posto, lo stesso comando ricomincia; un altro no', async () => {
    const database = await testDatabase();
    try {
      const DATI_DIR = join(place, 'interrotta');
      const checked = await checkBackup(join(place, 'prova.backup'), null);
      await takePlace({ dataDir: DATI_DIR, folders: foldersOf({ DATI_DIR }) }, restoreId(checked, null));
      await mkdir(join(DATI_DIR, 'postgres.nuovo'));
      const env = { DATI_DIR, DATABASE_URL: database.url };
      const other = await restoring({ ...env, FINO: new Date(Date.parse(checked.began!) + 1).toISOString() });
      expect(other).toEqual({ code: 1, said: expect.stringContaining('another backup, or up to another moment') });
      expect((await restoring(env)).code).toBe(0);
    } finally {
      await database.close();
    }
  });

  it('in una DATI_DIR vuota riesce, una volta', async () => {
    const database = await testDatabase();
    try {
      const DATI_DIR = join(place, 'vuota');
      await mkdir(DATI_DIR);
      const env = { DATI_DIR, DATABASE_URL: database.url };
      expect(await restoring(env)).toEqual({ code: 0, said: expect.stringContaining('made again and equal to a replay of the log') });
      expect(await readdir(DATI_DIR)).not.toContain('ripristino-in-corso.json');
      expect(await restoring(env)).toEqual({ code: 1, said: expect.stringContaining('is not empty.') });
    } finally {
      await database.close();
    }
  });
});
