import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { romeDate, addDays } from '#contracts/core/dates.ts';
import { pdf } from '#services/demo/pdf.ts';
import { leggiZip } from '../zip.ts';
import { accedi, accessibile, apriBrowser, fotografa, indirizzo, nienteScorrimentoLaterale, nuovaScheda, PASSWORD, type Scheda, TELEFONO } from './browser.ts';

const OGGI = romeDate(new Date());

/** A row of DOCUMENTI by its name. */
const riga = (page: Page, nome: string) => page.locator('li.doc').filter({ hasText: nome });

/** A field by its label, with or without the mark of a required one. */
const campo = (page: Page, etichetta: string) => page.getByLabel(new RegExp(`^${etichetta}\\s*\\*?$`));

/** Types as a person does: a number field redraws itself when it gets the focus. */
async function scrivi(page: Page, etichetta: string, testo: string): Promise<void> {
  await campo(page, etichetta).click();
  await page.keyboard.press('Control+a');
  await page.keyboard.type(testo);
}

describe('Una macchina, dalla nascita allo zip', () => {
  let browser: Browser;
  let scheda: Scheda;
  const matricola = `E2E-${Date.now().toString(36)}`;
  beforeAll(async () => {
    browser = await apriBrowser();
  });
  afterEach(async () => {
    expect(scheda.lagnanze).toEqual([]);
    await scheda.context.close();
  });
  afterAll(() => browser.close());

  test('si crea, riceve un PDF scaduto ed è rossa, cambia, racconta prima e dopo, torna com’era, si esporta', async () => {
    scheda = await nuovaScheda(browser);
    const { page } = scheda;
    await accedi(page, 'admin');

    // without a matricola it is refused with the specification's sentence
    await page.goto(indirizzo('/home/macchinari/nuovo'));
    await campo(page, 'Marca').fill('Soilmec');
    await page.keyboard.press('Control+s');
    await page.getByText('Attenzione la matricola non può essere vuota').first().waitFor();

    await campo(page, 'Matricola').fill(matricola);
    await campo(page, 'Modello').fill('SM-14');
    await page.getByRole('button', { name: 'SALVA' }).click();
    await page.getByText('Salvataggio Effettuato correttamente').waitFor();
    await page.waitForURL(/\/home\/macchinari(\?|$)/);

    // the document and its deadline, yesterday
    await page.goto(indirizzo(`/home/macchinari/${matricola}?scheda=documenti`));
    const funi = riga(page, 'Verifica funi e catene');
    await funi.locator('input[type=file]').setInputFiles({ name: 'verifica.pdf', mimeType: 'application/pdf', buffer: pdf('Verifica', ['funi e catene']) });
    await funi.getByText(`${matricola}_FUNI.pdf`).waitFor();
    await funi.getByRole('switch').click();
    await funi.getByRole('textbox').fill(addDays(OGGI, -1));
    await page.getByRole('button', { name: 'SALVA' }).click();
    await page.getByText('Salvataggio Effettuato correttamente').first().waitFor();
    await funi.getByText('scaduta da 1 giorno').waitFor();
    await page.getByRole('button', { name: 'SALVA' }).and(page.locator(':disabled')).waitFor();
    await fotografa(page, 'macchina-scaduta');
    await accessibile(page, 'macchina, documenti');

    // a file that is no PDF is refused with the reason
    const ce = riga(page, 'Certificato CE');
    await ce.locator('input[type=file]').setInputFiles({ name: 'finto.pdf', mimeType: 'application/pdf', buffer: Buffer.from('non sono un PDF') });
    await ce.getByText(/PDF/).first().waitFor();
    expect(await ce.getByText(`${matricola}_CE.pdf`).count()).toBe(0);

    // red in the list
    await page.goto(indirizzo(`/home/macchinari?scaduti=1&cerca=${matricola}`));
    const inElenco = page.locator('tbody tr').filter({ hasText: matricola });
    await inElenco.waitFor();
    expect(await inElenco.getAttribute('class')).toContain('is-hot');

    // a change, and its history before → after
    await inElenco.getByText(matricola).click();
    await scrivi(page, 'Ore/Km', '6.538');
    await page.getByRole('button', { name: 'SALVA' }).click();
    await page.getByText('Salvataggio Effettuato correttamente').first().waitFor();
    await page.getByRole('button', { name: 'STORICO' }).click();
    const storico = page.locator('.timeline > li');
    await storico.first().getByText('6.538').waitFor();
    await storico.filter({ hasText: 'ha caricato un documento' }).first().waitFor();
    await fotografa(page, 'macchina-storico');
    await accessibile(page, 'macchina, storico');

    // as it was, and back
    await storico.filter({ hasText: 'ha caricato un documento' }).first().getByRole('button', { name: "Vedi com'era" }).click();
    await page.getByText(/com'era il/).first().waitFor();
    await page.getByText('Torna a oggi').click();
    await storico.filter({ hasText: 'Scadenza funi' }).first().getByRole('button', { name: 'Ripristina' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: /RIPRISTINA/i }).click();
    await storico.first().getByText('ha ripristinato il macchinario').waitFor();
    await expect.poll(() => campo(page, 'Ore/Km').inputValue()).toBe('');

    // the zip, downloaded by itself
    const scaricato = page.waitForEvent('download');
    await page.getByRole('button', { name: 'ESPORTA' }).click();
    const zip = await leggiZip(await readFile(await (await scaricato).path()));
    const funiNelloZip = zip.find((voce) => voce.nome.endsWith(`${matricola}_FUNI.pdf`));
    expect(funiNelloZip?.contenuto.subarray(0, 5).toString()).toBe('%PDF-');
  }, 120_000);

  test('due persone insieme: la seconda sceglie campo per campo e nulla va perso', async () => {
    scheda = await nuovaScheda(browser);
    const altra = await nuovaScheda(browser);
    const { page } = scheda;
    await accedi(page, 'admin');
    await accedi(altra.page, 'direzione');
    for (const p of [page, altra.page]) await p.goto(indirizzo(`/home/macchinari/${matricola}`));
    await campo(altra.page, 'Descrizione').fill('scritto da direzione');
    await altra.page.getByRole('button', { name: 'SALVA' }).click();
    await altra.page.getByText('Salvataggio Effettuato correttamente').waitFor();
    await campo(page, 'Descrizione').fill('scritto da admin');
    await campo(page, 'Chassis').fill('CH-1');
    await page.getByRole('button', { name: 'SALVA' }).click();
    const dialogo = page.getByRole('alertdialog');
    await dialogo.getByText('scritto da direzione').waitFor();
    await fotografa(page, 'conflitto');
    await accessibile(page, 'conflitto');
    await dialogo.getByText('scritto da admin').click();
    await dialogo.getByRole('button', { name: 'SALVA' }).click();
    await page.getByText('Salvataggio Effettuato correttamente').first().waitFor();
    await page.reload();
    expect(await campo(page, 'Descrizione').inputValue()).toBe('scritto da admin');
    expect(await campo(page, 'Chassis').inputValue()).toBe('CH-1');
    await altra.context.close();
  }, 90_000);

  test('un operaio la guarda soltanto; su un telefono tutto sta nello schermo', async () => {
    scheda = await nuovaScheda(browser, TELEFONO);
    const { page } = scheda;
    await accedi(page, 'operaio');
    for (const tab of ['dettagli', 'documenti', 'amministrazione', 'dati']) {
      await page.goto(indirizzo(`/home/macchinari/${matricola}?scheda=${tab}`));
      await page.getByText(matricola).first().waitFor();
      await page.locator('.skeleton').first().waitFor({ state: 'detached' });
      await fotografa(page, `macchina-operaio-${tab}`);
      await nienteScorrimentoLaterale(page, tab);
      await accessibile(page, `macchina ${tab}, operaio, telefono`);
      expect(await page.getByRole('button', { name: 'SALVA' }).count()).toBe(0);
      expect(await page.getByText('CARICA FOTO').count()).toBe(0);
    }
    expect(await page.getByRole('tab', { name: 'MANUTENZIONE' }).count()).toBe(0);
  }, 90_000);

  test('la rete che cade non fa perdere ciò che si è scritto', async () => {
    scheda = await nuovaScheda(browser);
    const { page, context } = scheda;
    await accedi(page, 'admin');
    await page.goto(indirizzo(`/home/macchinari/${matricola}`));
    await campo(page, 'Targa').fill('AB 123 CD');
    await context.setOffline(true);
    await page.getByRole('button', { name: 'SALVA' }).click();
    await page.getByText(/Senza rete/).first().waitFor();
    await context.setOffline(false);
    await page.getByText('Salvataggio Effettuato correttamente').waitFor({ timeout: 30_000 });
    await page.reload();
    expect(await campo(page, 'Targa').inputValue()).toBe('AB 123 CD');
    // the one interruption is no fault of the page
    scheda.lagnanze.splice(0, scheda.lagnanze.length, ...scheda.lagnanze.filter((l) => !l.includes('ERR_INTERNET_DISCONNECTED')));
  }, 90_000);

  test('la sessione che finisce a metà si riprende senza perdere il modulo', async () => {
    scheda = await nuovaScheda(browser);
    const { page } = scheda;
    await accedi(page, 'admin');
    await page.goto(indirizzo(`/home/macchinari/${matricola}`));
    await campo(page, 'Marca').fill('Casagrande');
    // the same session is ended elsewhere
    const token = await page.evaluate(`JSON.stringify({ ...sessionStorage, ...localStorage }).match(/token\\\\?":\\\\?"([^"\\\\]+)/)?.[1]`) as string;
    const fine = await fetch(indirizzo('/api/logout'), { method: 'POST', headers: { authorization: `Bearer ${token}` } });
    expect(fine.status).toBe(200);
    await page.getByRole('button', { name: 'SALVA' }).click();
    const dialogo = page.getByRole('alertdialog');
    await dialogo.getByLabel('Password', { exact: true }).fill(PASSWORD.admin);
    await dialogo.getByRole('button', { name: 'Accedi' }).click();
    await page.getByText('Salvataggio Effettuato correttamente').waitFor();
    await page.reload();
    expect(await campo(page, 'Marca').inputValue()).toBe('Casagrande');
  }, 90_000);
});
