import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { IMPORTS, uploadFiles } from '#contracts/jobs/importa.ts';
import { BackupFailed, type Backups, type RestoreTried, type SavedBackup } from '#contracts/ports/backups.ts';
import type { ImportOrder, Imports } from '#contracts/ports/imports.ts';
import type { JobContext } from '#contracts/ports/job-queue.ts';
import { LOG_SHORTER_SENTENCE, LogShorter } from '#contracts/ports/log-shorter.ts';
import { catalogue } from '../../test/catalogue.ts';
import { esportaElencoHandler } from './esporta/esporta-elenco.handler.ts';
import { makeImportHandler, tryImportHandler, undoImportHandler } from './importa/importa.handler.ts';
import { nightlyBackupHandler, restoreTestHandler } from './amministrazione/nightly-backup.handler.ts';
import { rebuildTablesHandler } from './amministrazione/rebuild-tables.handler.ts';

let resultsFolder: string;
let told: [number, string | undefined][];
beforeEach(async () => {
  resultsFolder = await mkdtemp(join(tmpdir(), 'strato-operazioni-'));
  told = [];
});
afterEach(() => rm(resultsFolder, { recursive: true, force: true }));

const context = (data: object = {}): JobContext => ({
  id: 'lavoro',
  data: data as JobContext['data'],
  utente: 'anna',
  groupID: 3,
  signal: new AbortController().signal,
  progress: async (percent, message) => void told.push([percent, message]),
});

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
    expect(await nightlyBackupHandler(backups({ save }))(context())).toEqual({
      message: '1 evento (1,3 MB) e 1.200 file (50 MB)',
      data: saved,
    });
    expect(told).toEqual([
      [8, 'Copia dei file'],
      [16, 'Copia del registro degli eventi'],
      [24, 'Copia delle tabelle'],
      [32, 'Via i salvataggi vecchi'],
      [40, undefined],
    ]);
    const lacking = async () => ({ ...saved, mancanti: 2 });
    expect((await nightlyBackupHandler(backups({ save: lacking }))(context())).message).toMatch(
      /; 2 documenti registrati mancano nell’archivio$/,
    );
  });

  it('che non riesce lo dice una volta; un guasto del portale si ritenta', async () => {
    const failed = () => Promise.reject(new BackupFailed('Il disco è pieno'));
    expect(await nightlyBackupHandler(backups({ save: failed }))(context())).toEqual({ failed: true, message: 'Il disco è pieno' });
    expect(await restoreTestHandler(backups({ tryRestore: failed }))(context())).toEqual({ failed: true, message: 'Il disco è pieno' });
    const fault = new Error('guasto');
    await expect(nightlyBackupHandler(backups({ save: () => Promise.reject(fault) }))(context())).rejects.toBe(fault);
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
    expect(await restoreTestHandler(backups({ tryRestore }))(context())).toEqual({
      message: 'Tutto come prima: 2 eventi, 30 tabelle, 1 file',
      data: tried,
      failed: false,
    });
    expect(told.map(([, text]) => text)).not.toContain(undefined);
    const other = { ...tried, riuscita: false, diversi: ['macchinari', 'file'] };
    expect(await restoreTestHandler(backups({ tryRestore: async () => other }))(context())).toEqual({
      message: 'Il ripristino di prova non ha ridato ciò che c’era: macchinari, file',
      data: other,
      failed: true,
    });
  });
});

describe('La ricostruzione delle tabelle', () => {
  it('dice a che punto è; se al registro mancano fatti finisce, e un altro guasto si ritenta', async () => {
    const done = rebuildTablesHandler({ rebuild: async (progress) => progress(40) });
    expect(await done(context())).toEqual({ message: 'Tabelle di lettura ricostruite' });
    expect(told).toEqual([[40, 'Rilettura del registro degli eventi']]);
    const shorter = rebuildTablesHandler({ rebuild: () => Promise.reject(new LogShorter('9', '1')) });
    expect(await shorter(context())).toEqual({ failed: true, message: LOG_SHORTER_SENTENCE });
    const broken = rebuildTablesHandler({ rebuild: () => Promise.reject(new Error('guasto')) });
    await expect(broken(context())).rejects.toThrow('guasto');
  });
});

describe('L’esportazione di un elenco', () => {
  const order = (tabella: string) => ({ tabella, colonne: ['a'], formato: 'csv', nome: 'elenco.csv' });
  const run = (tabella: string) =>
    esportaElencoHandler({
      catalogue,
      resultsFolder,
      rightsForList: async (who, asked) => ({ views: { [asked]: 'all' }, group: who === 'anna' ? 3 : 0 }),
      writeList: async ({ memberID, file }, { progress }) => {
        progress(10, 'uno');
        progress(90, 'due');
        await writeFile(file, `di ${memberID}`);
        return 2;
      },
    })(context(order(tabella)));

  it('è un file di chi l’ha chiesta, con i diritti di ora, e dice a che punto è', async () => {
    const outcome = await run('macchinari');
    expect(outcome).toEqual({
      file: join(resultsFolder, 'lavoro.csv'),
      fileName: 'elenco.csv',
      message: '2 righe',
      rights: { views: { macchinari: 'all' }, group: 3 },
      personal: false,
    });
    expect(await readFile(outcome.file!, 'utf8')).toBe('di anna');
    expect(told).toEqual([
      [10, 'uno'],
      [90, 'due'],
    ]);
  });

  it('si tiene un giorno solo dove parla di persone', async () => {
    for (const tabella of ['personale', 'storico', 'accessi']) expect((await run(tabella)).personal, tabella).toBe(true);
    for (const tabella of ['macchinari', 'cantieri']) expect((await run(tabella)).personal, tabella).toBe(false);
  });
});

describe('L’importazione di un file', () => {
  const uploaded = randomUUID();
  const data = { caricato: uploaded, nome: 'macchine.xlsx', impronta: 'a'.repeat(64), registro: 'macchinari', richiesta: 'r' };
  let asked: unknown[];
  beforeEach(async () => {
    asked = [];
    await mkdir(join(resultsFolder, IMPORTS));
    for (const path of Object.values(uploadFiles(join(resultsFolder, IMPORTS, uploaded)))) await writeFile(path, '');
  });
  const order = (): ImportOrder => ({
    file: join(resultsFolder, IMPORTS, uploaded),
    name: 'macchine.xlsx',
    register: 'macchinari',
    byHand: undefined,
    memberID: 'anna',
  });
  const needs = (over: Partial<Imports>) => ({ resultsFolder, imports: over as Imports });
  const rehearsed = (errors: number, more: boolean, file: string | null) => async (request: ImportOrder, results: string) => {
    asked.push([request, results]);
    const primi = errors > 0 ? [{ tabella: 't', riga: 2, colonna: null, messaggio: 'no' }] : [];
    return { righe: 3, errori: errors, ancora: more, primi, daPrima: [], file };
  };

  it('la prova dice quanti errori, e rende il file con gli errori accanto', async () => {
    expect(await tryImportHandler(needs({ rehearse: rehearsed(0, false, null) }))(context(data))).toEqual({
      message: '3 righe, nessun errore',
      data: { righe: 3, errori: 0, ancora: false, primi: [], daPrima: [] },
    });
    expect(asked).toEqual([[order(), join(resultsFolder, 'lavoro')]]);
    const wrong = await tryImportHandler(needs({ rehearse: rehearsed(1, false, '/r/lavoro.csv') }))(context(data));
    expect(wrong).toMatchObject({
      message: '1 errore in 3 righe',
      file: '/r/lavoro.csv',
      fileName: 'errori_macchine.csv',
      data: { primi: [{ riga: 2 }] },
    });
    expect((await tryImportHandler(needs({ rehearse: rehearsed(1000, true, '/r/lavoro.csv') }))(context(data))).message).toBe(
      'almeno 1.000 errori in 3 righe',
    );
  });

  it.each([
    [2, 0, '2 record importati'],
    [1, 0, '1 record importato'],
    [0, 0, '0 record importati'],
    [1, 2, '1 record importato, 2 record c’erano già'],
    [0, 1, 'Nessun record nuovo: 1 record c’era già, da questo stesso file'],
  ])('fatti %i, già fatti %i: %s', async (made, found, message) => {
    const make: Imports['make'] = async (request, { progress }) => {
      asked.push(request);
      progress(50, 'a metà');
      return { made, found };
    };
    const outcome = await makeImportHandler(needs({ make }))(context(data));
    expect([outcome.message, outcome.data, asked, told]).toEqual([message, { made, found }, [order()], [[50, 'a metà']]]);
    // until the outcome is written down a run after a crash needs it
    expect(await readdir(join(resultsFolder, IMPORTS))).toHaveLength(3);
    await outcome.afterwards!();
    expect(await readdir(join(resultsFolder, IMPORTS))).toEqual([]);
  });

  it('annullata toglie ciò che quel file ha fatto, e il file resta', async () => {
    const takeBack: Imports['takeBack'] = async (one) => asked.push(one);
    await makeImportHandler(needs({ takeBack })).takeBack!(context(data));
    expect(asked).toEqual([{ digest: data.impronta, memberID: 'anna' }]);
    expect((await stat(order().file)).isFile()).toBe(true);
    const undo: Imports['undo'] = async (one) => {
      asked.push(one);
      return 1;
    };
    expect(await undoImportHandler(needs({ undo }))(context({ id: 'i1' }))).toEqual({ message: '1 record eliminato' });
    expect(asked.at(-1)).toEqual({ id: 'i1', memberID: 'anna' });
  });

  it('se il file non è più qui si dice di caricarlo di nuovo', async () => {
    await rm(order().file);
    for (const handler of [tryImportHandler(needs({})), makeImportHandler(needs({}))])
      await expect(handler(context(data))).rejects.toThrow('Il file non è più qui: caricalo di nuovo.');
  });
});
