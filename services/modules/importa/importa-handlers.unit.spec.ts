import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { IMPORTS, uploadFiles } from '#contracts/jobs/importa.ts';
import type { ImportOrder, Imports } from '#contracts/ports/imports.ts';
import { makeImportHandler, tryImportHandler, undoImportHandler } from './importa.handler.ts';
import { jobRun } from '../job-run.testing.ts';

const run = jobRun();

describe('L’importazione di un file', () => {
  const uploaded = randomUUID();
  const data = { caricato: uploaded, nome: 'macchine.xlsx', impronta: 'a'.repeat(64), registro: 'macchinari', richiesta: 'r' };
  let asked: unknown[];
  beforeEach(async () => {
    asked = [];
    await mkdir(join(run.resultsFolder, IMPORTS));
    for (const path of Object.values(uploadFiles(join(run.resultsFolder, IMPORTS, uploaded)))) await writeFile(path, '');
  });
  const order = (): ImportOrder => ({
    file: join(run.resultsFolder, IMPORTS, uploaded),
    name: 'macchine.xlsx',
    register: 'macchinari',
    byHand: undefined,
    memberID: 'anna',
  });
  const needs = (over: Partial<Imports>) => ({ resultsFolder: run.resultsFolder, imports: over as Imports });
  const rehearsed = (errors: number, more: boolean, file: string | null) => async (request: ImportOrder, results: string) => {
    asked.push([request, results]);
    const primi = errors > 0 ? [{ tabella: 't', riga: 2, colonna: null, messaggio: 'no' }] : [];
    return { righe: 3, errori: errors, ancora: more, primi, daPrima: [], file };
  };

  it('la prova dice quanti errori, e rende il file con gli errori accanto', async () => {
    expect(await tryImportHandler(needs({ rehearse: rehearsed(0, false, null) }))(run.context(data))).toEqual({
      message: '3 righe, nessun errore',
      data: { righe: 3, errori: 0, ancora: false, primi: [], daPrima: [] },
    });
    expect(asked).toEqual([[order(), join(run.resultsFolder, 'lavoro')]]);
    const wrong = await tryImportHandler(needs({ rehearse: rehearsed(1, false, '/r/lavoro.csv') }))(run.context(data));
    expect(wrong).toMatchObject({
      message: '1 errore in 3 righe',
      file: '/r/lavoro.csv',
      fileName: 'errori_macchine.csv',
      data: { primi: [{ riga: 2 }] },
    });
    expect((await tryImportHandler(needs({ rehearse: rehearsed(1000, true, '/r/lavoro.csv') }))(run.context(data))).message).toBe(
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
      return { created: made, existing: found };
    };
    const outcome = await makeImportHandler(needs({ make }))(run.context(data));
    expect([outcome.message, outcome.data, asked, run.reports]).toEqual([message, { made, found }, [order()], [[50, 'a metà']]]);
    // the files are kept until the outcome is stored, since a retry after a crash reads them
    expect(await readdir(join(run.resultsFolder, IMPORTS))).toHaveLength(3);
    await outcome.afterwards!();
    expect(await readdir(join(run.resultsFolder, IMPORTS))).toEqual([]);
  });

  it('annullata toglie ciò che quel file ha fatto, e il file resta', async () => {
    const takeBack: Imports['takeBack'] = async (one) => asked.push(one);
    await makeImportHandler(needs({ takeBack })).takeBack!(run.context(data));
    expect(asked).toEqual([{ digest: data.impronta, memberID: 'anna' }]);
    expect((await stat(order().file)).isFile()).toBe(true);
    const undo: Imports['undo'] = async (one) => {
      asked.push(one);
      return 1;
    };
    expect(await undoImportHandler(needs({ undo }))(run.context({ id: 'i1' }))).toEqual({ message: '1 record eliminato' });
    expect(asked.at(-1)).toEqual({ id: 'i1', memberID: 'anna' });
  });

  it('se il file non è più qui si dice di caricarlo di nuovo', async () => {
    await rm(order().file);
    for (const handler of [tryImportHandler(needs({})), makeImportHandler(needs({}))])
      await expect(handler(run.context(data))).rejects.toThrow('Il file non è più qui: caricalo di nuovo.');
  });
});
