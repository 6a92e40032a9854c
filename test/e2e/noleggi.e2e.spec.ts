import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { addDays, romeDate } from '#contracts/core/dates.ts';
import { pdf } from '#services/demo/pdf.ts';
import { leggiZip } from '../zip.ts';
import { accedi, accessibile, apriBrowser, fotografa, indirizzo, nienteScorrimentoLaterale, nuovaScheda, SCRIVANIA, TELEFONO, type Scheda } from './browser.ts';

const OGGI = romeDate(new Date());
const CHI = `Noleggi ${Date.now().toString(36)}`;
const FOTO = join(import.meta.dirname, '..', '..', 'services', 'demo', 'foto', 'compressore.jpg');

const riga = (page: Page, nome: string) => page.locator('li.doc').filter({ hasText: nome });
const salva = (page: Page) => page.getByRole('button', { name: 'SALVA' }).click();
const salvato = (page: Page) => page.getByText('Noleggio salvato con successo').first().waitFor();

describe('Un noleggio, dalla matricola allo zip', () => {
  let browser: Browser;
  let scheda: Scheda;
  /** Of the rental the first test makes. */
  let matricola = '';
  let dettaglio = '';
  beforeAll(async () => { browser = await apriBrowser(); });
  afterEach(async () => {
    expect(scheda.lagnanze).toEqual([]);
    await scheda.context.close();
  });
  afterAll(() => browser.close());

  test('riceve la matricola dal portale, documenti, foto e un periodo con il contratto; si esporta', async () => {
    scheda = await nuovaScheda(browser);
    const { page } = scheda;
    await accedi(page, 'admin');
    await page.goto(indirizzo('/home/noleggi'));
    await page.getByRole('link', { name: 'AGGIUNGI' }).first().click();
    expect(await page.getByRole('button', { name: 'ESPORTA' }).count()).toBe(0);
    await page.getByLabel('Noleggiatore', { exact: true }).fill(CHI);
    await page.getByLabel('Marca', { exact: true }).fill('Atlas Copco');
    // going from tab to tab loses nothing of what is typed
    await page.getByRole('tab', { name: 'FOTO' }).click();
    await page.getByText('Le foto si caricano dopo aver salvato').waitFor();
    await page.getByRole('tab', { name: 'DETTAGLI' }).click();
    await page.getByLabel('Modello', { exact: true }).fill('XAS 88');
    await salva(page);
    await salvato(page);
    // Nuovo is Modifica now, and stays
    await page.waitForURL(/dettaglio-noleggi\?id=\d+/);
    dettaglio = new URL(page.url()).pathname + new URL(page.url()).search;
    await expect.poll(() => page.getByLabel('Matricola', { exact: true }).inputValue()).toMatch(/^N\d{5}$/);
    matricola = await page.getByLabel('Matricola', { exact: true }).inputValue();
    expect(await page.getByLabel('Matricola', { exact: true }).isEditable()).toBe(false);

    // its registration card, expired yesterday
    await page.getByRole('tab', { name: 'DOCUMENTI' }).click();
    const carta = riga(page, 'Carta di Circolazione');
    await carta.locator('input[type=file]').setInputFiles({ name: 'carta.pdf', mimeType: 'application/pdf', buffer: pdf('Carta', ['di circolazione']) });
    await carta.getByText(`${matricola}_CDC.pdf`).waitFor();
    await carta.getByRole('switch').click();
    await carta.getByRole('textbox').fill(addDays(OGGI, -1));
    await carta.getByText('scaduta da 1 giorno').waitFor();
    await accessibile(page, 'noleggio, documenti');
    await fotografa(page, 'noleggio-documenti');
    await salva(page);
    await salvato(page);
    // an edit goes back to the list by itself
    await page.waitForURL(/\/home\/noleggi(\?|$)/);

    // red in the list; the dot opens the file in a window of its own
    await page.goto(indirizzo(`/home/noleggi?cerca=${encodeURIComponent(CHI)}`));
    const inElenco = page.locator('tbody tr').filter({ hasText: matricola });
    await inElenco.waitFor();
    expect(await inElenco.getAttribute('class')).toContain('is-hot');
    const rosso = inElenco.getByRole('button', { name: /^Carta di Circolazione: presente, scadenza .*scaduta da 1 giorno/ });
    expect(await rosso.locator('.dot-danger').count()).toBe(1);
    await inElenco.getByRole('img', { name: 'Assicurazione: assente' }).waitFor();
    const finestra = page.waitForEvent('popup');
    await rosso.focus();
    await page.keyboard.press('Enter');
    const aperta = await finestra;
    await aperta.waitForURL(/\/file\?file=/);
    await aperta.close();
    await accessibile(page, 'noleggi, elenco');
    await fotografa(page, 'noleggi-elenco');

    // two photos of one day stand beside each other
    await page.goto(indirizzo(`${dettaglio}&scheda=foto`));
    const griglia = page.getByRole('region', { name: `foto di ${matricola}` });
    for (const nome of [`${OGGI}_${matricola}.jpg`, `${OGGI}_${matricola}-2.jpg`]) {
      await page.locator('input[type=file][accept*=jpeg]').setInputFiles(FOTO);
      await griglia.getByText(nome, { exact: true }).waitFor();
    }
    await griglia.getByRole('button', { name: `Visualizza ${OGGI}_${matricola}.jpg` }).click();
    await page.getByRole('dialog').getByText(/[12] di 2/).waitFor();
    await page.keyboard.press('Escape');
    await griglia.getByRole('button', { name: `Elimina ${OGGI}_${matricola}-2.jpg` }).click();
    await page.getByText(`Sei sicuro di voler cancellare la foto: ${OGGI}_${matricola}-2.jpg?`).waitFor();
    await page.getByRole('alertdialog').getByRole('button', { name: 'ELIMINA' }).click();
    await griglia.getByText(`${OGGI}_${matricola}-2.jpg`, { exact: true }).waitFor({ state: 'detached' });
    await accessibile(page, 'noleggio, foto');
    await fotografa(page, 'noleggio-foto');

    // a period, then its contract
    await page.getByRole('region', { name: 'Storico Noleggi' }).getByRole('link', { name: 'AGGIUNGI' }).click();
    await page.getByLabel('Data Inizio', { exact: true }).fill(OGGI);
    await page.getByLabel('Tariffa Mensile', { exact: true }).click();
    await page.keyboard.type('1250,5');
    await salva(page);
    await salvato(page);
    await page.waitForURL(/dettaglio-noleggi\?id=\d+/);
    const storico = page.getByRole('region', { name: 'Storico Noleggi' });
    await storico.getByRole('img', { name: 'Contratto: assente' }).waitFor();
    await storico.getByText(OGGI).click();
    await page.waitForURL(/dettaglio-noleggi\/\d+/);
    const contratto = `${matricola}_CONTRATTO_${OGGI}.pdf`;
    await riga(page, 'Contratto').locator('input[type=file]').setInputFiles({ name: 'contratto.pdf', mimeType: 'application/pdf', buffer: pdf('Contratto', [CHI]) });
    await riga(page, 'Contratto').getByText(contratto).waitFor();
    // there is one now: no other is taken
    expect(await riga(page, 'Contratto').locator('input[type=file]').count()).toBe(0);
    await riga(page, 'Contratto').getByRole('button', { name: 'Visualizza Contratto' }).click();
    await page.locator('iframe').waitFor();
    await accessibile(page, 'periodo, contratto');
    await fotografa(page, 'noleggio-periodo');
    await page.getByRole('button', { name: 'Chiudi' }).first().click();
    await page.waitForURL(/dettaglio-noleggi\?id=\d+/);
    const scaricato = page.waitForEvent('download');
    await storico.getByRole('button', { name: `Scarica il contratto ${OGGI}` }).click();
    expect((await readFile(await (await scaricato).path())).subarray(0, 5).toString()).toBe('%PDF-');

    // from the list: the zip of what is selected
    await page.goto(indirizzo(`/home/noleggi?cerca=${encodeURIComponent(CHI)}`));
    await inElenco.getByRole('checkbox').click();
    const zip = page.waitForEvent('download');
    await page.getByRole('toolbar', { name: 'Azioni sulla selezione' }).getByRole('button', { name: 'ESPORTA' }).click();
    const nomi = (await leggiZip(await readFile(await (await zip).path()))).map(({ nome }) => nome.slice(nome.lastIndexOf('/') + 1));
    expect(nomi.toSorted()).toEqual([`${OGGI}_${matricola}.jpg`, `${matricola}_CDC.pdf`, contratto].toSorted());
  }, 120_000);

  test('il nome di un documento si cambia; il noleggio si elimina', async () => {
    scheda = await nuovaScheda(browser);
    const { page } = scheda;
    await accedi(page, 'admin');
    await page.goto(indirizzo(`${dettaglio}&scheda=documenti`));
    await page.getByRole('button', { name: 'Rinomina Carta di Circolazione' }).click();
    await page.getByLabel('Nome del file, Carta di Circolazione').fill(`${matricola}_libretto.pdf`);
    await page.getByRole('tab', { name: 'DETTAGLI' }).click();
    await page.getByLabel('Targa', { exact: true }).fill('AB 123 CD');
    await salva(page);
    await salvato(page);
    await page.waitForURL(/\/home\/noleggi(\?|$)/);
    await page.goto(indirizzo(`${dettaglio}&scheda=documenti`));
    await riga(page, 'Carta di Circolazione').getByText(`${matricola}_libretto.pdf`).waitFor();

    // as it was: the document under the name it had
    await page.getByRole('button', { name: 'STORICO' }).click();
    await page.locator('.timeline > li').filter({ hasText: 'Carta di Circolazione' }).filter({ hasText: 'ha caricato un documento' }).getByRole('button', { name: "Vedi com'era" }).click();
    await page.getByRole('list', { name: 'Documenti di allora' }).getByText(`${matricola}_CDC.pdf`).waitFor();
    await page.getByText('Torna a oggi').click();
    await page.getByRole('tab', { name: 'DETTAGLI' }).click();
    expect(await page.getByLabel('Targa', { exact: true }).inputValue()).toBe('AB 123 CD');

    await page.getByRole('button', { name: 'ELIMINA' }).click();
    await page.getByText('Sei sicuro di voler cancellare il Noleggio?').waitFor();
    await page.getByRole('alertdialog').getByRole('button', { name: 'ELIMINA' }).click();
    await page.getByText('Noleggio eliminato con successo').waitFor();
    await page.waitForURL(/\/home\/noleggi(\?|$)/);
    await page.goto(indirizzo(`/home/noleggi?cerca=${encodeURIComponent(CHI)}`));
    await page.getByRole('button', { name: /Azzera|Togli|Cancella/ }).first().waitFor();
    expect(await page.getByText(matricola).count()).toBe(0);
  }, 90_000);

  test.each([['scrivania', SCRIVANIA], ['telefono', TELEFONO]] as const)('%s: ogni stato si legge, chiaro e scuro, e nulla esce dallo schermo', async (nome, misura) => {
    for (const dark of [false, true]) {
      scheda = await nuovaScheda(browser, misura, dark);
      const { page } = scheda;
      await accedi(page, 'admin');
      for (const [quale, path] of [['elenco', '/home/noleggi'], ['nuovo', '/home/noleggi/dettaglio-noleggi'], ['dettagli', '/home/noleggi/dettaglio-noleggi?id=1'], ['documenti', '/home/noleggi/dettaglio-noleggi?id=1&scheda=documenti'], ['foto', '/home/noleggi/dettaglio-noleggi?id=1&scheda=foto'], ['periodo', '/home/noleggi/dettaglio-noleggi/1']] as const) {
        await page.goto(indirizzo(path));
        await page.locator('h1').waitFor();
        await page.locator('.skeleton').first().waitFor({ state: 'detached' });
        await nienteScorrimentoLaterale(page, quale);
        await accessibile(page, `${quale}, ${nome}${dark ? ', scuro' : ''}`);
        await fotografa(page, `noleggi-${quale}-${nome}${dark ? '-scuro' : ''}`);
      }
      if (!dark) await scheda.context.close();
    }
  }, 120_000);

  test('chi non può modificare guarda soltanto', async () => {
    scheda = await nuovaScheda(browser);
    const { page } = scheda;
    await accedi(page, 'capo');
    await page.goto(indirizzo('/home/noleggi'));
    await page.locator('tbody tr').first().waitFor();
    expect(await page.getByRole('link', { name: 'AGGIUNGI' }).count()).toBe(0);
    for (const tab of ['dettagli', 'documenti', 'foto']) {
      await page.goto(indirizzo(`/home/noleggi/dettaglio-noleggi?id=1&scheda=${tab}`));
      await page.getByRole('region', { name: 'Storico Noleggi' }).locator('tbody tr').first().waitFor();
      await page.getByRole('button', { name: 'ESPORTA' }).waitFor();
      for (const nome of ['SALVA', 'ELIMINA', /^Rinomina/, /^Elimina/, /CARICA FOTO/, /^Carica/]) expect(await page.getByRole('button', { name: nome }).count(), `${tab}, ${nome}`).toBe(0);
      expect(await page.getByRole('link', { name: 'AGGIUNGI' }).count()).toBe(0);
    }
    await page.goto(indirizzo('/home/noleggi/dettaglio-noleggi/1'));
    await riga(page, 'Contratto').waitFor();
    expect(await page.getByRole('button', { name: 'SALVA' }).count()).toBe(0);
    expect(await riga(page, 'Contratto').locator('input[type=file]').count()).toBe(0);
    // a period that is not there leads back to the rentals
    await page.goto(indirizzo('/home/noleggi/dettaglio-noleggi/999999'));
    await page.getByRole('button', { name: "Torna all'elenco" }).click();
    await page.waitForURL(/\/home\/noleggi(\?|$)/);
  }, 60_000);
});
