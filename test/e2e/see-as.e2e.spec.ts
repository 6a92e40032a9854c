import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { accessible, address, noSidewaysScroll, photograph, SCRIVANIA, signIn, TELEFONO, type Card, tabs } from './browser.ts';
import { makeUser, signInAs } from './demo-people.ts';

describe.each([
  ['scrivania', SCRIVANIA],
  ['telefono', TELEFONO],
] as const)('L’amministratore vede il portale come un altro (%s)', (size, viewport) => {
  const browser = tabs();
  let card: Card;
  const strip = (page: Page) => page.getByText(/Sola lettura: il portale come lo vede/);

  test('con ciò che vede il capo, senza poter salvare, e poi torna dov’era', async () => {
    card = await browser.open(viewport);
    const { page } = card;
    await signIn(page, 'admin', '/membership/dettaglio-utente?id=capo');
    const section = page.getByRole('region', { name: 'Vedi come' });
    await section.scrollIntoViewIfNeeded();
    await photograph(page, `vedi-come-utente-${size}`);
    await section.getByRole('button', { name: 'VEDI COME' }).click();
    await strip(page).waitFor();
    expect(new URL(page.url()).pathname).toBe('/home');
    expect(await strip(page).innerText()).toContain('(capo)');
    await photograph(page, `vedi-come-${size}`);
    await accessible(page, 'vedi come');
    await noSidewaysScroll(page, 'vedi come');

    // a page loaded again is still seen as the other
    await page.goto(new URL('/home/manutenzioni/nuovo', page.url()).href);
    await strip(page).waitFor();
    await page.goto(new URL('/membership', page.url()).href);
    await strip(page).waitFor();
    await page.getByLabel('City').fill('Modena');
    await page.getByRole('button', { name: 'SALVA' }).click();
    await page.getByText('Sola lettura: chi vede il portale come un’altra persona non modifica niente.').waitFor();
    await photograph(page, `vedi-come-rifiuto-${size}`);

    await page.getByRole('button', { name: 'ESCI', exact: true }).click();
    await page.waitForURL(/membership\/dettaglio-utente\?id=capo/);
    await page.getByRole('region', { name: 'Vedi come' }).waitFor();
    expect(await strip(page).count()).toBe(0);

    // the trail tells it by both names
    await page.goto(new URL('/home/accessi?utente=admin%20come%20capo', page.url()).href);
    await page.getByText('Fine: uscita').first().waitFor();
    await photograph(page, `vedi-come-accessi-${size}`);
  }, 60_000);

  test('chi vede gli utenti senza essere del gruppo 2 non ha il bottone', async () => {
    card = await browser.open(viewport);
    const { page } = card;
    const user = `vede-utenti-${size}`;
    await makeUser(user, { admin_page: { allowInsert: 1, allowView: 3, allowEdit: 3, allowDelete: 0 } });
    await signInAs(page, user);
    await page.goto(address('/membership/dettaglio-utente?id=capo'));
    await page.getByLabel('City').waitFor();
    expect(await page.getByRole('button', { name: 'VEDI COME' }).count()).toBe(0);
  });
});
