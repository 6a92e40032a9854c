import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { addDays, romeDate } from '#contracts/core/dates.ts';
import { signIn, accessible, photograph, address, noSidewaysScroll, TELEFONO, type Card, tabs } from './browser.ts';

const TODAY = romeDate(new Date());
/** A day on which no other spec writes production: on a phone its lines are copied to the day after. */
const OWN_DAY = addDays(TODAY, 20);
const DETAIL = '/home/produzione/dettaglio-produzione';
const QUANTITIES = ['24,5', '31', '18', '12,125', '9', '7,25'];

const lines = (page: Page) => page.getByRole('region', { name: 'Righe di produzione', exact: true });
const dialog = (page: Page) => page.getByRole('dialog');
const header = (page: Page) => page.getByRole('region', { name: 'Inserimento Produzione' });

/** Creates a helper that taps controls and counts the taps. */
function finger() {
  let count = 0;
  return {
    taps: () => count,
    async tap(what: Locator) {
      count += 1;
      await what.click();
    },
  };
}

describe('La produzione di un giorno', () => {
  const browser = tabs();
  let card: Card;

  test('un capocantiere la scrive al telefono: sei righe in meno di venti tocchi, il giorno dopo copiandole', async () => {
    card = await browser.open(TELEFONO);
    const { page } = card;
    const { tap, taps } = finger();
    await signIn(page, 'capo', '/home/produzione');
    await tap(page.getByRole('link', { name: 'AGGIUNGI' }).first());
    // today, and the site of the last time
    await expect.poll(() => page.getByRole('combobox', { name: 'Cantiere' }).inputValue()).toMatch(/^\d{4}$/);
    await expect.poll(() => page.getByRole('textbox', { name: 'Data' }).inputValue()).toBe(TODAY);
    await page.getByRole('textbox', { name: 'Data' }).fill(OWN_DAY);
    await tap(page.getByRole('button', { name: 'AVANTI' }));
    await page.waitForURL(/\?id=\d+/);
    const first = page.url();
    await tap(page.getByRole('button', { name: 'Scrivi una riga' }));
    await choose(page, 'Wbs', tap);
    if ((await page.getByRole('combobox', { name: 'Lavorazione' }).inputValue()) === '') await choose(page, 'Lavorazione', tap);
    await choose(page, 'Operatore', tap);
    const quantity = page.getByRole('textbox', { name: 'Quantità' });
    await expect.poll(() => quantity.getAttribute('inputmode')).toBe('decimal');
    await tap(quantity);
    for (const [i, value] of QUANTITIES.entries()) {
      // from the second on the cursor waits in the quantity
      await page.locator('[data-campo=quantita] input:focus').waitFor();
      await page.keyboard.type(value);
      if (i === 0) {
        await page.getByLabel('Produzione', { exact: true }).getByText(/€/).last().waitFor();
        await accessible(page, 'riga di produzione, telefono');
        await noSidewaysScroll(page, 'riga di produzione');
        await photograph(page, 'produzione-riga-telefono');
      }
      if (i === QUANTITIES.length - 1) break;
      await tap(page.getByRole('button', { name: 'Salva e aggiungi un’altra' }));
      await dialog(page)
        .getByText(new RegExp(`^${i + 1} rig[ah]e? salvat[ae], ora la prossima`))
        .waitFor();
      await expect.poll(() => quantity.inputValue()).toBe('');
    }
    await tap(dialog(page).getByRole('button', { name: 'SALVA', exact: true }));
    await dialog(page).waitFor({ state: 'detached' });
    await header(page).getByText('6', { exact: true }).waitFor();
    expect(taps()).toBeLessThanOrEqual(20);
    await photograph(page, 'produzione-righe-telefono');

    // the day after: the same lines, with other quantities
    const next = finger();
    await page.goto(address('/home/produzione'));
    await next.tap(page.getByRole('link', { name: 'AGGIUNGI' }).first());
    await page.getByRole('textbox', { name: 'Data' }).fill(addDays(OWN_DAY, 1));
    await next.tap(page.getByRole('button', { name: 'AVANTI' }));
    await next.tap(page.getByRole('button', { name: 'Copia e adatta' }));
    const copied = dialog(page).getByRole('listitem');
    await expect.poll(() => copied.count()).toBe(6);
    await copied.nth(1).getByRole('textbox').fill('40');
    await copied.nth(5).getByRole('checkbox').click();
    await accessible(page, 'copia e adatta');
    await noSidewaysScroll(page, 'copia e adatta');
    await photograph(page, 'produzione-copia-telefono');
    await next.tap(page.getByRole('button', { name: 'AGGIUNGI 5 RIGHE' }));
    await header(page).getByText('5', { exact: true }).waitFor();
    expect(next.taps()).toBe(4);
    await lines(page).getByText('40,00').waitFor();

    // the foreman may delete own production days
    for (const url of [page.url(), first]) {
      await page.goto(url);
      await page.getByRole('button', { name: 'Altre azioni' }).click();
      await page.getByRole('menuitem', { name: 'ELIMINA' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'ELIMINA' }).click();
      await page.getByText('Produzione eliminata con successo').first().waitFor();
    }
  }, 120_000);

  test('in ufficio: fermo, noleggi, ricalcolo, Excel, eliminazione di più giornate', async () => {
    card = await browser.open();
    const { page } = card;
    await signIn(page, 'admin', DETAIL);
    await page.getByRole('combobox', { name: 'Cantiere' }).fill('0418');
    await page.getByRole('option', { name: /^0418/ }).click();
    await page.getByRole('button', { name: 'AVANTI' }).click();
    await page.waitForURL(/\?id=\d+/);
    await expect.poll(() => page.getByRole('textbox', { name: 'Data' }).isEditable()).toBe(false);
    // with no day of its own to copy the first line would stand open already
    if ((await dialog(page).count()) === 0) await page.getByRole('button', { name: 'AGGIUNGI' }).click();
    await dialog(page).getByRole('radio', { name: 'Fermo' }).click();
    await expect.poll(() => page.getByRole('textbox', { name: 'Quantità' }).isDisabled()).toBe(true);
    await page.getByRole('textbox', { name: 'Note' }).fill("attesa dell'autobetoniera");
    const save = dialog(page).getByRole('button', { name: 'SALVA', exact: true });
    await expect.poll(() => save.isDisabled()).toBe(true);
    // what is in the way stands beside the button, and under the field once the cursor has left it
    await dialog(page).getByText('Da correggere: Note').waitFor();
    await page.keyboard.press('Tab');
    await dialog(page).getByText('Non è possibile inserire gli apici').waitFor();
    await page.getByRole('textbox', { name: 'Note' }).fill('attesa calcestruzzo');
    await page.getByRole('combobox', { name: 'Attrezzatura' }).fill('A00');
    await page.getByRole('option').first().click();
    await dialog(page).getByRole('switch', { name: 'Noleggi' }).click();
    await expect.poll(() => page.getByRole('combobox', { name: 'Attrezzatura' }).inputValue()).toBe('');
    await page.getByRole('combobox', { name: 'Attrezzatura' }).fill('N0000');
    await page.getByRole('option').first().click();
    await accessible(page, 'riga di produzione');
    await photograph(page, 'produzione-riga');
    await dialog(page).getByRole('button', { name: 'SALVA', exact: true }).click();
    await lines(page).getByText('Fermo', { exact: true }).waitFor();
    await accessible(page, 'produzione, dettaglio');

    await page.goto(address('/home/produzione'));
    await page.locator('tbody tr[data-row]').first().waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'RICALCOLA' }).count()).toBe(0);
    await page.getByRole('button', { name: 'ELIMINA' }).click();
    await page.getByText('Selezionare un produzione').waitFor();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'EXCEL', exact: true }).click();
    expect((await download).suggestedFilename()).toBe('Produzioni.xlsx');
    await page.locator('tbody tr[data-row]').first().getByRole('checkbox').click();
    const bar = page.getByRole('toolbar', { name: 'Azioni sulla selezione' });
    await bar.getByRole('button', { name: 'RICALCOLA' }).click();
    await page.getByText('Ricalcolo effettuato').waitFor();
    await bar.getByRole('button', { name: 'ELIMINA' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'ELIMINA' }).click();
    await page.getByText('Produzione eliminata con successo').waitFor();
  }, 90_000);

  test('il prospetto del mese passa l’anno e conta la lavorazione scelta', async () => {
    card = await browser.open();
    const { page } = card;
    await signIn(page, 'direzione', '/home/produzione');
    const month = page.getByRole('region', { name: 'PRODUZIONE DEL MESE' });
    await month.getByRole('rowheader').first().waitFor();
    const year = Number(TODAY.slice(0, 4));
    const name = month.locator('[aria-live=polite]');
    for (let months = Number(TODAY.slice(5, 7)); months > 0; months -= 1)
      await month.getByRole('button', { name: 'Mese precedente' }).click();
    await expect.poll(() => name.innerText()).toMatch(new RegExp(`^dicembre ${year - 1}$`, 'i'));
    await month.getByRole('button', { name: 'Mese successivo' }).click();
    await expect.poll(() => name.innerText()).toMatch(new RegExp(`^gennaio ${year}$`, 'i'));
    // 31 days, each a number beside its colour
    await expect.poll(() => month.locator('tbody tr').first().locator('td span').count()).toBe(31);
    await month.getByRole('combobox', { name: 'Lavorazione' }).fill('MICRO');
    await page.getByRole('option', { name: /MICROPALI/ }).click();
    await month.getByRole('button', { name: 'FILTRA' }).click();
    await month.getByText(/Righe di MICROPALI/).waitFor({ state: 'attached' });
    await month.getByRole('rowheader').first().locator('span[tabindex]').hover();
    await page.getByRole('tooltip').waitFor();
    await accessible(page, 'prospetto del mese');
  }, 60_000);

  test('ognuno vede il suo: il capo le proprie, l’operaio nulla', async () => {
    card = await browser.open();
    await signIn(card.page, 'capo', '/home/produzione');
    await card.page.locator('tbody tr[data-row]').first().waitFor();
    expect(new Set(await card.page.locator('tbody tr[data-row] td:last-child').allInnerTexts())).toEqual(new Set(['capo']));
    await card.context.close();
    card = await browser.open(TELEFONO);
    await signIn(card.page, 'operaio', '/home/produzione');
    await card.page.getByText('Area non permessa').waitFor();
    await accessible(card.page, 'produzione, operaio');
  }, 60_000);

  test('un costo mostra il totale mentre si scrive, e la stampa lo dice', async () => {
    card = await browser.open();
    const { page } = card;
    await signIn(page, 'direzione', '/home/costi/dettaglio-costi');
    const save = page.getByRole('button', { name: 'SALVA' });
    for (const label of ['Cantiere', 'Tipologia']) await choose(page, label, (what) => what.click());
    await page.getByRole('textbox', { name: 'Quantità' }).fill('1,5');
    // without an amount it is no cost
    await expect.poll(() => save.isDisabled()).toBe(true);
    await page.getByRole('textbox', { name: 'Importo' }).fill('10,35');
    await expect.poll(() => page.getByRole('textbox', { name: 'Totale' }).inputValue()).toBe('15,53');
    await expect.poll(() => page.getByRole('textbox', { name: 'Totale' }).isEditable()).toBe(false);
    await page.getByRole('button', { name: 'SALVA' }).click();
    await page.getByText('Inserimento effettuato').waitFor();
    await page.waitForURL(/\?id=\d+/);
    await page.getByRole('link', { name: 'STAMPA' }).click();
    await page.getByRole('article', { name: 'COSTO' }).getByText('€ 15,53').waitFor();
    await accessible(page, 'costo, stampa');
  }, 60_000);
});

/** Opens a selector and takes its first choice: two taps. */
async function choose(page: Page, label: string, tap: (what: Locator) => Promise<void>): Promise<void> {
  await tap(page.getByRole('combobox', { name: label }));
  await tap(page.getByRole('option').first());
}
