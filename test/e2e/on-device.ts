import type { Page, Request } from 'playwright-core';
import { expect } from 'vitest';
import { address, PASSWORD, type Person } from './browser.ts';

/** Signs a person in with "Ricordami", and waits until the device holds the app and the registers for its forms. */
export async function signInRemembered(page: Page, person: Person): Promise<void> {
  const calls = callsUnderWay(page);
  await page.goto(address('/'));
  await page.getByLabel('Username').fill(person);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD[person]);
  await page.getByText('Ricordami').click();
  await page.getByRole('button', { name: 'Accedi' }).click();
  await page.waitForURL('**/home');
  await expect.poll(() => page.evaluate('navigator.serviceWorker.controller !== null')).toBe(true);
  await awaitCopies(page, calls);
}

/** Counts the encrypted texts that the device stores. */
const countStoredTexts = (page: Page) =>
  page.evaluate(`new Promise((resolve) => {
    const opening = indexedDB.open('strato-invii');
    opening.onsuccess = () => {
      if (!opening.result.objectStoreNames.contains('kept')) return resolve(0);
      const count = opening.result.transaction('kept').objectStore('kept').count();
      count.onsuccess = () => { opening.result.close(); resolve(count.result); };
    };
    opening.onerror = () => resolve(0);
  })`) as Promise<number>;

/** Returns a function that counts the calls that the portal has not answered yet; the stream of news always is one. */
function callsUnderWay(page: Page): () => number {
  const open = new Set<Request>();
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/') && pathname !== '/api/eventi') open.add(request);
  });
  page.on('requestfinished', (request) => open.delete(request));
  page.on('requestfailed', (request) => open.delete(request));
  return () => open.size;
}

/** Waits until the device holds every register that the person may see; registers are copied one after the other. */
async function awaitCopies(page: Page, calls: () => number): Promise<void> {
  await expect.poll(() => page.evaluate(`localStorage.getItem('strato.chiave-invii') !== null`)).toBe(true);
  let before = -1;
  await expect
    .poll(
      async () => {
        const now = await countStoredTexts(page);
        const still = now === before && now > 5 && calls() === 0;
        before = now;
        return still;
      },
      { interval: 1000 },
    )
    .toBe(true);
}
