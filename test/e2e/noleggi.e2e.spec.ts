import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { addDays, romeDate } from '#contracts/core/dates.ts';
import { pdf } from '#services/demo/pdf.ts';
import { readZip } from '../zip.ts';
import { signIn, accessible, photograph, address, type Card, tabs } from './browser.ts';

const TODAY = romeDate(new Date());
const WHO = `Noleggi ${Date.now().toString(36)}`;
const FOTO = join(import.meta.dirname, '..', '..', 'services', 'demo', 'foto', 'compressore.jpg');

const row = (page: Page, name: string) => page.locator('li.doc').filter({ hasText: name });
const save = (page: Page) => page.getByRole('button', { name: 'SALVA' }).click();
const saved = (page: Page) => page.getByText('Noleggio salvato con successo').first().waitFor();

describe('Un noleggio, dalla matricola allo zip', () => {
  const browser = tabs(() => ({ whole: true }));
  let card: Card;
  /** Matricola and detail page of the rental that the first test creates. */
  let matricola = '';
  let detail = '';

  test('riceve la matricola dal portale, documenti, foto e un periodo con il contratto; si esporta', async () => {
    card = await browser.open();
    const { page } = card;
    await signIn(page, 'admin', '/home/noleggi');
    await page.getByRole('link', { name: 'AGGIUNGI' }).first().click();
    await expect.poll(() => page.getByRole('button', { name: 'ESPORTA' }).count()).toBe(0);
    await page.getByLabel('Noleggiatore', { exact: true }).fill(WHO);
    await page.getByLabel('Marca', { exact: true }).fill('Atlas Copco');
    // going from tab to tab loses nothing of what is typed
    await page.getByRole('tab', { name: 'FOTO' }).click();
    await page.getByText('Le foto si caricano dopo aver salvato').waitFor();
    await page.getByRole('tab', { name: 'DETTAGLI' }).click();
    await page.getByLabel('Modello', { exact: true }).fill('XAS 88');
    await save(page);
    await saved(page);
    // Nuovo is Modifica now, and stays
    await page.waitForURL(/dettaglio-noleggi\?id=\d+/);
    detail = new URL(page.url()).pathname + new URL(page.url()).search;
    await expect.poll(() => page.getByLabel('Matricola', { exact: true }).inputValue()).toMatch(/^N\d{5}$/);
    matricola = await page.getByLabel('Matricola', { exact: true }).inputValue();
    await expect.poll(() => page.getByLabel('Matricola', { exact: true }).isEditable()).toBe(false);

    // its registration card, expired yesterday
    await page.getByRole('tab', { name: 'DOCUMENTI' }).click();
    const carta = row(page, 'Carta di Circolazione');
    await carta
      .locator('input[type=file]')
      .setInputFiles({ name: 'carta.pdf', mimeType: 'application/pdf', buffer: pdf('Carta', ['di circolazione']) });
    await carta.getByText(`${matricola}_CDC.pdf`).waitFor();
    await carta.getByRole('switch').click();
    await carta.getByRole('textbox').fill(addDays(TODAY, -1));
    await carta.getByText('scaduta da 1 giorno').waitFor();
    await accessible(page, 'noleggio, documenti');
    await photograph(page, 'noleggio-documenti');
    await save(page);
    await saved(page);
    // an edit goes back to the list by itself
    await page.waitForURL(/\/home\/noleggi(\?|$)/);

    // red in the list; the dot opens the file in a window of its own
    await page.goto(address(`/home/noleggi?cerca=${encodeURIComponent(WHO)}`));
    const inList = page.locator('tbody tr').filter({ hasText: matricola });
    await inList.waitFor();
    await expect.poll(() => inList.getAttribute('class')).toContain('is-hot');
    const red = inList.getByRole('button', { name: /^Carta di Circolazione: presente, scadenza .*scaduta da 1 giorno/ });
    await expect.poll(() => red.locator('.dot-danger').count()).toBe(1);
    await inList.getByRole('img', { name: 'Assicurazione: assente' }).waitFor();
    const window = page.waitForEvent('popup');
    await red.focus();
    await page.keyboard.press('Enter');
    const open = await window;
    await open.waitForURL(/\/file\?file=/);
    await open.close();
    await accessible(page, 'noleggi, elenco');
    await photograph(page, 'noleggi-elenco');

    // two photos of one day stand beside each other
    await page.goto(address(`${detail}&scheda=foto`));
    const grid = page.getByRole('region', { name: `foto di ${matricola}` });
    for (const name of [`${TODAY}_${matricola}.jpg`, `${TODAY}_${matricola}-2.jpg`]) {
      await page.locator('input[type=file][accept^="image/jpeg"]').setInputFiles(FOTO);
      await grid.getByText(name, { exact: true }).waitFor();
    }
    await grid.getByRole('button', { name: `Visualizza ${TODAY}_${matricola}.jpg` }).click();
    await page
      .getByRole('dialog')
      .getByText(/[12] di 2/)
      .waitFor();
    await page.keyboard.press('Escape');
    await grid.getByRole('button', { name: `Elimina ${TODAY}_${matricola}-2.jpg` }).click();
    await page.getByText(`Sei sicuro di voler cancellare la foto: ${TODAY}_${matricola}-2.jpg?`).waitFor();
    await page.getByRole('alertdialog').getByRole('button', { name: 'ELIMINA' }).click();
    await grid.getByText(`${TODAY}_${matricola}-2.jpg`, { exact: true }).waitFor({ state: 'detached' });
    await accessible(page, 'noleggio, foto');
    await photograph(page, 'noleggio-foto');

    // a period, then its contract
    await page.getByRole('region', { name: 'Storico Noleggi' }).getByRole('link', { name: 'AGGIUNGI' }).click();
    await page.getByLabel('Data Inizio', { exact: true }).fill(TODAY);
    await page.getByLabel('Tariffa Mensile', { exact: true }).click();
    await page.keyboard.type('1250,5');
    await save(page);
    await saved(page);
    await page.waitForURL(/dettaglio-noleggi\?id=\d+/);
    const storico = page.getByRole('region', { name: 'Storico Noleggi' });
    await storico.getByRole('img', { name: 'Contratto: assente' }).waitFor();
    await storico.getByText(TODAY).click();
    await page.waitForURL(/dettaglio-noleggi\/\d+/);
    const contratto = `${matricola}_CONTRATTO_${TODAY}.pdf`;
    await row(page, 'Contratto')
      .locator('input[type=file]')
      .setInputFiles({ name: 'contratto.pdf', mimeType: 'application/pdf', buffer: pdf('Contratto', [WHO]) });
    await row(page, 'Contratto').getByText(contratto).waitFor();
    // there is one now: no other is taken
    await expect.poll(() => row(page, 'Contratto').locator('input[type=file]').count()).toBe(0);
    await row(page, 'Contratto').getByRole('button', { name: 'Visualizza Contratto' }).click();
    await page.locator('iframe').waitFor();
    await accessible(page, 'periodo, contratto');
    await photograph(page, 'noleggio-periodo');
    await page.getByRole('button', { name: 'Chiudi' }).first().click();
    await page.waitForURL(/dettaglio-noleggi\?id=\d+/);
    const downloaded = page.waitForEvent('download');
    await storico.getByRole('button', { name: `Scarica il contratto ${TODAY}` }).click();
    expect((await readFile(await (await downloaded).path())).subarray(0, 5).toString()).toBe('%PDF-');

    // from the list: the zip of what is selected
    await page.goto(address(`/home/noleggi?cerca=${encodeURIComponent(WHO)}`));
    await inList.getByRole('checkbox').click();
    const zip = page.waitForEvent('download');
    await page.getByRole('toolbar', { name: 'Azioni sulla selezione' }).getByRole('button', { name: 'ESPORTA' }).click();
    const names = (await readZip(await readFile(await (await zip).path()))).map(({ name }) => name.slice(name.lastIndexOf('/') + 1));
    expect(names.toSorted()).toEqual([`${TODAY}_${matricola}.jpg`, `${matricola}_CDC.pdf`, contratto].toSorted());
  }, 120_000);

  test('il nome di un documento si cambia; il noleggio si elimina', async () => {
    card = await browser.open();
    const { page } = card;
    await signIn(page, 'admin', `${detail}&scheda=documenti`);
    await page.getByRole('button', { name: 'Rinomina Carta di Circolazione' }).click();
    await page.getByLabel('Nome del file, Carta di Circolazione').fill(`${matricola}_libretto.pdf`);
    await page.getByRole('tab', { name: 'DETTAGLI' }).click();
    await page.getByLabel('Targa', { exact: true }).fill('AB 123 CD');
    await save(page);
    await saved(page);
    await page.waitForURL(/\/home\/noleggi(\?|$)/);
    await page.goto(address(`${detail}&scheda=documenti`));
    await row(page, 'Carta di Circolazione').getByText(`${matricola}_libretto.pdf`).waitFor();

    // as it was: the document under the name it had
    await page.getByRole('button', { name: 'STORICO' }).click();
    await page
      .locator('.timeline > li')
      .filter({ hasText: 'Carta di Circolazione' })
      .filter({ hasText: 'ha caricato un documento' })
      .getByRole('button', { name: "Vedi com'era" })
      .click();
    await page.getByRole('list', { name: 'Documenti di allora' }).getByText(`${matricola}_CDC.pdf`).waitFor();
    await page.getByText('Torna a oggi').click();
    await page.getByRole('tab', { name: 'DETTAGLI' }).click();
    await expect.poll(() => page.getByLabel('Targa', { exact: true }).inputValue()).toBe('AB 123 CD');

    await page.getByRole('button', { name: 'ELIMINA' }).click();
    await page.getByText('Sei sicuro di voler cancellare il Noleggio?').waitFor();
    await page.getByRole('alertdialog').getByRole('button', { name: 'ELIMINA' }).click();
    await page.getByText('Noleggio eliminato con successo').waitFor();
    await page.waitForURL(/\/home\/noleggi(\?|$)/);
    await page.goto(address(`/home/noleggi?cerca=${encodeURIComponent(WHO)}`));
    await page
      .getByRole('button', { name: /Azzera|Togli|Cancella/ })
      .first()
      .waitFor();
    await expect.poll(() => page.getByText(matricola).count()).toBe(0);
  }, 90_000);

  test('chi non può modificare guarda soltanto', async () => {
    card = await browser.open();
    const { page } = card;
    await signIn(page, 'capo', '/home/noleggi');
    await page.locator('tbody tr').first().waitFor();
    await expect.poll(() => page.getByRole('link', { name: 'AGGIUNGI' }).count()).toBe(0);
    for (const tab of ['dettagli', 'documenti', 'foto']) {
      await page.goto(address(`/home/noleggi/dettaglio-noleggi?id=1&scheda=${tab}`));
      await page.getByRole('region', { name: 'Storico Noleggi' }).locator('tbody tr').first().waitFor();
      await page.getByRole('button', { name: 'ESPORTA' }).waitFor();
      for (const name of ['SALVA', 'ELIMINA', /^Rinomina/, /^Elimina/, /CARICA FOTO/, /^Carica/])
        expect(await page.getByRole('button', { name }).count(), `${tab}, ${name}`).toBe(0);
      await expect.poll(() => page.getByRole('link', { name: 'AGGIUNGI' }).count()).toBe(0);
    }
    await page.goto(address('/home/noleggi/dettaglio-noleggi/1'));
    await row(page, 'Contratto').waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'SALVA' }).count()).toBe(0);
    await expect.poll(() => row(page, 'Contratto').locator('input[type=file]').count()).toBe(0);
    // a period that is not there leads back to the rentals
    await page.goto(address('/home/noleggi/dettaglio-noleggi/999999'));
    await page.getByRole('button', { name: "Torna all'elenco" }).click();
    await page.waitForURL(/\/home\/noleggi(\?|$)/);
  }, 60_000);
});
