import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { chromium, errors, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';

const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const FOLDER = join(import.meta.dirname, '..', '..', 'test-results', 'schermate');

/** Viewports in which every screen is tested: desktop and phone. */
export const SCRIVANIA = { width: 1440, height: 900 };
export const TELEFONO = { width: 390, height: 844 };

export const PASSWORD = { admin: 'admin-demo', direzione: 'direzione-demo', capo: 'capo-demo', operaio: 'operaio-demo' } as const;
export type Person = keyof typeof PASSWORD;

export const address = (path: string): string => new URL(path, process.env['STRATO_E2E_URL']).href;

/** Chromium's headless shell, which takes a third less processor time than the browser but has no camera and no PDF viewer. */
const SHELL = '/usr/bin/chromium-headless-shell';

function openBrowser({ args = [], whole = false }: BrowserOptions = {}): Promise<Browser> {
  const browsers = [...(whole ? [] : [SHELL]), '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
  const executablePath = browsers.find(existsSync);
  if (!executablePath) throw new Error('no Chromium on this machine: `make test` installs it');
  return chromium.launch({ executablePath, args: [...ARGS, ...args] });
}

interface BrowserOptions {
  /** Further arguments of the browser. */
  args?: readonly string[];
  /** Starts the whole browser instead of the headless shell, for specs that need a camera or the PDF viewer. */
  whole?: boolean;
}

export interface Card {
  context: BrowserContext;
  page: Page;
  /** Complaints of the page: script errors, refused resources, unexpected server errors. */
  complaints: string[];
}

/**
 * Opens a new browser profile with one page. `onDevice`: allows the service worker, which keeps the app in the profile as people's browsers
 * do.
 */
async function newTab(browser: Browser, viewport = SCRIVANIA, dark = false, onDevice = false): Promise<Card> {
  const context = await browser.newContext({
    viewport,
    locale: 'it-IT',
    timezoneId: 'Europe/Rome',
    reducedMotion: 'reduce',
    colorScheme: dark ? 'dark' : 'light',
    acceptDownloads: true,
    serviceWorkers: onDevice ? 'allow' : 'block',
  });
  context.setDefaultTimeout(45_000);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(`script: ${error.message}`));
  page.on('console', (message) => {
    // a refused call is expected in many tests; only script errors and blocked resources are faults
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) complaints.push(`console: ${message.text()}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 500) complaints.push(`${response.status()} ${response.url()}`);
  });
  return { context, page, complaints };
}

/** Logs address and text of the page, for the report of a failed test. */
async function tellWhereItStands(page: Page): Promise<void> {
  const text = (await page.evaluate('document.body.innerText').catch(String)) as string;
  console.log(`${page.url()}\n${text.slice(0, 1500)}`);
}

/** Milliseconds after which a browser that has not closed its pages counts as hanging, which happens with Chromium sometimes. */
const CLOSING_MS = 20_000;

async function allClosed(cards: readonly Card[]): Promise<boolean> {
  const closed = Promise.all(cards.map((card) => card.context.close())).then(() => true);
  // after the timeout this promise is no longer awaited, and rejects when the browser ends
  closed.catch(() => undefined);
  return Promise.race([closed, setTimeout(CLOSING_MS, false, { ref: false })]);
}

/** Browser shared by all specs of a test worker; it ends with the worker. */
let sharedBrowser: Promise<Browser> | undefined;

/**
 * Provides the pages for the tests of one `describe`. After each test, the pages must have no complaints and are closed. With `options`,
 * called at the start, the tests get a separate browser.
 */
export function tabs(options?: () => BrowserOptions) {
  const start = (): Promise<Browser> => (options ? openBrowser(options()) : (sharedBrowser ??= openBrowser()));
  let browser: Browser;
  let opened: Card[] = [];
  beforeAll(async () => {
    browser = await start();
  });
  afterEach(async ({ task }) => {
    const closing = opened;
    opened = [];
    if (task.result?.state === 'fail') for (const { page } of closing) await tellWhereItStands(page);
    expect(closing.flatMap((card) => card.complaints)).toEqual([]);
    if (await allClosed(closing)) return;
    console.log(`Chromium did not close its pages in ${CLOSING_MS} ms: another one goes on`);
    await browser.close();
    if (!options) sharedBrowser = undefined;
    browser = await start();
  });
  afterAll(async () => {
    if (options) await browser.close();
  });
  return {
    async open(viewport = SCRIVANIA, dark = false, onDevice = false): Promise<Card> {
      const card = await newTab(browser, viewport, dark, onDevice);
      opened.push(card);
      return card;
    },
  };
}

/** Lifetime of a shared session in milliseconds. A person has at most twenty sessions, and a new one ends the oldest. */
const SHARED_MS = 180_000;

/** A session that several tests use, with its token. */
export interface SharedSession {
  token: string;
  at: number;
}

/** Checks whether the portal still accepts a shared session, which a spec may have ended. */
export async function lasts(session: SharedSession): Promise<boolean> {
  if (Date.now() - session.at > SHARED_MS) return false;
  return (await fetch(address('/api/sessione'), { headers: { authorization: `Bearer ${session.token}` } })).ok;
}

/** Keys of the browser's storage for the session and for the key of its drafts. */
const SESSION_KEYS = new Set(['strato.sessione', 'strato.chiave-bozze']);
/** Session storage after a sign-in, by person. */
const signedIn = new Map<Person, SharedSession & { stored: [string, string][] }>();

/**
 * Signs in and opens a screen. The first sign-in of a person, and one on a page already open, uses the sign-in screen. On a new page, the
 * stored session of an earlier sign-in is restored instead.
 */
export async function signIn(page: Page, person: Person, path = '/home'): Promise<void> {
  const known = signedIn.get(person);
  if (page.url() === 'about:blank' && known && (await lasts(known))) {
    // opens an image of the portal, to set the session storage of its origin without loading the app
    await page.goto(address('/strato.svg'));
    const stored = JSON.stringify(known.stored);
    const loaded = page.waitForEvent('load');
    await page.evaluate(
      `for (const [key, value] of ${stored}) sessionStorage.setItem(key, value); location.replace(${JSON.stringify(path)})`,
    );
    await loaded;
    return;
  }
  await page.goto(address('/'));
  await page.getByLabel('Username').fill(person);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD[person]);
  await page.getByRole('button', { name: 'Accedi' }).click();
  await page.waitForURL('**/home');
  const stored = ((await page.evaluate('Object.entries(sessionStorage)')) as [string, string][]).filter(([key]) => SESSION_KEYS.has(key));
  const { token } = JSON.parse(new Map(stored).get('strato.sessione') ?? '{}') as { token: string };
  signedIn.set(person, { token, stored, at: Date.now() });
  if (path !== '/home') await page.goto(address(path));
}

/** Answers the stream of news with nothing, so that the page's network comes to rest: an open stream would keep it busy. */
export const withoutNews = (page: Page): Promise<unknown> => page.route('**/api/eventi', (route) => route.fulfill({ status: 204 }));

/** Milliseconds after which a page counts as settled, though the browser still counts a request: it sometimes never reports the end of one. */
const REST_MS = 10_000;

/** Waits until a page shows its data and has asked for nothing more during half a second. */
export async function settled(page: Page): Promise<void> {
  await page.locator('main').first().waitFor();
  await page.locator('.skeleton').first().waitFor({ state: 'detached' });
  await page.waitForLoadState('networkidle', { timeout: REST_MS }).catch((error: unknown) => {
    if (!(error instanceof errors.TimeoutError)) throw error;
  });
}

/** Closes the notices. An error stays until it is closed, over the controls under it. */
export async function dismissNotices(page: Page): Promise<void> {
  const close = page.locator('#avvisi').getByRole('button', { name: 'Chiudi avviso' });
  await expect
    .poll(async () => {
      if ((await close.count()) > 0)
        await close
          .first()
          .click({ timeout: 1000 })
          .catch(() => undefined);
      return close.count();
    })
    .toBe(0);
}

const STANDARDS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** Rules of these standards whose result depends on colors. */
const BY_COLOR = ['color-contrast', 'link-in-text-block'];

async function violations(page: Page, runOnly: unknown): Promise<unknown> {
  // the content security policy forbids script tags, but allows `evaluate`
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(AXE);
  return page.evaluate(`axe.run(document, { resultTypes: ['violations'], runOnly: ${JSON.stringify(runOnly)} }).then(({ violations }) =>
    violations.map((v) => v.id + ' (' + v.impact + '): ' + v.nodes.slice(0, 3).map((n) => n.target.join(' ') + ' ' + n.failureSummary).join(' | ')))`);
}

/** Checks that axe finds no violation of WCAG 2.2 A and AA on the page. */
export async function accessible(page: Page, where: string): Promise<void> {
  expect(await violations(page, STANDARDS), where).toEqual([]);
}

/**
 * Checks a page in the dark theme, after `accessible` checked it in the light theme, then restores the light theme. The theme is only a
 * class of <html>, so only the rules that depend on colors are checked, unless the markup changed.
 */
export async function accessibleInTheDark(page: Page, where: string, picture: string): Promise<void> {
  const markup = () => page.evaluate('document.body.outerHTML');
  const light = await markup();
  await page.evaluate('document.documentElement.classList.add("dark")');
  await photograph(page, picture);
  expect(await violations(page, { type: 'rule', values: BY_COLOR }), `${where}, dark`).toEqual([]);
  // if the markup changed meanwhile, the new elements need all rules
  if ((await markup()) !== light) await accessible(page, `${where}, dark`);
  await page.evaluate('document.documentElement.classList.remove("dark")');
}

/** Checks that the page does not scroll sideways. */
export async function noSidewaysScroll(page: Page, where: string): Promise<void> {
  const beyond = (await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')) as number;
  expect(beyond, `${where} scrolls sideways by ${beyond} px`).toBeLessThanOrEqual(0);
}

/** Pixels by which the filters above each list reach under the tools to their right. */
const UNDER_TOOLS = `[...document.querySelectorAll('.toolbar [role=toolbar]')].flatMap(({ children: [filters, tools] }) => {
  if (!filters || !tools) return [];
  const { left, top, bottom } = tools.getBoundingClientRect();
  return [...filters.querySelectorAll('*')]
    .map((part) => part.getBoundingClientRect())
    .filter((box) => box.width > 0 && box.top < bottom && box.bottom > top)
    .map((box) => Math.round(box.right - left));
})`;

/** Fails if the filters above a list reach under the tools to their right. */
export async function toolsBesideFilters(page: Page, where: string): Promise<void> {
  const overlaps = (await page.evaluate(UNDER_TOOLS)) as number[];
  expect(Math.max(0, ...overlaps), `${where}: filters reach under the tools`).toBe(0);
}

/** Saves a screenshot in test-results/schermate, to be reviewed by people. */
export async function photograph(page: Page, name: string): Promise<void> {
  mkdirSync(FOLDER, { recursive: true });
  await page.screenshot({ path: join(FOLDER, `${name}.jpg`), type: 'jpeg' });
}
