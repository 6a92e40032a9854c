import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { pdf } from '#services/demo/pdf.ts';
import { accessible, address, noSidewaysScroll, photograph, signIn, tabs, TELEFONO } from './browser.ts';

const FOTO = join(import.meta.dirname, '..', '..', 'services', 'demo', 'foto', 'compressore.jpg');
const row = (page: Page, name: string) => page.locator('li.doc').filter({ hasText: name });
const file = (name: string) => ({ name, mimeType: 'application/pdf', buffer: pdf(name, ['prova']) });
const save = (page: Page) => page.getByRole('button', { name: 'SALVA' }).click();

describe('I file di una macchina nuova', () => {
  const browser = tabs();
  const matricola = `PRONTA-${Date.now().toString(36)}`;

  test('foto e documenti restano pronti e vanno su con il primo salvataggio', async () => {
    const { page } = await browser.open();
    await signIn(page, 'admin', '/home/macchinari/nuovo');
    await page.getByLabel(/^Matricola\s*\*?$/).fill(matricola);
    await page.locator('input[type=file][accept^="image/jpeg"]').setInputFiles(FOTO);
    await page.getByText('Pronto').waitFor();
    await photograph(page, 'macchina-nuova-foto');
    await page.getByRole('tab', { name: 'DOCUMENTI' }).click();
    await row(page, 'Certificato CE').locator('input[type=file]').setInputFiles([FOTO, FOTO]);
    await row(page, 'Certificato CE').getByText('2 foto').waitFor();
    await row(page, 'Verifica funi e catene').locator('input[type=file]').setInputFiles(file('funi.pdf'));
    await row(page, 'Verifica funi e catene')
      .getByRole('button', { name: /^Togli/ })
      .click();
    await row(page, 'Verifica funi e catene').getByText('Nessun file').waitFor();
    await photograph(page, 'macchina-nuova-documenti');
    await accessible(page, 'macchina nuova, documenti');
    await save(page);
    await page.getByText('2 documenti caricati con successo!').waitFor();
    await page.waitForURL(/\/home\/macchinari(\?|$)/);
    await page.goto(address(`/home/macchinari/${matricola}?scheda=documenti`));
    await row(page, 'Certificato CE').getByText(`${matricola}_CE.pdf`).waitFor();
    await page.getByRole('tab', { name: 'DETTAGLI' }).click();
    await page.getByRole('button', { name: 'Ingrandisci' }).waitFor();
  });

  test('uno che la rete non porta resta pronto nella scheda appena nata e si riprova; dal telefono', async () => {
    const { page } = await browser.open(TELEFONO);
    await signIn(page, 'admin', '/home/macchinari/nuovo?scheda=documenti');
    await row(page, 'Certificato CE').locator('input[type=file]').setInputFiles(file('ce.pdf'));
    await page.getByRole('tab', { name: 'DETTAGLI' }).click();
    await page.getByLabel(/^Matricola\s*\*?$/).fill(`${matricola}-T`);
    await page.route('**/api/ftp/caricaDoc', (route) => route.abort());
    await save(page);
    await page.getByText('Un file non è stato caricato').waitFor();
    await page.unroute('**/api/ftp/caricaDoc');
    await page.waitForURL(`**/home/macchinari/${matricola}-T?scheda=documenti`);
    await row(page, 'Certificato CE').getByText('Pronto').waitFor();
    await photograph(page, 'macchina-nata-telefono');
    await noSidewaysScroll(page, 'file pronto');
    await accessible(page, 'file pronto, telefono');
    await row(page, 'Certificato CE')
      .getByRole('button', { name: /^Riprova/ })
      .click();
    await row(page, 'Certificato CE').getByText(`${matricola}-T_CE.pdf`).waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'SALVA' }).isDisabled()).toBe(true);
  });
});
