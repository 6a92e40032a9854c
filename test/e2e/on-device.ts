import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { address, PASSWORD, type Person } from './browser.ts';

/** A person who stays signed in, on a device that keeps the app and what its forms choose from. */
export async function remembered(page: Page, person: Person): Promise<void> {
  await page.goto(address('/'));
  await page.getByLabel('Username').fill(person);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD[person]);
  await page.getByText('Ricordami').click();
  await page.getByRole('button', { name: 'Accedi' }).click();
  await page.waitForURL('**/home');
  await expect.poll(() => page.evaluate('navigator.serviceWorker.controller !== null')).toBe(true);
  await copied(page, 13);
}

/** How many sealed texts lie on the device. */
const kept = (page: Page) =>
  page.evaluate(`new Promise((resolve) => {
    const opening = indexedDB.open('strato-invii');
    opening.onsuccess = () => {
      if (!opening.result.objectStoreNames.contains('kept')) return resolve(0);
      const count = opening.result.transaction('kept').objectStore('kept').count();
      count.onsuccess = () => { opening.result.close(); resolve(count.result); };
    };
    opening.onerror = () => resolve(0);
  })`) as Promise<number>;
/** Whoever may not see some of them has fewer: those that one may see stop growing. */
async function copied(page: Page, most: number): Promise<void> {
  await expect.poll(() => page.evaluate(`localStorage.getItem('strato.chiave-invii') !== null`)).toBe(true);
  let before = -1;
  await expect
    .poll(
      async () => {
        const now = await kept(page);
        const still = now === before && now > 5;
        before = now;
        return now >= most || still;
      },
      { interval: 1500 },
    )
    .toBe(true);
}
