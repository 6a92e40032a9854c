import { describe, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { accessible, address, noSidewaysScroll, photograph, PASSWORD, SCRIVANIA, tabs, TELEFONO } from './browser.ts';

/** Waits until the service worker controls this tab. */
const onDevice = (page: Page) => expect.poll(() => page.evaluate('navigator.serviceWorker.controller !== null')).toBe(true);
const rows = (page: Page) => page.locator('tbody tr:not([aria-hidden]), [data-grid-card]');

/** Signs in as admin with "Ricordami", so that the session stays on the device. */
async function remembered(page: Page): Promise<void> {
  await page.goto(address('/'));
  await page.getByLabel('Username').fill('admin');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD.admin);
  await page.getByText('Ricordami').click();
  await page.getByRole('button', { name: 'Accedi' }).click();
  await page.waitForURL('**/home');
  await onDevice(page);
}

describe('senza rete', () => {
  const browser = tabs();

  test('una schermata mai aperta c’è, dice che aspetta, e i dati arrivano da soli', async () => {
    const { page, context } = await browser.open(SCRIVANIA, false, true);
    await remembered(page);
    await context.setOffline(true);
    await page.getByText('Senza rete:').waitFor();
    await page.getByRole('button', { name: 'Cantieri', exact: true }).click();
    await page.getByRole('link', { name: 'Costi', exact: true }).click();
    await page.getByRole('heading', { name: 'COSTI' }).waitFor();
    await page.getByText('Si carica da sé quando la rete torna.').waitFor();
    await expect.poll(() => page.getByText('Il portale è stato aggiornato').count()).toBe(0);
    await expect.poll(() => page.getByRole('alert').count()).toBe(0);
    await photograph(page, 'senza-rete');
    await accessible(page, 'costi, senza rete');
    await context.setOffline(false);
    await rows(page).first().waitFor();
    await expect.poll(() => page.getByText('Senza rete').count()).toBe(0);
  });

  test('una scheda aperta da capo mostra il portale, sul telefono anche, e prosegue da sé; di chi è entrato non resta niente in cache', async () => {
    const { page, context } = await browser.open(TELEFONO, false, true);
    await remembered(page);
    await page.goto(address('/home/macchinari'));
    await rows(page).first().waitFor();
    await context.setOffline(true);
    const fresh = await context.newPage();
    await fresh.goto(address('/home/cantieri'));
    await fresh.getByText('Senza rete:').waitFor();
    await fresh.getByText('Si carica da sé quando la rete torna.').waitFor();
    await photograph(fresh, 'senza-rete-telefono');
    await noSidewaysScroll(fresh, 'cantieri, senza rete');
    await accessible(fresh, 'cantieri, senza rete');
    const kept = (await fresh.evaluate(`caches.keys()
      .then((names) => Promise.all(names.map((name) => caches.open(name).then((cache) => cache.keys()))))
      .then((requests) => requests.flat().map(({ url }) => new URL(url).pathname))`)) as string[];
    expect(kept).toContain('/index.html');
    expect(kept.filter((path) => /^\/(api|file)/.test(path))).toEqual([]);
    await context.setOffline(false);
    await rows(fresh).first().waitFor();
  });

  test('ciò che si era scritto sopravvive alla ricarica, si riprende e si salva quando la rete c’è', async () => {
    const { page, context } = await browser.open(TELEFONO, false, true);
    await remembered(page);
    await page.goto(address('/home/meccanici/dettaglio-meccanici'));
    const name = page.getByLabel('Descrizione');
    await name.fill(`Bozza ${Date.now()}`);
    const written = await name.inputValue();
    await context.setOffline(true);
    await page.getByText('Senza rete:').waitFor();
    page.once('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await page.getByText('Hai delle modifiche non salvate').waitFor();
    await photograph(page, 'bozza-telefono');
    await noSidewaysScroll(page, 'bozza');
    await accessible(page, 'bozza, telefono');
    await page.getByRole('button', { name: 'Riprendi' }).click();
    await expect.poll(() => name.inputValue()).toBe(written);
    // without a network, the save waits; after "Non aspettare" the page says that nothing is saved
    await page.getByRole('button', { name: 'SALVA' }).click();
    await page.getByText('in attesa, non ancora salvata').waitFor();
    await page.getByRole('button', { name: 'Non aspettare' }).click();
    await page.getByText('premi di nuovo SALVA').waitFor();
    await context.setOffline(false);
    await expect.poll(() => page.getByText('Senza rete').count()).toBe(0);
    await page.getByRole('button', { name: 'SALVA' }).click();
    await page.waitForURL(/\?id=\d+/);
    await expect.poll(() => page.evaluate('Object.keys(localStorage).filter((key) => key.startsWith("strato.bozze.")).length')).toBe(0);
  });

  test('la pagina pubblica di una macchina e il suo accesso si aprono, e dicono che manca la rete', async () => {
    const { page, context } = await browser.open(TELEFONO, false, true);
    await page.goto(address('/'));
    await onDevice(page);
    await context.setOffline(true);
    await page.goto(address('/login-qr?tipo=macchinari&id=A0001'));
    await page.getByText('Senza rete:').waitFor();
    await page.getByLabel('Username').waitFor();
    await page.goto(address('/home/macchinari/qrcode/A0001'));
    await page.getByText('Senza rete:').waitFor();
    await context.setOffline(false);
    await page.getByRole('heading', { name: 'A0001' }).waitFor();
  });
});
