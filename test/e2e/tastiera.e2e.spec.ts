import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { accessible, accessibleInTheDark, noSidewaysScroll, photograph, SCRIVANIA, signIn, tabs, TELEFONO } from './browser.ts';
import { asPerson } from './demo-people.ts';

const mark = Date.now().toString(36).toUpperCase();
const MAKER = `Tastiera${mark}`;
const [FIRST, SECOND] = [`K${mark}1`, `K${mark}2`];

/** The keyboard as the only means: nothing here points or clicks. */
function keyboard(page: Page) {
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  const type = (text: string) => page.keyboard.type(text);
  const field = page.getByRole('combobox', { name: 'Trova' });
  const hasFocus = async (control: Locator) => (await control.and(page.locator(':focus')).count()) > 0;
  return {
    press,
    type,
    /** Opens the palette, types the words and presses Enter. */
    async find(words: string) {
      await press('Control+k');
      await field.waitFor();
      await type(words);
      await press('Enter');
      await field.waitFor({ state: 'detached' });
    },
    /** Opens the list of the selector that has the focus, and takes its first entry. */
    async chooseFirst(box: Locator) {
      await press('ArrowDown');
      // while the list loads, the only entry is the one that creates a record
      await page.locator('[role=option][data-focus]').filter({ hasNotText: /^Crea/ }).waitFor();
      await press('Enter');
      await expect.poll(() => box.inputValue()).not.toBe('');
    },
    /** Presses Tab until the control has the focus. */
    async reach(control: Locator) {
      await control.first().waitFor();
      for (let i = 0; i < 120; i += 1) {
        if (await hasFocus(control)) return;
        await press('Tab');
      }
      throw new Error('Tab does not reach the control');
    },
  };
}

const label = (page: Page, name: string) => page.getByLabel(name, { exact: true });
const place = (page: Page) => page.getByRole('group', { name: "Posizione nell'elenco" });
const focusedRow = (page: Page) => page.evaluate("document.activeElement.closest('tr')?.textContent ?? ''");

describe('Con la sola tastiera', () => {
  const browser = tabs();
  beforeAll(async () => {
    const admin = await asPerson('admin');
    for (const matricola of [FIRST, SECOND]) {
      const { status } = await admin('POST', '/api/macchinari', { macchinario: { matricola, marca: MAKER, modello: 'prova' } });
      expect(status).toBe(201);
    }
  });

  test('l’ufficio trova una macchina, la cambia, la salva, passa alla prossima e torna all’elenco dov’era', async () => {
    const { page } = await browser.open();
    const { press, type, find, reach } = keyboard(page);
    await signIn(page, 'direzione');
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    // the list, then its search and its first row
    await find('macchinari');
    await page.waitForURL('**/home/macchinari');
    await page.getByRole('row', { name: /A0001/ }).waitFor();
    await press('/');
    await type(MAKER);
    await page.getByRole('row', { name: new RegExp(SECOND) }).waitFor();
    await page.getByRole('row', { name: /A0001/ }).waitFor({ state: 'detached' });
    await press('ArrowDown', 'j', 'k', ' ');
    await page.getByText('1 selezionato').waitFor();
    await press(' ', 'Enter');
    await page.waitForURL(`**/home/macchinari/${FIRST}`);
    await place(page).getByText('1 di 2').waitFor();
    await accessible(page, 'scheda con posizione');
    await reach(label(page, 'Modello'));
    await type('cambiato');
    await press('Control+s');
    await page
      .getByText('Aggiornamento effettuato')
      .or(page.getByText(/modificat[oa]|effettuat[oa]/i))
      .first()
      .waitFor();
    const admin = await asPerson('admin');
    const model = async () => (await admin('GET', `/api/macchinari?chiave=${FIRST}`)).body.data[0].modello as string;
    await expect.poll(model).toBe('cambiato');
    // Alt works in a field too
    await press('Alt+ArrowDown');
    await page.waitForURL(`**/home/macchinari/${SECOND}`);
    await place(page).getByText('2 di 2').waitFor();
    await press('[');
    await place(page).getByText('1 di 2').waitFor();
    await press(']');
    await place(page).getByText('2 di 2').waitFor();
    await press('Alt+ArrowLeft');
    await page.waitForURL(`**/home/macchinari?cerca=${MAKER}`);
    await expect.poll(() => focusedRow(page)).toContain(SECOND);
    // any record in three keys and the letters typed
    await find(`${FIRST}`);
    await page.waitForURL(`**/home/macchinari/${FIRST}`);
  });

  test('il capocantiere registra la produzione di oggi', async () => {
    const { page } = await browser.open();
    const { press, type, find, reach, chooseFirst } = keyboard(page);
    await signIn(page, 'capo');
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await find('produzione');
    await page.waitForURL('**/home/produzione');
    await page.locator('tbody tr[data-row]').first().waitFor();
    await press('n');
    await page.waitForURL('**/home/produzione/dettaglio-produzione');
    await expect.poll(() => page.getByRole('combobox', { name: 'Cantiere' }).inputValue()).toMatch(/^\d{4}$/);
    await press('Control+s');
    await page.waitForURL(/\?id=\d+/);
    await page.getByRole('button', { name: 'Scrivi una riga' }).waitFor();
    // the focus is in a field, where "n" would be a letter
    await find('aggiungi');
    const line = page.getByRole('dialog', { name: /^Riga di produzione/ });
    for (const name of ['Wbs', 'Lavorazione', 'Operatore']) {
      const box = line.getByRole('combobox', { name });
      await reach(box);
      if ((await box.inputValue()) !== '') continue;
      await chooseFirst(box);
    }
    const quantity = line.getByRole('textbox', { name: 'Quantità' });
    await reach(quantity);
    await type('24,5');
    await press('Control+s');
    await line.waitFor({ state: 'detached' });
    await page.getByRole('region', { name: 'Righe di produzione', exact: true }).getByText('24,50').first().waitFor();
  });

  test('la direzione trova il cantiere e ne legge l’andamento', async () => {
    const { page } = await browser.open();
    const { press, find, reach } = keyboard(page);
    await signIn(page, 'direzione');
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await find('0412');
    await page.waitForURL('**/home/cantieri/dettaglio-cantiere?id=0412');
    const strip = page.getByRole('tablist').first();
    await reach(strip.locator('[role=tab][tabindex="0"]'));
    await press('ArrowRight');
    await page.waitForURL(/scheda=/);
    await expect.poll(() => strip.locator('[aria-selected=true]').innerText()).toBe('ANDAMENTO');
    await page
      .getByText(/^in tutto €/)
      .first()
      .waitFor();
  });

  test('la contabilità registra un costo', async () => {
    const { page } = await browser.open();
    const { press, type, find, reach, chooseFirst } = keyboard(page);
    await signIn(page, 'admin');
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await find('costi');
    await page.waitForURL('**/home/costi');
    await page.locator('tbody tr[data-row]').first().waitFor();
    await press('n');
    await page.waitForURL('**/home/costi/dettaglio-costi');
    for (const name of ['Cantiere', 'Tipologia']) {
      const box = page.getByRole('combobox', { name });
      await reach(box);
      await chooseFirst(box);
    }
    await reach(page.getByRole('textbox', { name: 'Quantità' }));
    await type('3');
    await reach(page.getByRole('textbox', { name: 'Importo' }));
    await type('41,5');
    await press('Control+s');
    await page.getByText('Inserimento effettuato').waitFor();
  });

  test('l’amministratore apre lo storico di una macchina dalla ricerca, e chiude una domanda senza perdere nulla', async () => {
    const { page } = await browser.open();
    const { press, type, find, reach } = keyboard(page);
    await signIn(page, 'admin');
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await find(SECOND);
    await page.waitForURL(`**/home/macchinari/${SECOND}`);
    await label(page, 'Modello').waitFor();
    // the button of this screen, before the screen of the same name
    await find('storico');
    await page
      .getByRole('complementary', { name: /STORICO/i })
      .getByText(/ha (creato|inserito|registrato|aggiunto)/)
      .first()
      .waitFor();
    await reach(label(page, 'Modello'));
    await type('x');
    await find('A0004');
    // leaving asks as usual; Esc stays
    const question = page.getByRole('alertdialog');
    await question.waitFor();
    await press('Escape');
    await question.waitFor({ state: 'detached' });
    expect(page.url()).toContain(SECOND);
  });

  test.each([
    ['scrivania', SCRIVANIA],
    ['telefono', TELEFONO],
  ] as const)('la ricerca e i tasti si leggono: %s', async (name, viewport) => {
    const { page } = await browser.open(viewport);
    const { press, type } = keyboard(page);
    await signIn(page, 'admin', '/home/macchinari');
    await page.getByText('A0001').first().waitFor();
    await press('Control+k');
    await page.getByRole('option', { name: /^Home/ }).waitFor();
    await accessible(page, `ricerca vuota, ${name}`);
    await accessibleInTheDark(page, `ricerca vuota, ${name}`, `ricerca-vuota-buio-${name}`);
    await type('soilmec');
    await page.getByRole('option', { name: /^Macchinario A0002/ }).waitFor();
    await accessible(page, `ricerca, ${name}`);
    await noSidewaysScroll(page, `ricerca, ${name}`);
    await photograph(page, `ricerca-${name}`);
    await press('Escape');
    await press('?');
    await page.getByRole('dialog', { name: 'Tasti di questo schermo' }).waitFor();
    await accessible(page, `tasti, ${name}`);
    await photograph(page, `tasti-${name}`);
  });
});
