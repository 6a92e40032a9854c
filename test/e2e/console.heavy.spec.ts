import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { address, SCRIVANIA, settled, signIn, tabs, withoutNews, type Person } from './browser.ts';

const browser = tabs();
const PEOPLE: readonly Person[] = ['admin', 'direzione', 'capo', 'operaio'];

/** Collects what the console says and what is refused, each with the screen where it happened. */
function listen(page: Page) {
  const said: string[] = [];
  let screen = '';
  page.on('console', (message) => said.push(`${screen}: ${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => said.push(`${screen}: ${error.message}`));
  page.on('response', (response) => {
    if (response.status() >= 400) said.push(`${screen}: ${response.status()} ${response.request().method()} ${response.url()}`);
  });
  return {
    said,
    at(where: string) {
      screen = where;
    },
  };
}

const hrefs = (page: Page, selector: string): Promise<string[]> =>
  page.evaluate(`[...document.querySelectorAll(${JSON.stringify(selector)})].map((link) => link.getAttribute('href'))`);

/** Addresses of the menus of the top bar and of the profile, as this person sees them. */
async function navigation(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const menu of await page.getByRole('navigation', { name: 'Principale' }).getByRole('button').all()) {
    await menu.click();
    await page.locator('[data-voce]').first().waitFor();
    found.push(...(await hrefs(page, '[data-voce]')));
    await page.keyboard.press('Escape');
  }
  await page.getByRole('button', { name: /^Profilo di/ }).click();
  await page.getByText('Esci', { exact: true }).waitFor();
  found.push(...(await hrefs(page, '[role="menu"] a[href]')));
  await page.keyboard.press('Escape');
  return found;
}

/** Returns an address without keys of records and values of parameters: addresses of the same kind of page become equal. */
function kindOf(href: string): string {
  const { pathname, searchParams } = new URL(href, 'http://portal');
  const path = pathname.split('/').map((part) => (/\d/.test(part) ? '#' : part));
  return `${path.join('/')}?${[...new Set(searchParams.keys())].toSorted().join('&')}`;
}

describe('La console è vuota e niente è rifiutato', () => {
  it.each(PEOPLE)(
    'per %s, su ogni schermata della navigazione e su una pagina di ogni genere a cui si arriva da lì',
    async (person) => {
      const { page } = await browser.open(SCRIVANIA, false, true);
      await withoutNews(page);
      const heard = listen(page);
      heard.at('accesso');
      await signIn(page, person);
      await settled(page);
      const waiting = ['/home', ...(await navigation(page))];
      expect(waiting.length).toBeGreaterThan(3);
      const known = new Set<string>();
      for (const href of waiting) {
        const kind = kindOf(href);
        if (known.has(kind)) continue;
        known.add(kind);
        heard.at(href);
        await page.goto(address(href));
        await settled(page);
        waiting.push(...(await hrefs(page, 'main a[href^="/home/"]')));
        for (const tab of await page.getByRole('tab').all()) {
          heard.at(`${href}, ${await tab.innerText()}`);
          await tab.click();
          await settled(page);
          waiting.push(...(await hrefs(page, 'main a[href^="/home/"]')));
        }
        const history = page.getByRole('button', { name: 'STORICO', exact: true });
        if ((await history.count()) === 0) continue;
        heard.at(`${href}, STORICO`);
        await history.click();
        await settled(page);
      }
      expect(heard.said).toEqual([]);
    },
    900_000,
  );
});
