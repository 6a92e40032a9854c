import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { addDays, romeDate } from '#contracts/core/dates.ts';
import { accessible, address, noSidewaysScroll, photograph, SCRIVANIA, settled, signIn, tabs, TELEFONO, withoutNews } from './browser.ts';
import { signInRemembered } from './on-device.ts';

const TODAY = romeDate(new Date());
const dialog = (page: Page) => page.getByRole('dialog');
const offline = (page: Page) => page.getByText('Senza rete:');

/** Creates a production header and opens its lines; returns the address. */
async function begin(page: Page, data: string, tap: (what: Locator) => Promise<void>): Promise<string> {
  await page.goto(address('/home/produzione/dettaglio-produzione'));
  await expect.poll(() => page.getByRole('combobox', { name: 'Cantiere' }).inputValue()).toMatch(/^\d{4}$/);
  await page.getByRole('textbox', { name: 'Data' }).fill(data);
  await tap(page.getByRole('button', { name: 'AVANTI' }));
  await page.waitForURL(/\?id=\d+/);
  return page.url();
}

/** Creates a production day with one line, as the source of a copy. */
async function dayBefore(page: Page, data: string): Promise<string> {
  const url = await begin(page, data, (what) => what.click());
  await page.getByRole('button', { name: 'Scrivi una riga' }).or(dialog(page)).first().waitFor();
  if ((await dialog(page).count()) === 0) await page.getByRole('button', { name: 'Scrivi una riga' }).click();
  for (const label of ['Wbs', 'Lavorazione']) {
    const box = page.getByRole('combobox', { name: label });
    if ((await box.inputValue()) !== '') continue;
    await box.click();
    await page.getByRole('option').first().click();
  }
  await page.getByRole('textbox', { name: 'Quantità' }).fill('12');
  await dialog(page).getByRole('button', { name: 'SALVA', exact: true }).click();
  await dialog(page).waitFor({ state: 'detached' });
  return url;
}

async function remove(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Altre azioni' }).click();
  await page.getByRole('menuitem', { name: 'ELIMINA' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'ELIMINA' }).click();
  await page.getByText('Produzione eliminata con successo').first().waitFor();
}

/** Returns the names of the visible controls that the offline strip covers; waits for the strip, which a late response hides for a moment. */
async function covered(page: Page): Promise<string[]> {
  for (;;) {
    await offline(page).waitFor();
    const names = await coveredNow(page);
    if (names) return names;
  }
}

const coveredNow = (page: Page) =>
  page.evaluate(`(() => {
  const found = [...document.querySelectorAll('[role=status]')].find((one) => one.textContent.startsWith('Senza rete'));
  if (!found) return null;
  const strip = found.getBoundingClientRect();
  return [...document.querySelectorAll('button, a[href], input, select, textarea')].flatMap((one) => {
    const box = one.getBoundingClientRect();
    if (box.width < 2 || box.height < 2 || one.closest('.sr-only, [inert]')) return [];
    const style = [one, ...(function* up(n) { while ((n = n.parentElement)) yield n; })(one)].map((n) => getComputedStyle(n).position);
    const scrolls = !style.includes('fixed') && !style.includes('sticky');
    const over = Math.min(box.bottom, strip.bottom) - Math.max(box.top, strip.top) > 1 && Math.min(box.right, strip.right) > Math.max(box.left, strip.left);
    return over && !scrolls && !one.closest('[role=status]') ? [one.textContent || one.getAttribute('aria-label')] : [];
  });
})()`) as Promise<string[] | null>;

/** Checks that the end of the page can be scrolled out from under the offline strip. */
async function endInView(page: Page): Promise<void> {
  const room = (await page.evaluate(`(() => {
    scrollTo(0, document.documentElement.scrollHeight);
    const strip = [...document.querySelectorAll('[role=status]')].find((one) => one.textContent.startsWith('Senza rete')).getBoundingClientRect();
    return strip.top - document.querySelector('main').getBoundingClientRect().bottom;
  })()`)) as number;
  expect(room).toBeGreaterThanOrEqual(-1);
}

describe('La giornata copiata senza rete', () => {
  const browser = tabs();

  test('si scrive, sopravvive alla ricarica, resta sul dispositivo e parte da sé quando la rete torna', async () => {
    const { page, context } = await browser.open(TELEFONO, false, true);
    let taps = 0;
    const tap = async (what: Locator) => {
      taps += 1;
      await what.click();
    };
    await signInRemembered(page, 'capo');
    const before = await dayBefore(page, addDays(TODAY, 40));
    await begin(page, addDays(TODAY, 41), tap);
    await tap(page.getByRole('button', { name: 'Copia e adatta' }));
    const lines = dialog(page).getByRole('listitem');
    await lines.first().waitFor();
    const count = await lines.count();
    const first = dialog(page).locator('input[inputmode=decimal]').first();
    // what stood there is written anew when the field is entered
    await first.focus();
    await first.fill('41,5');
    await expect.poll(() => first.inputValue()).toBe('41,5');
    await context.setOffline(true);
    await offline(page).waitFor();
    expect(await covered(page)).toEqual([]);
    await photograph(page, 'copia-senza-rete-telefono');
    // the page is loaded again before it was pressed: what was adjusted is taken up
    await page.reload();
    await page.getByText('Hai delle modifiche non salvate').waitFor();
    await tap(page.getByRole('button', { name: 'Riprendi' }));
    await expect.poll(() => first.inputValue()).toBe('41,50');
    await expect.poll(() => lines.count()).toBe(count);
    // pressed without a network it lies on the device, and the day shows it
    await tap(dialog(page).getByRole('button', { name: /^AGGIUNGI \d+ RIG/ }));
    await dialog(page).waitFor({ state: 'detached' });
    await page.getByText('41,50').first().waitFor();
    await page
      .getByRole('link', { name: `Da inviare (${count})` })
      .first()
      .waitFor();
    expect(await covered(page)).toEqual([]);
    await page.reload();
    await page.getByText('41,50').first().waitFor();
    await photograph(page, 'copia-ritrovata-senza-rete-telefono');
    await noSidewaysScroll(page, 'giornata, senza rete');
    await accessible(page, 'giornata, senza rete');
    await context.setOffline(false);
    await expect.poll(() => page.getByRole('link', { name: /^Da inviare/ }).count()).toBe(0);
    await page.getByText('41,50').first().waitFor();
    // AVANTI, copy, add; and for the page that was loaded again: take up
    expect(taps).toBe(4);
    await expect.poll(() => page.evaluate('Object.keys(localStorage).filter((key) => key.startsWith("strato.bozze.")).length')).toBe(0);
    await remove(page);
    await page.goto(before);
    await remove(page);
  }, 120_000);

  for (const [size, viewport] of Object.entries({ scrivania: SCRIVANIA, telefono: TELEFONO })) {
    test(`l’avviso non copre un tasto, ${size}`, async () => {
      const { page, context } = await browser.open(viewport);
      await withoutNews(page);
      await signIn(page, 'admin');
      for (const path of [
        '/home',
        '/home/macchinari',
        '/home/macchinari/A0001',
        '/home/produzione',
        '/home/costi/dettaglio-costi',
        '/home/personale',
      ]) {
        await page.goto(address(path));
        await page.locator('h1').first().waitFor();
        await settled(page);
        // cards of a phone have no boxes to tick
        if (path === '/home/macchinari' && size === 'scrivania') await page.getByRole('checkbox').nth(1).click();
        await context.setOffline(true);
        await offline(page).waitFor();
        // the notice slides in, and a list may still be drawing its rows
        await expect.poll(() => covered(page), { message: path }).toEqual([]);
        await endInView(page);
        if (path === '/home/macchinari/A0001') await photograph(page, `avviso-senza-rete-${size}`);
        await context.setOffline(false);
        await offline(page).waitFor({ state: 'detached' });
      }
    }, 120_000);
  }
});
