import { describe, expect, test } from 'vitest';
import { signIn, tabs } from './browser.ts';

/** Key of this run's machine. */
const KEY = `K${Date.now().toString(36).slice(-6)}`.toUpperCase();

describe('La copia di un record', () => {
  const browser = tabs();

  test('parte con i suoi valori, senza chiave e scadenze, e si salva come nuovo', async () => {
    const { page } = await browser.open();
    await signIn(page, 'admin', '/home/macchinari/A0003');
    const brand = page.getByRole('textbox', { name: 'Marca' });
    await expect.poll(() => brand.inputValue()).toBe('Scania');
    await page.getByRole('button', { name: 'Altre azioni' }).click();
    await page.getByRole('menuitem', { name: 'COPIA' }).click();
    await page.waitForURL('**/home/macchinari/nuovo?copia=A0003');
    await expect.poll(() => brand.inputValue()).toBe('Scania');
    const key = page.getByRole('textbox', { name: /^Matricola(?! costr)/ });
    expect(await key.inputValue()).toBe('');
    await key.fill(KEY);
    await page.getByRole('button', { name: 'SALVA', exact: true }).click();
    await page.waitForURL(`**/home/macchinari/${KEY}`);
    // the truck that was copied has a date of circulation
    const filters = JSON.stringify({ matricola: { contiene: KEY }, marca: { contiene: 'Scania' }, scadenza_circolazione: { vuoto: true } });
    await page.goto(new URL(`/home/macchinari?filtri=${encodeURIComponent(filters)}`, page.url()).href);
    await page.getByRole('row', { name: new RegExp(KEY) }).waitFor();
  });

  test('un costo si copia e si salva com’è; chi non può aggiungere non ha il bottone', async () => {
    const { page } = await browser.open();
    await signIn(page, 'admin', '/home/costi');
    await page.locator('tr[data-row]').first().locator('a').first().click();
    const address = page.url();
    await page.getByRole('button', { name: 'Altre azioni' }).click();
    await page.getByRole('menuitem', { name: 'COPIA' }).click();
    await page.waitForURL(/copia=/);
    await page.getByRole('button', { name: 'SALVA', exact: true }).click();
    await page.getByText('Inserimento effettuato').waitFor();
    expect(page.url()).not.toBe(address);

    const { page: other } = await browser.open();
    await signIn(other, 'operaio', '/home/macchinari/A0003');
    await other.getByRole('button', { name: 'STORICO' }).waitFor();
    // the palette offers every action of the screen
    await other.keyboard.press('Control+k');
    await other.getByRole('option', { name: /STORICO/ }).waitFor();
    expect(await other.getByRole('option', { name: /COPIA/ }).count()).toBe(0);
  });
});
