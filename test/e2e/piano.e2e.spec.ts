import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { romeDate } from '#contracts/core/dates.ts';
import { address, SCRIVANIA, signIn, tabs, TELEFONO } from './browser.ts';

const TODAY = romeDate(new Date());

async function write(page: Page, label: string, text: string): Promise<void> {
  await page.getByLabel(label, { exact: true }).click();
  await page.keyboard.press('Control+a');
  await page.keyboard.type(text);
}

async function choose(page: Page, label: string, text: string): Promise<void> {
  const field = page.getByRole('combobox', { name: label, exact: true });
  await field.click();
  await field.fill(text);
  await page
    .getByRole('option', { name: new RegExp(text) })
    .first()
    .click();
}

/** Locates the row of the maintenance plan for a component. */
const line = (page: Page, componente: string) =>
  page.getByRole('region', { name: 'Piano di manutenzione' }).locator('tr', { has: page.getByText(componente, { exact: true }) });

describe('Il piano di manutenzione', () => {
  const browser = tabs();

  test.each([
    { size: 'scrivania', viewport: SCRIVANIA, matricola: `PIANO-S${Date.now().toString(36)}` },
    { size: 'telefono', viewport: TELEFONO, matricola: `PIANO-T${Date.now().toString(36)}` },
  ])('rende dovuta la macchina, dice perché, e un intervento che nomina la voce la salda: $size', async ({ viewport, matricola }) => {
    const { page, complaints } = await browser.open(viewport);
    await signIn(page, 'admin', '/home/macchinari/nuovo');
    await page.getByLabel(/^Matricola\s*\*?$/).fill(matricola);
    await write(page, 'Ore/Km', '1000');
    await page.getByRole('button', { name: 'SALVA', exact: true }).click();
    await page.waitForURL(/\/home\/macchinari(\?|$)/);

    // every 250 hours from the first reading on
    const plan = address(`/home/macchinari/${matricola}?scheda=manutenzione`);
    await page.goto(plan);
    await write(page, 'Filtro gasolio, Ogni ore', '250');
    await write(page, 'Antigelo (kg), Ogni mesi', '3');
    await page.getByRole('button', { name: 'Salva Manutenzioni' }).click();
    await line(page, 'Filtro gasolio').getByText('fra 250 h').waitFor();
    await line(page, 'Antigelo (kg)')
      .getByText(/^fra 3 mesi, \d{4}-\d\d-\d\d$/)
      .waitFor();

    const maintain = async (hours: string, kind: string, item?: string) => {
      await page.goto(address('/home/manutenzioni/nuovo'));
      await expect.poll(() => page.getByLabel('Data', { exact: true }).inputValue()).toBe(TODAY);
      await choose(page, 'Matricola', matricola);
      await choose(page, 'Tipo Manutenzione', kind);
      await write(page, 'Ore/Km', hours);
      if (item !== undefined) {
        await choose(page, 'Manutenzione', item);
        await page.keyboard.press('Escape');
        // nothing is proposed in the specified fields
        await expect.poll(() => page.getByRole('switch', { name: 'Scadenza' }).getAttribute('aria-checked')).toBe('false');
      }
      await page.getByRole('button', { name: 'SALVA', exact: true }).click();
      await page.getByText('Salvataggio effettuato con successo').waitFor();
    };
    await maintain('1262', 'Lettura Ore');
    await page.goto(plan);
    await line(page, 'Filtro gasolio').getByText('scaduta da 12 h').waitFor();
    const why = page.getByRole('button', { name: /^Filtro gasolio:? oltre (di )?12 h/ });
    await why.click();
    await page.getByRole('dialog', { name: 'Manutenzioni da fare' }).getByText('Filtro gasolio: oltre di 12 h').waitFor();
    await page.goto(address(`/home/macchinari?cerca=${matricola}`));
    const flag = page.getByText(/^Filtro gasolio:? oltre (di )?12 h$/);
    await flag.first().waitFor();

    await maintain('1262', 'Interna', 'Filtro Gasolio');
    await page.goto(plan);
    await line(page, 'Filtro gasolio').getByText('fra 250 h').waitFor();
    expect(await why.count()).toBe(0);
    await page.goto(address(`/home/macchinari?cerca=${matricola}`));
    await page.getByText(matricola, { exact: true }).first().waitFor();
    expect(await flag.count()).toBe(0);
    expect(complaints).toEqual([]);
  });
});
