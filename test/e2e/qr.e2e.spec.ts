import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { accessible, address, noSidewaysScroll, PASSWORD, photograph, SCRIVANIA, signIn, tabs, TELEFONO } from './browser.ts';

const QR = '/home/macchinari/qrcode/A0021';
const ore = (page: Page) => page.getByLabel(/^Ore\/Km\s*\*?$/);
/** Reads the hours from the text "La macchina è a 6.538." */
const known = async (page: Page): Promise<number> =>
  Number((await page.getByText(/^La macchina è a [\d.,]+\.$/).textContent())!.replace(/[^\d,]/g, '').replace(',', '.'));

describe('Dal codice di una macchina alla lettura salvata', () => {
  const browser = tabs();

  test('chi non è entrato sceglie, entra ed è già sulle ore; una lettura più bassa è avvisata; poi si torna alla macchina', async () => {
    const { page } = await browser.open(TELEFONO);
    await page.goto(address(QR));
    await page.getByRole('heading', { name: 'A0021' }).waitFor();
    await photograph(page, 'qr-pubblica-telefono');
    await accessible(page, 'pagina pubblica con le azioni');
    await page.getByRole('link', { name: 'Lettura ore' }).click();
    await page.getByText('Per aprire il macchinario A0021').waitFor();
    await page.getByLabel('Username').fill('capo');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD.capo);
    await page.getByRole('button', { name: 'Accedi' }).click();
    await page.waitForURL('**/home/manutenzioni/nuovo?**');
    await page.getByText(/^La macchina è a/).waitFor();
    await expect.poll(() => ore(page).evaluate('document.activeElement?.closest("[data-campo]")?.dataset.campo')).toBe('ore_km');
    const before = await known(page);
    await page.keyboard.type('1');
    await page
      .getByText(/già a .*: questa lettura è più bassa/)
      .first()
      .waitFor();
    await page.keyboard.press('Backspace');
    await page.keyboard.type(String(Math.floor(before) + 7));
    await page.getByRole('button', { name: 'SALVA' }).click();
    await page.waitForURL(`**${QR}`);

    // signed in: one press to the field, the number, one press to save
    await page.getByRole('link', { name: 'Lettura ore' }).click();
    await page.getByText(/^La macchina è a/).waitFor();
    expect(await known(page)).toBe(Math.floor(before) + 7);
    await noSidewaysScroll(page, 'lettura ore');
  }, 90_000);

  test('a una scrivania la pagina usa tutta la larghezza, e la manutenzione ha già la macchina', async () => {
    const { page } = await browser.open(SCRIVANIA);
    await signIn(page, 'admin', QR);
    const photo = page.getByAltText('Foto di A0021').or(page.getByText('Nessuna foto')).first();
    await photo.waitFor();
    // the page may just be being drawn again
    await expect
      .poll(async () => {
        const [left, right] = await Promise.all([photo.boundingBox(), page.getByRole('region', { name: 'Dettagli' }).boundingBox()]);
        return left && right && { beside: right.x > left.x + left.width, wide: right.x + right.width > SCRIVANIA.width - 40 };
      })
      .toEqual({ beside: true, wide: true });
    await page.getByRole('link', { name: 'Registra manutenzione' }).click();
    await page.waitForURL('**/home/manutenzioni/nuovo?**');
    await expect.poll(() => page.getByLabel(/^Matricola\s*\*?$/).inputValue()).toContain('A0021');
    await page.getByRole('button', { name: 'Chiudi' }).first().click();
    await page.waitForURL(`**${QR}`);
  }, 60_000);
});
