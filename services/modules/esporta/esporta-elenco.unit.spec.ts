import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { catalogue } from '../../../test/catalogue.ts';
import { esportaElencoHandler } from './esporta-elenco.handler.ts';
import { jobRun } from '../job-run.testing.ts';

const run = jobRun();

describe('L’esportazione di un elenco', () => {
  const order = (tabella: string) => ({ tabella, colonne: ['a'], formato: 'csv', nome: 'elenco.csv' });
  const exported = (tabella: string) =>
    esportaElencoHandler({
      catalogue,
      resultsFolder: run.resultsFolder,
      rightsForList: async (who, asked) => ({ views: { [asked]: 'all' }, group: who === 'anna' ? 3 : 0 }),
      writeList: async ({ memberID, file }, { progress }) => {
        progress(10, 'uno');
        progress(90, 'due');
        await writeFile(file, `di ${memberID}`);
        return 2;
      },
    })(run.context(order(tabella)));

  it('è un file di chi l’ha chiesta, con i diritti di ora, e dice a che punto è', async () => {
    const outcome = await exported('macchinari');
    expect(outcome).toEqual({
      file: join(run.resultsFolder, 'lavoro.csv'),
      fileName: 'elenco.csv',
      message: '2 righe',
      rights: { views: { macchinari: 'all' }, group: 3 },
      personal: false,
    });
    expect(await readFile(outcome.file!, 'utf8')).toBe('di anna');
    expect(run.reports).toEqual([
      [10, 'uno'],
      [90, 'due'],
    ]);
  });

  it('si tiene un giorno solo dove parla di persone', async () => {
    for (const tabella of ['personale', 'storico', 'accessi']) expect((await exported(tabella)).personal, tabella).toBe(true);
    for (const tabella of ['macchinari', 'cantieri']) expect((await exported(tabella)).personal, tabella).toBe(false);
  });
});
