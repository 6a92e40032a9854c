import { describe, expect, test } from 'vitest';
import { signIn, accessible, address, noSidewaysScroll, SCRIVANIA, TELEFONO, type Card, tabs } from './browser.ts';

describe('Le accise', () => {
  const browser = tabs();
  let card: Card;

  test('si registrano, si modificano, si eliminano: con le frasi della specifica e il ritorno all’elenco', async () => {
    card = await browser.open();
    const { page } = card;
    await signIn(page, 'admin', '/home/accise?cerca=A0056');
    await page.getByRole('link', { name: 'AGGIUNGI' }).click();
    await page.getByLabel('Ore', { exact: true }).fill('1.234,5');
    await page.getByRole('combobox', { name: 'Matricola' }).fill('A0056');
    await page.getByRole('option', { name: /A0056/ }).click();
    await page.getByRole('button', { name: 'SALVA' }).click();
    await page.getByText('Accisa salvata con successo').waitFor();
    await page.waitForURL(/\/home\/accise\?cerca=A0056/);
    await page.getByText('1.234,5').first().click();
    await page.getByLabel('Minuti').fill('7');
    await page.keyboard.press('Control+s');
    await page.getByText('Accisa salvata con successo').first().waitFor();
    await page.waitForURL(/\/home\/accise\?/);
    await page.getByText('1.234,5').first().click();
    await page.getByRole('button', { name: 'ELIMINA' }).click();
    await page.getByText('Sei sicuro di voler cancellare la Accisa?').waitFor();
    await page.getByRole('alertdialog').getByRole('button', { name: 'ELIMINA' }).click();
    await page.getByText('Accisa eliminata con successo').waitFor();
    await page.waitForURL(/\/home\/accise\?/);
    await expect.poll(() => page.getByText('1.234,5').count()).toBe(0);
  });

  test('eliminarne molte senza averne scelta una non si può', async () => {
    card = await browser.open();
    const { page } = card;
    await signIn(page, 'admin', '/home/accise');
    await page.getByRole('button', { name: 'ELIMINA' }).first().click();
    await page.getByText("Selezionare un'accisa").waitFor();
  });

  test('un operaio vede le sue e non può eliminarle', async () => {
    card = await browser.open();
    const { page } = card;
    await signIn(page, 'operaio', '/home/accise');
    await page.locator('tbody tr').first().waitFor();
    await page.locator('.skeleton').first().waitFor({ state: 'detached' });
    const utenti = await page.locator('tbody tr td:nth-child(2)').allTextContents();
    expect(new Set(utenti)).toEqual(new Set(['operaio']));
    await expect.poll(() => page.getByRole('button', { name: 'ELIMINA' }).count()).toBe(0);
  });
});

const FREE = 'prova-libera';

describe('L’accesso', () => {
  const browser = tabs();

  test('la schermata di accesso è accessibile, chiara e scura, su scrivania e telefono', async () => {
    for (const viewport of [SCRIVANIA, TELEFONO]) {
      // opened in the dark, as the system of who opens it asks: every other page is switched to it
      for (const dark of [false, true]) {
        const { page } = await browser.open(viewport, dark);
        await page.goto(address('/'));
        await page.getByRole('button', { name: 'Accedi' }).waitFor();
        expect(await page.evaluate('document.documentElement.classList.contains("dark")')).toBe(dark);
        await accessible(page, 'login');
        await noSidewaysScroll(page, 'login');
      }
    }
  });

  test('con la password errata lo dice e ricarica; senza sessione si torna all’accesso', async () => {
    const { page } = await browser.open();
    const warnings: string[] = [];
    page.on('dialog', (dialog) => {
      warnings.push(dialog.message());
      void dialog.accept();
    });
    await page.goto(address('/home/macchinari'));
    await page.getByLabel('Username').fill('admin');
    await page.getByLabel('Password', { exact: true }).fill('sbagliata');
    const reload = page.waitForEvent('load');
    await page.getByRole('button', { name: 'Accedi' }).click();
    await reload;
    expect(warnings).toEqual(['Username o password errati!']);
    expect(new URL(page.url()).pathname).toBe('/');
  });

  test('uscire cancella la sessione; Ricordami la tiene in un’altra finestra', async () => {
    const { page } = await browser.open();
    await page.goto(address('/'));
    await page.getByLabel('Username').fill('capo');
    await page.getByLabel('Password', { exact: true }).fill('capo-demo');
    await page.getByLabel('Ricordami').check();
    await page.getByRole('button', { name: 'Accedi' }).click();
    await page.waitForURL('**/home');
    const other = await page.context().newPage();
    await other.goto(address('/home/accise'));
    await other.getByRole('heading', { name: /ACCISE/ }).waitFor();
    await page.getByRole('button', { name: /capo/ }).click();
    await page.getByRole('menuitem', { name: 'Esci' }).click();
    for (const window of [page, other]) await window.getByRole('button', { name: 'Accedi' }).waitFor();
    expect(
      await page.evaluate('Object.keys(localStorage).concat(Object.keys(sessionStorage)).filter((k) => /sessione|token/i.test(k))'),
    ).toEqual([]);
  });

  test('una finestra nuova prende la sessione di un’altra anche quando quella risponde tardi, e va dove doveva', async () => {
    const { page, context } = await browser.open();
    await signIn(page, 'capo');
    const other = await context.newPage();
    // busy until a cookie says that the other has asked in vain
    const busy = page.evaluate(
      `(() => { const end = Date.now() + 60_000; while (!document.cookie.includes('${FREE}=') && Date.now() < end); })()`,
    );
    await other.goto(address('/home/accise?cerca=a'));
    await other.getByRole('button', { name: 'Accedi' }).waitFor();
    await context.addCookies([{ name: FREE, value: '1', url: address('/') }]);
    await busy;
    await other.getByRole('heading', { name: /ACCISE/ }).waitFor();
    expect(new URL(other.url()).search).toBe('?cerca=a');
  });
});
