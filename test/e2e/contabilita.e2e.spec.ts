import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { readSample } from '../contabilita-samples.ts';
import { readXlsx } from '../xlsx.ts';
import { accessible, address, dismissNotices, noSidewaysScroll, photograph, SCRIVANIA, signIn, tabs, TELEFONO } from './browser.ts';

const SAMPLES = join(import.meta.dirname, '..', 'contabilita-samples');
const LABELS = ['File Bill Mov Dip', 'File Ripartizione'] as const;
const FILES = ['bilMovDip.csv', 'ripartizioni.csv'] as const;

const picker = (page: Page, label: string) => page.getByRole('group', { name: label });
async function choose(page: Page, folder: string): Promise<void> {
  for (const [i, label] of LABELS.entries()) await picker(page, label).locator('input[type=file]').setInputFiles(join(folder, FILES[i]!));
}
/** Presses a button and saves its download. */
async function download(page: Page, row: ReturnType<Page['locator']>, name: string): Promise<{ name: string; path: string }> {
  const [got] = await Promise.all([page.waitForEvent('download'), row.getByRole('button', { name }).click()]);
  return { name: got.suggestedFilename(), path: await got.path() };
}

/** Waits until the demo's runs are done: the notices of their end would push away those of this test. */
async function noRunWaits(page: Page): Promise<void> {
  await page.locator('tbody tr').first().waitFor();
  await expect
    .poll(
      () =>
        page
          .locator('tbody tr')
          .getByText(/^In (coda|esecuzione)/)
          .count(),
      { timeout: 60_000 },
    )
    .toBe(0);
}

describe('La contabilità lavoratori', () => {
  const browser = tabs();

  test('due file diventano cartella, prima nota e anomalie; con uno solo non parte; lo storico lo racconta', async () => {
    const { page } = await browser.open();
    await signIn(page, 'admin', '/home/trpwco');
    await page.getByRole('heading', { name: 'Stato Processi' }).waitFor();
    await noRunWaits(page);
    await picker(page, LABELS[0])
      .locator('input[type=file]')
      .setInputFiles(join(SAMPLES, '04_anomalie', FILES[0]));
    await page.getByRole('button', { name: 'CARICA FILES' }).click();
    await page.getByText('Occorre caricate entrambi i file.').waitFor();
    await picker(page, LABELS[0]).getByRole('button', { name: 'Togli File Bill Mov Dip' }).click();
    await picker(page, LABELS[0])
      .locator('input[type=file]')
      .setInputFiles({ name: 'paghe.xlsx', mimeType: '', buffer: Buffer.from('x') });
    await page.getByText('«paghe.xlsx» non è un file .csv').waitFor();

    await choose(page, join(SAMPLES, '04_anomalie'));
    await page.getByRole('button', { name: 'CARICA FILES' }).click();
    await page.getByRole('region', { name: 'Avvisi' }).getByText('File caricati').waitFor();
    const row = page.locator('tbody tr').filter({ hasText: 'DA VERIFICARE (6)' }).first();
    await row.getByText('Da verificare', { exact: true }).waitFor();
    const number = /#(\d{6})/.exec(await row.innerText())![1]!;
    const journal = await download(page, row, 'Prima nota');
    expect(journal.name).toBe(`prima_nota_BOZZA_2026-03_${number}.csv`);
    expect((await readFile(journal.path)).equals(readSample('04_anomalie', 'prima_nota.csv'))).toBe(true);
    expect((await download(page, row, 'Anomalie')).name).toBe(`anomalie_2026-03_${number}.csv`);
    const book = await download(page, row, 'Cartella');
    expect(book.name).toBe(`contabilita_lavoratori_2026-03_${number}.xlsx`);
    expect((await readXlsx(book.path)).map(({ name }) => name)).toContain('Prima nota');

    // the same two files again: told before it starts; what is removed goes after a question, for everybody
    await choose(page, join(SAMPLES, '04_anomalie'));
    await page.getByText(/^Già elaborati il .* da admin \(da verificare\)\.$/).waitFor();
    await page.getByRole('button', { name: 'CARICA FILES' }).click();
    const repeated = page.locator('tbody tr').filter({ hasText: 'ripetuta - DA VERIFICARE (6)' }).first();
    await repeated.getByRole('button', { name: /^Elimina/ }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'ELIMINA' }).click();
    await page.getByText('Elaborazione eliminata').waitFor();
    await repeated.waitFor({ state: 'detached' });
    await row.waitFor();

    await page.goto(address(`/home/trpwco?filtri=${encodeURIComponent('{"status":["Da verificare"]}')}`));
    await page.getByText('Stato: Da verificare').waitFor();
    await row.waitFor();
    await page.goto(address(`/home/trpwco?filtri=${encodeURIComponent('{"taskName":{"contiene":"niente che esista"}}')}`));
    await page.getByText('Nessuna elaborazione con questi filtri').waitFor();
    await page.getByRole('button', { name: 'TOGLI TUTTI' }).click();
    await row.waitFor();

    await page.goto(address('/home/storico?cerca=ha tolto il risultato'));
    await page.locator('tbody tr').filter({ hasText: 'ha tolto il risultato' }).first().waitFor();
    await page.goto(address('/home/storico?cerca=ha elaborato la contabilità'));
    await page.locator('tbody tr').filter({ hasText: 'ha elaborato la contabilità lavoratori' }).first().click();
    await page.waitForURL('**/home/trpwco');
  }, 90_000);

  test('file scambiati: un errore rosso, con il rapporto da scaricare; gli esempi collegati vanno bene', async () => {
    const { page } = await browser.open();
    await signIn(page, 'admin', '/home/trpwco');
    await choose(page, join(SAMPLES, '06_file_scambiati'));
    await page.getByRole('button', { name: 'CARICA FILES' }).click();
    const failed = page.locator('tbody tr').filter({ hasText: 'ERRORE: I due file sembrano invertiti' }).first();
    await failed.getByText('Errore', { exact: true }).waitFor();
    expect((await download(page, failed, 'Rapporto')).name).toMatch(/^errore_contabilita_lavoratori_\d{6}\.xlsx$/);

    // one press puts them right
    await failed.getByRole('button', { name: 'INVERTI I FILE' }).click();
    await page.locator('tbody tr').first().getByText('Completato').waitFor();
    expect(await page.getByRole('button', { name: 'INVERTI I FILE' }).count()).toBe(0);

    // what went wrong stays told until it is dismissed
    const notice = page.locator('#avvisi').getByRole('button', { name: 'Chiudi avviso' });
    await notice.first().waitFor();
    await dismissNotices(page);
    const examples: string[] = [];
    for (const label of LABELS) {
      const [got] = await Promise.all([
        page.waitForEvent('download'),
        picker(page, label).getByRole('link', { name: 'Un esempio' }).click(),
      ]);
      examples.push(await got.path());
    }
    for (const [i, label] of LABELS.entries()) {
      await picker(page, label)
        .locator('input[type=file]')
        .setInputFiles({ name: FILES[i]!, mimeType: 'text/csv', buffer: await readFile(examples[i]!) });
    }
    await page.getByRole('button', { name: 'CARICA FILES' }).click();
    await page.locator('tbody tr').filter({ hasText: 'Contabilità lavoratori 10/2026' }).first().getByText('Completato').waitFor();
  }, 90_000);

  test.each([
    ['scrivania', SCRIVANIA],
    ['telefono', TELEFONO],
  ] as const)(
    '%s: chi vede soltanto scarica e non carica; chi non vede non entra',
    async (name, size) => {
      const reader = await browser.open(size);
      await signIn(reader.page, 'direzione', '/home/trpwco');
      await reader.page.getByRole('heading', { name: 'Stato Processi' }).waitFor();
      await noSidewaysScroll(reader.page, name);
      await accessible(reader.page, name);
      await photograph(reader.page, `contabilita-direzione-${size.width}`);
      const closed = await browser.open(size);
      await signIn(closed.page, 'operaio', '/home/trpwco');
      await closed.page.getByText('Area non permessa').waitFor();
      await accessible(closed.page, name);
    },
    90_000,
  );
});
