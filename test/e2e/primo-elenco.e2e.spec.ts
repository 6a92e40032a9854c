import { gzipSync } from 'node:zlib';
import type { Page, Response } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { address, settled, signIn, tabs, withoutNews } from './browser.ts';

/** Maximum bytes of compressed scripts that a first list may load with an empty cache. */
const MOST_SCRIPT = 220_000;
const KEY = 'strato.sessione';

const browser = tabs();

/** Opens a signed-in page in a new profile, and records its requests. */
async function freshPage() {
  const { page: first } = await browser.open();
  await signIn(first, 'admin');
  const session = (await first.evaluate(`sessionStorage.getItem('${KEY}')`)) as string;
  const { page } = await browser.open();
  await withoutNews(page);
  await page.addInitScript(`sessionStorage.setItem('${KEY}', ${JSON.stringify(session)})`);
  return { page, asked: listen(page) };
}

function listen(page: Page) {
  const paths: string[] = [];
  const scripts: Response[] = [];
  let beforeRows = 0;
  page.on('request', (request) => {
    if (!request.url().startsWith('data:')) paths.push(request.url());
  });
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.push(response);
    if (beforeRows === 0 && response.url().includes('/api/macchinari') && !response.url().includes('righe=1&')) beforeRows = paths.length;
  });
  /** `beforeRows`: how many of the paths had been asked for when the rows came. */
  return { paths, scripts, beforeRows: () => beforeRows };
}

/** Returns the scripts that every screen loads, measured on an address without a screen. */
async function scriptsOfThePortal(): Promise<ReadonlySet<string>> {
  const { page, asked } = await freshPage();
  await page.goto(address('/home/nessuna-schermata'));
  await page.getByRole('navigation').first().waitFor();
  await settled(page);
  return new Set(asked.scripts.map((script) => new URL(script.url()).pathname));
}

const firstRow = (page: Page) => page.locator('tbody tr a').first();

describe('dal browser vuoto al primo elenco', () => {
  it('bastano 220 kB di JavaScript compresso, serviti compressi e per sempre', async () => {
    const { page, asked } = await freshPage();
    // the figures of the switches come after the list, and the kinds of documents after its rows: they are not part of it
    const counts = page.waitForRequest((request) => request.url().includes('righe=1&'));
    await page.goto(address('/home/macchinari'));
    await firstRow(page).waitFor();
    await counts;
    const isKinds = (path: string) => path.includes('/api/tipi_documento');
    expect(asked.paths.slice(0, asked.beforeRows()).filter(isKinds)).toEqual([]);
    // the stream of news opens, and what is kept of the list is read, a moment after the first screen
    const isLater = (path: string) => ['/api/eventi', '/api/avvisi', '/api/preferenze', '/api/viste'].includes(new URL(path).pathname);
    const paths = asked.paths.filter((path) => !path.includes('righe=1&') && !isKinds(path) && !isLater(path));
    expect(
      paths
        .filter((path) => path.includes('/api/'))
        .toSorted((a, b) => a.localeCompare(b))
        .map((path) => new URL(path).pathname),
    ).toEqual(['/api/macchinari', '/api/processi', '/api/sessione']);
    const sizes = await Promise.all(asked.scripts.map(async (script) => gzipSync(await script.body()).length));
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(MOST_SCRIPT);
    for (const script of asked.scripts.filter(
      (one) => one.url().includes('/assets/') && Number(one.headers()['content-length'] ?? 9e9) > 1024,
    )) {
      const headers = await script.allHeaders();
      expect([headers['content-encoding'], headers['cache-control']], script.url()).toEqual([
        expect.stringMatching(/^(br|gzip)$/),
        expect.stringContaining('immutable'),
      ]);
    }
  });

  it('i dati si chiedono mentre il codice della schermata arriva, e una volta sola', async () => {
    const { page, asked } = await freshPage();
    const portal = await scriptsOfThePortal();
    let letGo = () => {};
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    const ofTheScreen = (url: URL) => url.pathname.endsWith('.js') && !portal.has(url.pathname);
    await page.route(ofTheScreen, async (route) => {
      await held;
      await route.continue();
    });
    const script = page.waitForRequest((request) => ofTheScreen(new URL(request.url())));
    const list = page.waitForResponse((response) => response.url().includes('/api/macchinari?') && response.url().includes('cerca=A0'));
    await page.goto(address('/home/macchinari?cerca=A0&scaduti=1'), { waitUntil: 'commit' });
    await script;
    // the screen is not there, what it will show has come
    expect((await list).status()).toBe(200);
    expect(await firstRow(page).count()).toBe(0);
    letGo();
    await firstRow(page).waitFor();
    expect(asked.paths.filter((path) => path.includes('cerca=A0') && path.includes('/api/'))).toHaveLength(1);
  });
});
