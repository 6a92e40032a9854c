import { describe, expect, test } from 'vitest';
import { accessible, address, noSidewaysScroll, photograph, SCRIVANIA, signIn, tabs, TELEFONO } from './browser.ts';

const MONTH = 'dal=2026-11-01&al=2026-11-30';
/** Parses a text such as "€ 1.234,50" to cents. */
const cents = (text: string): number => Number(text.replaceAll(/[^\d]/g, '')) * (text.includes('−') ? -1 : 1);

describe.each([
  ['scrivania', SCRIVANIA],
  ['telefono', TELEFONO],
] as const)('L’andamento dei cantieri, %s', (size, viewport) => {
  const browser = tabs();

  test('dalla lista al cantiere, e da ogni cifra alle righe che la fanno', async () => {
    const { page } = await browser.open(viewport);
    await signIn(page, 'direzione', `/home/andamento?${MONTH}`);
    const first = page.locator('tbody tr').first();
    await first.waitFor();
    const produced = await first.locator('td').nth(1).innerText();
    await noSidewaysScroll(page, 'elenco dell’andamento');
    await accessible(page, 'elenco dell’andamento');
    await first.getByRole('link').click();
    await page.getByRole('tab', { name: 'ANDAMENTO', selected: true }).waitFor();
    const card = page.getByRole('button', { name: /^Produzione/ });
    await card.getByText(produced.trim()).waitFor();
    await noSidewaysScroll(page, 'andamento del cantiere');
    await accessible(page, 'andamento del cantiere');
    await photograph(page, `andamento-${size}`);
    await card.click();
    const rows = page.getByRole('dialog').getByRole('listitem');
    await rows.last().getByText('Totale').waitFor();
    const amounts = (await rows.locator(':scope > span').allInnerTexts()).filter((text) => text.includes('€'));
    const total = amounts.pop() ?? '';
    expect(total.trim()).toBe(produced.trim());
    expect(amounts.reduce((sum, text) => sum + cents(text), 0)).toBe(cents(total));
    await page.keyboard.press('Escape');
    await rows.last().waitFor({ state: 'detached' });
    // a mark of the curve opens its rows, and so does its month in the table
    const curve = page.getByRole('region', { name: 'Ultimi 12 mesi', exact: true });
    await curve.locator('.recharts-bar-rectangle path').last().click();
    await rows.last().getByText('Totale').waitFor();
    await page.keyboard.press('Escape');
    await rows.last().waitFor({ state: 'detached' });
    await curve.getByRole('button', { name: 'TABELLA' }).click();
    await expect.poll(() => curve.locator('tbody tr').count()).toBe(12);
    await accessible(page, 'andamento del cantiere, tabella dei mesi');
    await curve.locator('tbody tr').first().getByRole('button').press('Enter');
    await rows.last().getByText('Totale').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Periodo prima', exact: true }).click();
    await page.getByText('ottobre 2026').waitFor();
    expect(new URL(page.url()).searchParams.get('dal')).toBe('2026-10-01');
    // the tab last used comes up again
    await page.goto(address('/home/cantieri/dettaglio-cantiere?id=0419'));
    await page.getByRole('tab', { name: 'ANDAMENTO', selected: true }).waitFor();
    await page.getByRole('tab', { name: 'DETTAGLI' }).click();
    await page.goto(address('/home/cantieri/dettaglio-cantiere?id=0419'));
    await page.getByRole('tab', { name: 'DETTAGLI', selected: true }).waitFor();
  });

  test('chi non vede i costi non trova la lista, e del cantiere vede la produzione sua, senza margine', async () => {
    const { page } = await browser.open(viewport);
    await signIn(page, 'capo', `/home/cantieri/dettaglio-cantiere?id=0419&scheda=andamento&${MONTH}`);
    await page.getByRole('button', { name: /^Produzione/ }).waitFor();
    expect(await page.getByRole('region', { name: 'Margine' }).count()).toBe(0);
    expect(await page.getByRole('button', { name: /^Manodopera/ }).count()).toBe(0);
  });
});
