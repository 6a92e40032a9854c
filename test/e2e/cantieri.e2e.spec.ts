import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import {
  signIn,
  accessible,
  dismissNotices,
  photograph,
  address,
  noSidewaysScroll,
  SCRIVANIA,
  TELEFONO,
  type Card,
  type Person,
  tabs,
} from './browser.ts';

/** Key of this run's site: at most four characters, different in each run. */
const COMMESSA = `Z${Date.now().toString(36).slice(-3)}`.toUpperCase();
const DETAIL = `/home/cantieri/dettaglio-cantiere?id=${COMMESSA}`;

const part = (page: Page, name: 'WBS' | 'LAVORAZIONI') => page.getByRole('region', { name: new RegExp(`^${name}`) });
const dialog = (page: Page) => page.getByRole('dialog');
const save = (page: Page) => dialog(page).getByRole('button', { name: 'SALVA', exact: true }).click();

async function choose(page: Page, label: string, text: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).last().fill(text);
  await page
    .getByRole('option', { name: new RegExp(text) })
    .first()
    .click();
}

describe('Un cantiere', () => {
  const browser = tabs();
  let card: Card;

  test('nasce con referente e lavorazioni, poi ha wbs e prezzi; si stampa', async () => {
    card = await browser.open();
    const { page } = card;
    await signIn(page, 'admin', '/home/cantieri');
    await page.getByRole('link', { name: 'AGGIUNGI' }).first().click();
    // the field takes four characters
    await page.getByRole('textbox', { name: 'Commessa' }).pressSequentially(`${COMMESSA}5`);
    await expect.poll(() => page.getByRole('textbox', { name: 'Commessa' }).inputValue()).toBe(COMMESSA);
    await page.getByRole('textbox', { name: 'Committente' }).fill('Prova Infrastrutture');
    await choose(page, 'Provincia', 'Cuneo');
    await page.getByRole('combobox', { name: 'Referente' }).click();
    const contact = page.getByRole('option', { name: /- \S/ }).first();
    // 'Nome - Telefono'
    await expect.poll(() => contact.innerText()).toMatch(/\S+[\s\S]*- \S+/);
    await contact.click();
    for (const name of ['JET GROUTING', 'MICROPALI']) await choose(page, 'Lavorazioni', name);
    await page.keyboard.press('Escape');
    await page.getByRole('switch', { name: 'Protocollo Legalità' }).click();
    await page.getByRole('button', { name: 'SALVA' }).click();
    await page.getByText('Cantiere creato correttamente').waitFor();
    // creating a site sends a mail about it
    await page.getByText('Mail inviata correttamente').first().waitFor();
    await page.waitForURL(new RegExp(`id=${COMMESSA}`));

    await dismissNotices(page);
    // a work item requires a wbs first
    await part(page, 'LAVORAZIONI').getByRole('button', { name: 'AGGIUNGI' }).click();
    await page.getByText('Crea una Wbs').waitFor();
    await dismissNotices(page);
    await part(page, 'WBS').getByRole('button', { name: 'AGGIUNGI' }).click();
    const wbs = 'FONDAZIONI';
    await choose(page, 'Wbs', wbs);
    await save(page);
    await part(page, 'WBS').getByText(wbs).waitFor();

    await part(page, 'LAVORAZIONI').getByRole('button', { name: 'AGGIUNGI' }).click();
    await choose(page, 'Lavorazione', 'JET GROUTING');
    await page.getByRole('combobox', { name: 'Wbs' }).click();
    await expect.poll(() => page.getByRole('option').allInnerTexts()).toEqual([wbs]);
    await page.getByRole('option').first().click();
    await page.getByRole('textbox', { name: 'Prezzo' }).fill('86,1255');
    await page.getByRole('textbox', { name: 'Articolo' }).fill('B.02.014');
    await accessible(page, 'lavorazione del cantiere, dialogo');
    await save(page);
    const row = part(page, 'LAVORAZIONI').locator('tbody tr').filter({ hasText: 'B.02.014' });
    await row.getByText('€ 86,1255').waitFor();
    await row.dblclick();
    await page.getByRole('textbox', { name: 'Prezzo' }).fill('84');
    await save(page);
    await row.getByText('€ 84,00').waitFor();
    await row.click();
    await part(page, 'LAVORAZIONI').getByRole('button', { name: 'MODIFICA' }).waitFor();
    await accessible(page, 'cantiere');
    await photograph(page, 'cantiere-parti');
    await part(page, 'LAVORAZIONI').getByRole('button', { name: 'ELIMINA' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'ELIMINA' }).click();
    await page.getByText('Lavorazione eliminata con successo').waitFor();
    await row.waitFor({ state: 'detached' });

    await page.getByRole('button', { name: 'EMAIL' }).click();
    await page.getByRole('alertdialog').getByText('Desideri inviare la mail?').waitFor();
    await page.getByRole('alertdialog').getByRole('button', { name: 'INVIA' }).click();
    await page.getByText('Mail inviata correttamente').first().waitFor();
    await page.getByRole('link', { name: 'STAMPA' }).click();
    await page.getByRole('article', { name: 'CANTIERE' }).getByText('Prova Infrastrutture').first().waitFor();
    await accessible(page, 'cantiere, stampa');

    // without a mail server, the portal stores mails as files and shows them
    await page.goto(address('/home/posta'));
    await page
      .locator('tbody tr')
      .filter({ hasText: `Cantiere ${COMMESSA}` })
      .first()
      .click();
    const mail = page.getByRole('complementary', { name: 'MAIL' });
    await mail.getByText('Committente: Prova Infrastrutture').waitFor();
    await mail.getByText('admin@strato.example').waitFor();
    await accessible(page, 'posta');
    const saved = page.waitForEvent('download');
    await mail.getByRole('button', { name: 'Scarica il file .eml' }).click();
    expect((await saved).suggestedFilename()).toMatch(/\.eml$/);
    await mail.getByRole('button', { name: 'Chiudi MAIL' }).click();
    await mail.waitFor({ state: 'detached' });
  }, 120_000);

  test.each([
    ['direzione', SCRIVANIA, true],
    ['capo', SCRIVANIA, false],
    ['capo', TELEFONO, false],
    ['operaio', TELEFONO, false],
  ] as const satisfies readonly (readonly [Person, typeof SCRIVANIA, boolean])[])(
    '%s: vede ciò che può fare',
    async (person, size, changes) => {
      card = await browser.open(size);
      const { page } = card;
      await signIn(page, person, DETAIL);
      await part(page, 'WBS').locator('tbody tr').first().waitFor();
      for (const name of ['EMAIL', 'SALVA', 'ELIMINA']) expect((await page.getByRole('button', { name }).count()) > 0, name).toBe(changes);
      await expect.poll(() => part(page, 'WBS').getByRole('button', { name: 'AGGIUNGI' }).count()).toBe(changes ? 1 : 0);
      await expect.poll(() => page.getByRole('textbox', { name: 'Committente' }).isEnabled()).toBe(changes);
      await noSidewaysScroll(page, `cantiere, ${person}`);
      await accessible(page, `cantiere, ${person}`);
      await photograph(page, `cantiere-${person}-${size.width}`);
    },
    60_000,
  );

  test('dopo le sue mail si salva senza conflitto; lo storico dice di quale lavorazione parla, la mostra e la riporta', async () => {
    card = await browser.open();
    const { page } = card;
    await signIn(page, 'admin', `${DETAIL}&storico=1`);
    await page.getByRole('textbox', { name: 'Committente' }).fill('Prova Infrastrutture S.p.A.');
    // the mail gets an entry in the history, but does not change the record
    await page.getByRole('button', { name: 'EMAIL' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'INVIA' }).click();
    await page.getByText('Mail inviata correttamente').first().waitFor();
    await page.getByRole('button', { name: 'SALVA' }).click();
    await page.getByText('Aggiornamento effettuato').waitFor();
    await dismissNotices(page);
    const story = page.locator('.timeline > li');
    const gone = story.filter({ hasText: `JET GROUTING, FONDAZIONI, cantiere ${COMMESSA}` }).first();
    await gone.getByText('ha eliminato la lavorazione del cantiere').waitFor();
    await accessible(page, 'cantiere, storico');
    await gone.getByRole('button', { name: /^Vedi com'era/ }).click();
    await dialog(page).getByText('€ 84,00').waitFor();
    await accessible(page, 'cantiere, una lavorazione com’era');
    await photograph(page, 'cantiere-lavorazione-comera');
    await dialog(page).getByRole('button', { name: 'RIPRISTINA' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'RIPRISTINA' }).click();
    await part(page, 'LAVORAZIONI').locator('tbody tr').filter({ hasText: 'B.02.014' }).getByText('€ 84,00').waitFor();
    // the portal-wide history restores too
    await page.goto(address(`/home/storico?cerca=${COMMESSA}%20FONDAZIONI%20JET`));
    const row = page.locator('tbody tr').filter({ hasText: 'ha ripristinato la lavorazione del cantiere' });
    await row.getByRole('button', { name: /^Vedi com'era/ }).click();
    await dialog(page).getByRole('button', { name: 'RIPRISTINA' }).waitFor();
    await dialog(page).getByRole('link', { name: 'APRI' }).click();
    await page.waitForURL(new RegExp(`id=${COMMESSA}&storico=1`));
  }, 90_000);

  test('si elimina, e si torna alla ricerca di prima', async () => {
    card = await browser.open();
    const { page } = card;
    await signIn(page, 'direzione', `/home/cantieri?cerca=${COMMESSA}`);
    await page.locator('tbody tr').filter({ hasText: COMMESSA }).locator('a').first().click();
    await page.getByRole('button', { name: 'ELIMINA' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'ELIMINA' }).click();
    await page.getByText('Cantiere eliminato con successo').waitFor();
    // back to the list with the search that led here
    await page.waitForURL(/\/home\/cantieri\?.*cerca=/);
  }, 60_000);
});
