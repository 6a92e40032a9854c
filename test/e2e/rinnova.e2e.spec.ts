import { describe, expect, test } from 'vitest';
import { addDays, romeDate } from '#contracts/core/dates.ts';
import { pdf } from '../samples.ts';
import { accessible, noSidewaysScroll, photograph, SCRIVANIA, signIn, TELEFONO, tabs } from './browser.ts';

const file = (name: string) => ({ name, mimeType: 'application/pdf', buffer: pdf(name) });

describe('Rinnovare un documento', () => {
  const browser = tabs();

  for (const [size, viewport, matricola] of [
    ['scrivania', SCRIVANIA, '1181'],
    ['telefono', TELEFONO, '1182'],
  ] as const) {
    test(`dalla scheda, ${size}: file e data insieme, e il vecchio resta con la sua validità`, async () => {
      const { page } = await browser.open(viewport, false);
      await signIn(page, 'admin', `/home/personale/${matricola}`);
      await page.getByRole('tab', { name: 'DOCUMENTI' }).click();
      const open = () => page.getByRole('button', { name: 'Rinnovo e validità di Idoneità' }).click();
      await open();
      const dialog = page.getByRole('dialog', { name: 'Rinnova: Idoneità' });
      await dialog.locator('ol li').first().waitFor();
      const before = await dialog.locator('ol li').count();
      await expect.poll(() => dialog.getByRole('status').innerText()).toBe('Manca il file');
      await dialog.locator('input[type=file]').setInputFiles(file('visita.pdf'));
      // a visit declared for less than the year of the interval
      await dialog.getByRole('textbox', { name: 'Scadenza' }).fill(addDays(romeDate(new Date()), 200));
      await expect.poll(() => dialog.innerText()).toContain('Anticipata');
      await photograph(page, `rinnova-${size}`);
      await noSidewaysScroll(page, `rinnova, ${size}`);
      await accessible(page, `rinnova, ${size}`);
      await dialog.getByRole('button', { name: 'RINNOVA' }).click();
      await dialog.waitFor({ state: 'detached' });
      await open();
      await expect.poll(() => dialog.locator('ol li').count()).toBe(before + 1);
      await expect.poll(() => dialog.locator('ol li').first().innerText()).toContain(addDays(romeDate(new Date()), 200));
      await dialog.getByRole('textbox', { name: 'Com’era al' }).fill(addDays(romeDate(new Date()), -30));
      await expect.poll(() => dialog.locator('ol li').nth(1).innerText()).toContain('Valeva');
    });
  }

  test('chi legge soltanto vede le validità, e non rinnova', async () => {
    const { page } = await browser.open(SCRIVANIA, false);
    await signIn(page, 'capo', '/home/macchinari/A0002');
    await page.getByRole('tab', { name: /DOCUMENTI/ }).click();
    await page
      .getByRole('button', { name: /^Rinnovo e validità di/ })
      .first()
      .click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'CHIUDI', exact: true }).waitFor();
    expect(await dialog.getByRole('button', { name: 'RINNOVA' }).count()).toBe(0);
  });
});
