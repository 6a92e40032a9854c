import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EVERYTHING, GRUPPO_AMMINISTRATORI } from '#contracts/core/permissions.ts';
import { noteHandBackup } from '#services/platform/backups/by-hand.ts';
import { addForgotten, readForgotten } from '#services/platform/forget/forgotten-list.ts';
import { backupState } from '#services/platform/backups/state.ts';
import { readExposition, valueOf } from '../../../test/exposition.ts';
import { startTestPortal, type Person, type TestPortal } from '../../../test/portal.ts';
import { plantNight, savedAt } from '../../../test/saved-backups.ts';
import { realQueue } from '../../../test/workers.ts';
import { logVariables, programEnvironment } from '../../../test/program.ts';

const HOUR = 3_600_000;
const CLI = join(import.meta.dirname, '..', '..', 'cli');

describe('Un salvataggio fatto a mano', { timeout: 120_000 }, () => {
  let portale: TestPortal;
  let admin: Person;
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'strato-a-mano-'));
    portale = await startTestPortal({ jobs: realQueue });
    admin = await portale.person({ groupID: GRUPPO_AMMINISTRATORI, permessi: { macchinari: EVERYTHING, admin_page: EVERYTHING } });
  }, 120_000);
  afterAll(async () => {
    await portale?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  /** Makes a backup with the operator's command, in a process of its own; returns its output. */
  const byHand = (name: string): Promise<string> => command('backup', { FILE: join(folder, name) });

  /** Runs a program of the portal in a process of its own; returns its output. */
  async function command(name: string, more: Record<string, string>): Promise<string> {
    const { config } = portale.deps;
    const { DATI_DIR, ARCHIVIO_DIR = '', SEGRETO = '' } = config;
    const own = { DATI_DIR, ARCHIVIO_DIR, SEGRETO, DATABASE_URL: portale.url, ...more };
    const env = { ...programEnvironment(), ...own, ...logVariables(config) };
    const { stdout } = await promisify(execFile)(process.execPath, [join(CLI, `${name}.ts`)], { env });
    return stdout;
  }
  const told = async () => (await portale.call('GET', '/api/amministrazione/stato', { as: admin })).body.data.salvataggio;
  const withNights = (work: typeof backupState = backupState) => {
    const { deps } = portale;
    return work({ ...deps, config: { ...deps.config, BACKUP_DIR: folder } }, deps.clock.now());
  };

  it('conta nell’Area Admin, con il momento e la misura, anche dove di notte non se ne fa', async () => {
    expect(await told()).toMatchObject({ attivo: false, ultimo: null, notte: null });
    const before = Date.now();
    expect(await byHand('uno.backup')).toContain('uno.backup');
    const { ultimo, ...state } = await told();
    expect(state).toMatchObject({ attivo: false, inRitardo: false, notte: null, errore: null, prova: null });
    const { size } = await stat(join(folder, 'uno.backup'));
    expect(ultimo).toMatchObject({ aMano: true, byte: size, cifrato: false, documenti: 0 });
    expect(ultimo.eventi).toBe(await portale.deps.store.countAfter(null, 1000));
    expect(Date.parse(ultimo.momento)).toBeGreaterThanOrEqual(before);
    expect(JSON.stringify(ultimo)).not.toContain(folder);
    const { rows } = await sql<{ cosa: string }>`select cosa from public.accessi where tipo = 'operazione'`.execute(portale.deps.writeDb);
    expect(rows.map(({ cosa }) => cosa)).toEqual([expect.stringContaining('Salvataggio a mano')]);
  });

  it('come quello della notte ha accanto la lista dei dimenticati, anche in una cartella nuova', async () => {
    const forgotten = { matricola: '1187', quando: '2026-01-02T10:00:00.000Z' };
    await addForgotten(portale.deps.config.DATI_DIR, [forgotten]);
    const BACKUP_DIR = join(folder, 'notte');
    await mkdir(BACKUP_DIR);
    await command('nightly-backup', { BACKUP_DIR });
    await byHand('con-lista.backup');
    for (const place of [BACKUP_DIR, folder]) expect(await readForgotten(place)).toEqual([forgotten]);
  });

  it('conta anche se il portale è fermo e il suo database no', async () => {
    const before = (await withNights()).ultimo!.momento;
    await portale.runner.stop();
    await new Promise<void>((resolve) => portale.server.close(() => resolve()).closeAllConnections());
    expect(await byHand('due.backup')).not.toContain('could not be written');
    const { ultimo } = await withNights();
    expect(ultimo!.aMano && ultimo!.momento > before).toBe(true);
    await new Promise<void>((resolve) => portale.server.listen(Number(new URL(portale.base).port), '127.0.0.1', resolve));
  });

  it('non fa credere che quello della notte ci sia: il ritardo è di quello', async () => {
    const now = Date.now();
    const night = new Date(now - 30 * HOUR).toISOString();
    await plantNight(portale, 'nightly-backup', savedAt(night));
    const state = await withNights();
    expect(state).toMatchObject({ inRitardo: true, notte: night, ultimo: { aMano: true } });
    const { deps } = portale;
    deps.config.BACKUP_DIR = folder;
    try {
      const { body } = await portale.call('GET', '/api/salute');
      expect(body).toMatchObject({ stato: 'degradato', salvataggio: { ultimo: night, inRitardo: true } });
      const figures = readExposition((await portale.call('GET', '/metrics')).text);
      expect(valueOf(figures, 'strato_backup_overdue')).toBe(1);
      expect(valueOf(figures, 'strato_backup_age_seconds')).toBeLessThan(120);
      expect(valueOf(figures, 'strato_backup_nightly_age_seconds')! / 3600).toBeCloseTo(30, 1);
      expect(valueOf(figures, 'strato_backup_size_bytes')).toBe(state.ultimo!.byte);
    } finally {
      delete deps.config.BACKUP_DIR;
    }
  });

  it('quando una notte è più nuova, l’ultimo è quello della notte', async () => {
    await noteHandBackup(portale.deps.writeDb, savedAt(new Date(Date.now() - HOUR).toISOString()));
    const night = new Date().toISOString();
    await plantNight(portale, 'nightly-backup', savedAt(night, { byte: 5 }));
    expect(await withNights()).toMatchObject({ inRitardo: false, notte: night, ultimo: { aMano: false, momento: night, byte: 5 } });
  });
});
