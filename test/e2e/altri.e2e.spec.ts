import { describe, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { signIn, tabs } from './browser.ts';

const KEY = `N${Date.now().toString(36).slice(-6)}`.toUpperCase();

/** Resolves when the page hears the portal's news, which it begins to do after its first screen. */
const hears = (page: Page) => page.waitForResponse((answer) => answer.url().endsWith('/api/eventi') && answer.status() === 200);

describe('Chi lavora insieme ad altri', () => {
  const browser = tabs();

  test('vede chi ha modifiche non salvate, chi ha salvato, e le novità dell’elenco senza che si muova', async () => {
    const { page: anna } = await browser.open();
    const { page: other } = await browser.open();
    const list = `/home/macchinari?filtri=${encodeURIComponent(JSON.stringify({ matricola: { contiene: KEY } }))}`;
    await signIn(anna, 'admin', '/home/macchinari/nuovo');
    await anna.getByRole('textbox', { name: /^Matricola(?! costr)/ }).fill(KEY);
    await anna.getByRole('textbox', { name: 'Marca' }).fill('Soilmec');
    await anna.getByRole('button', { name: 'SALVA', exact: true }).click();
    await anna.waitForURL(`**/home/macchinari/${KEY}`);
    const listening = hears(anna);
    await anna.goto(new URL(`/home/macchinari/${KEY}`, anna.url()).href);
    await listening;

    const heard = hears(other);
    await signIn(other, 'direzione', `/home/macchinari/${KEY}`);
    const brand = other.getByRole('textbox', { name: 'Marca' });
    await expect.poll(() => brand.inputValue()).toBe('Soilmec');
    await heard;

    // whoever types is named to the other, until the change is saved
    await anna.getByRole('textbox', { name: 'Marca' }).fill('Bauer');
    await other.getByText('aperto da admin').waitFor();
    await anna.getByRole('button', { name: 'SALVA', exact: true }).click();
    await other.getByText(/admin ha salvato/).waitFor();
    expect(await brand.inputValue()).toBe('Soilmec');
    await other.getByRole('button', { name: 'VEDI' }).click();
    await expect.poll(() => brand.inputValue()).toBe('Bauer');
    await other.getByText(/admin ha salvato/).waitFor({ state: 'detached' });
    await other.getByText('aperto da admin').waitFor({ state: 'detached' });
    // one's own save is no news
    expect(await anna.getByText(/ha salvato/).count()).toBe(0);

    await other.goto(new URL(list, other.url()).href);
    const again = hears(other);
    const row = other.getByRole('row', { name: new RegExp(KEY) });
    await row.waitFor();
    await again;
    const before = await row.boundingBox();
    await anna.goto(new URL(`/home/macchinari/${KEY}`, anna.url()).href);
    await anna.getByRole('textbox', { name: 'Marca' }).fill('Casagrande');
    await anna.getByRole('button', { name: 'SALVA', exact: true }).click();
    const offer = other.getByRole('button', { name: '1 novità' });
    await offer.waitFor();
    expect(await row.boundingBox()).toEqual(before);
    expect(await row.getAttribute('class')).toContain('is-changed');
    expect(await row.innerText()).toContain('Bauer');
    await offer.click();
    await expect.poll(() => row.innerText()).toContain('Casagrande');
    await offer.waitFor({ state: 'detached' });
  });

  test('ha un collegamento solo per tutte le finestre di un browser', async () => {
    const { page, context } = await browser.open();
    const streams: string[] = [];
    context.on('request', (request) => void (request.url().endsWith('/api/eventi') && streams.push(request.url())));
    const first = hears(page);
    await signIn(page, 'admin', '/home/macchinari');
    await first;
    const second = await context.newPage();
    await second.goto(new URL('/home/macchinari', page.url()).href);
    await second.getByRole('row').nth(2).waitFor();
    await second.waitForTimeout(4000);
    expect(streams).toHaveLength(1);
    // the other window takes over
    const taken = hears(second);
    await page.close();
    await taken;
  });
});
