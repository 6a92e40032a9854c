import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { accessible, address, noSidewaysScroll, photograph, SCRIVANIA, signIn, tabs, TELEFONO } from './browser.ts';

const HEAD = 'Matricola;Descrizione;Colore preferito';
const mark = `IMP${Date.now() % 1_000_000}`;
const csv = (...rows: string[]) => Buffer.from(`${[HEAD, ...rows].join('\n')}\n`);

async function choose(page: Page, name: string, bytes: Buffer): Promise<void> {
  await page.locator('input[type=file]').first().setInputFiles({ name, mimeType: 'text/csv', buffer: bytes });
  await page.getByText(name).first().waitFor();
}

describe('Importa', () => {
  const browser = tabs();

  test('un file con un errore non entra; corretto, le sue righe sono record, e si torna indietro con un’azione', async () => {
    const { page } = await browser.open(SCRIVANIA);
    await signIn(page, 'admin', '/home/importa');
    await choose(page, 'macchine.csv', csv(`${mark}A;Sonda;rosso`, `${mark}A;Ripetuta;blu`));
    const register = page.getByRole('combobox', { name: 'Registro' });
    await register.fill('macchinari');
    await page
      .getByRole('option', { name: /^Macchinari/i })
      .first()
      .click();
    await page.getByText('1 lasciata fuori').waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'IMPORTA', exact: true }).isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'PROVA' }).click();
    await page
      .getByText(/esiste già/)
      .first()
      .waitFor();
    await photograph(page, 'importa-errori-scrivania');
    await accessible(page, 'importa, con un errore');
    await expect.poll(() => page.getByRole('button', { name: 'IMPORTA', exact: true }).isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Togli macchine.csv' }).click();
    await choose(page, 'corrette.csv', csv(`${mark}A;Sonda;rosso`, `${mark}B;Altra;blu`));
    await page.getByRole('button', { name: 'PROVA' }).click();
    await page.getByText('2 righe, nessun errore: si può importare.').waitFor();
    await page.getByRole('button', { name: 'IMPORTA', exact: true }).click();
    const row = page.getByRole('row').filter({ hasText: 'corrette.csv' });
    await row.getByText('Importata').waitFor();
    await photograph(page, 'importa-fatta-scrivania');
    await page.getByRole('button', { name: 'Annulla l’importazione corrette.csv' }).click();
    await page.getByRole('button', { name: 'ANNULLA IMPORTAZIONE' }).click();
    await row.getByText('Annullata').waitFor();
    await page.goto(address(`/home/importa?filtri=${encodeURIComponent('{"file":{"contiene":"corrette"},"stato":["annullata"]}')}`));
    await page.getByText('Stato: Annullata').waitFor();
    await row.first().waitFor();
    await page.goto(address(`/home/importa?filtri=${encodeURIComponent('{"file":{"contiene":"niente che esista"}}')}`));
    await page.getByText('Nessuna importazione con questi filtri').waitFor();
    await page.getByRole('button', { name: 'TOGLI TUTTI' }).click();
    await row.first().waitFor();
    await page.goto(address('/home/macchinari'));
    await page.getByRole('searchbox').or(page.getByPlaceholder('Cerca...')).first().fill(mark);
    await page
      .getByText(/Nessun/)
      .first()
      .waitFor();
  }, 180_000);

  test('su un telefono sta tutta nella pagina', async () => {
    const { page } = await browser.open(TELEFONO);
    await signIn(page, 'admin', '/home/importa');
    await page.getByRole('heading', { name: 'Importazioni' }).waitFor();
    await choose(page, 'telefono.csv', csv(`${mark}C;Sonda;rosso`));
    await photograph(page, 'importa-telefono');
    await noSidewaysScroll(page, 'importa');
    await accessible(page, 'importa, telefono');
  }, 90_000);
});
