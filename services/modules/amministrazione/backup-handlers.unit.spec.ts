import { describe, expect, it } from 'vitest';
import { BackupFailed, type Backups, type RestoreTried, type SavedBackup } from '#contracts/ports/backups.ts';
import { LOG_SHORTER_SENTENCE, LogShorter } from '#contracts/ports/log-shorter.ts';
import { nightlyBackupHandler, restoreTestHandler } from './nightly-backup.handler.ts';
import { rebuildTablesHandler } from './rebuild-tables.handler.ts';
import { jobRun } from '../job-run.testing.ts';

const run = jobRun();

describe('Il salvataggio di ogni notte', () => {
  const saved: SavedBackup = {
    file: 'x',
    byte: 1_250_000,
    momento: '2026-01-01T00:00:00Z',
    eventi: 1,
    documenti: 1200,
    byteDocumenti: 50_000_000,
    mancanti: 0,
    esempi: [],
    tolti: 0,
    avviso: null,
    cifrato: true,
  };
  const tried: RestoreTried = { riuscita: true, momento: '', eventi: 2, tabelle: 30, documenti: 1, diversi: [] };
  const backups = (over: Partial<Backups>) => ({ backups: over as Backups });

  it('dice che cosa ha salvato e quali documenti mancano, e a che punto è con le parole della pagina', async () => {
    const save: Backups['save'] = async ({ progress }) => {
      for (const step of ['files', 'log', 'tables', 'older ones', 'altro']) progress(step);
      return saved;
    };
    expect(await nightlyBackupHandler(backups({ save }))(run.context())).toEqual({
      message: '1 evento (1,3 MB) e 1.200 file (50 MB)',
      data: saved,
    });
    expect(run.reports).toEqual([
      [8, 'Copia dei file'],
      [16, 'Copia del registro degli eventi'],
      [24, 'Copia delle tabelle'],
      [32, 'Via i salvataggi vecchi'],
      [40, undefined],
    ]);
    const lacking = async () => ({ ...saved, mancanti: 2 });
    expect((await nightlyBackupHandler(backups({ save: lacking }))(run.context())).message).toMatch(
      /; 2 documenti registrati mancano nell’archivio$/,
    );
  });

  it('che non riesce lo dice una volta; un guasto del portale si ritenta', async () => {
    const failed = () => Promise.reject(new BackupFailed('Il disco è pieno'));
    expect(await nightlyBackupHandler(backups({ save: failed }))(run.context())).toEqual({ failed: true, message: 'Il disco è pieno' });
    expect(await restoreTestHandler(backups({ tryRestore: failed }))(run.context())).toEqual({ failed: true, message: 'Il disco è pieno' });
    const fault = new Error('guasto');
    await expect(nightlyBackupHandler(backups({ save: () => Promise.reject(fault) }))(run.context())).rejects.toBe(fault);
  });

  it('il ripristino di prova dice che tutto è tornato, o che cosa no', async () => {
    const tryRestore: Backups['tryRestore'] = async ({ progress }) => {
      for (const step of [
        'backup: files',
        'backup: log',
        'backup: tables',
        'restore: files',
        'restore: log',
        'restore: read tables',
        'comparison',
      ])
        progress(step);
      return tried;
    };
    expect(await restoreTestHandler(backups({ tryRestore }))(run.context())).toEqual({
      message: 'Tutto come prima: 2 eventi, 30 tabelle, 1 file',
      data: tried,
      failed: false,
    });
    expect(run.reports.map(([, text]) => text)).not.toContain(undefined);
    const other = { ...tried, riuscita: false, diversi: ['macchinari', 'file'] };
    expect(await restoreTestHandler(backups({ tryRestore: async () => other }))(run.context())).toEqual({
      message: 'Il ripristino di prova non ha ridato ciò che c’era: macchinari, file',
      data: other,
      failed: true,
    });
  });
});

describe('La ricostruzione delle tabelle', () => {
  it('dice a che punto è; se al registro mancano fatti finisce, e un altro guasto si ritenta', async () => {
    const done = rebuildTablesHandler({ rebuild: async (progress) => progress(40) });
    expect(await done(run.context())).toEqual({ message: 'Tabelle di lettura ricostruite' });
    expect(run.reports).toEqual([[40, 'Rilettura del registro degli eventi']]);
    const shorter = rebuildTablesHandler({ rebuild: () => Promise.reject(new LogShorter('9', '1')) });
    expect(await shorter(run.context())).toEqual({ failed: true, message: LOG_SHORTER_SENTENCE });
    const broken = rebuildTablesHandler({ rebuild: () => Promise.reject(new Error('guasto')) });
    await expect(broken(run.context())).rejects.toThrow('guasto');
  });
});
