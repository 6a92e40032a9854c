import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { md5 } from '../access.ts';
import { call } from '../calls.ts';
import { appCode } from '../second-factor.ts';
import { accessible, accessibleInTheDark, address, noSidewaysScroll, photograph, SCRIVANIA, signIn, tabs, TELEFONO } from './browser.ts';
import { makePerson, OWN_PASSWORD, signInAs } from './demo-people.ts';

const SIZES = [
  ['scrivania', SCRIVANIA],
  ['telefono', TELEFONO],
] as const;

async function checked(page: Page, name: string): Promise<void> {
  await accessible(page, name);
  await noSidewaysScroll(page, name);
  await photograph(page, name);
}

/** Opens the sign-in screen and types name and password. */
async function typePassword(page: Page, user: string): Promise<void> {
  await page.goto(address('/'));
  await page.getByLabel('Username').fill(user);
  await page.getByLabel('Password', { exact: true }).fill(OWN_PASSWORD);
  await page.getByRole('button', { name: 'Accedi' }).click();
}

/** Signs out by forgetting the session in the browser. */
async function leave(page: Page): Promise<void> {
  // first a page without the app, which may store the session once more
  await page.goto(address('/strato.svg'));
  await page.evaluate('sessionStorage.clear(); localStorage.removeItem("strato.sessione")');
}

describe.each(SIZES)('Il secondo fattore, %s', (size, viewport) => {
  const browser = tabs();
  const user = `fattore-${size.slice(0, 2)}${Date.now().toString(36)}`;

  test('si attiva dal profilo, serve per entrare, un codice di recupero lo sostituisce, e l’amministratore lo toglie', async () => {
    await makePerson({ memberID: user, groupID: 3 });
    const { page } = await browser.open(viewport);
    await signInAs(page, user);
    await page.goto(address('/membership'));
    const card = page.getByRole('region', { name: 'Secondo fattore' });
    await card.getByRole('button', { name: 'ATTIVA' }).click();
    await card.getByRole('img', { name: 'Codice QR per l’app di autenticazione' }).waitFor();
    await card.scrollIntoViewIfNeeded();
    await checked(page, `secondo-fattore-avvio-${size}`);
    const secret = /[A-Z2-7]{4}(?: [A-Z2-7]{4}){7}/.exec(await card.innerText())![0].replaceAll(' ', '');
    await card.getByLabel('Codice che l’app mostra').fill('000000');
    await card.getByRole('button', { name: 'CONFERMA' }).click();
    await card.getByText('Il codice non è quello che l’app mostra ora').waitFor();
    await card.getByLabel('Codice che l’app mostra').fill(appCode(secret, new Date(), -1));
    await card.getByRole('button', { name: 'CONFERMA' }).click();
    const codes = card.getByRole('list', { name: 'Codici di recupero' }).getByRole('listitem');
    await expect.poll(() => codes.count()).toBe(10);
    const recovery = (await codes.first().innerText()).trim();
    await checked(page, `secondo-fattore-codici-${size}`);
    await card.getByRole('button', { name: 'LI HO CONSERVATI' }).click();
    await card.getByText('Hai ancora 10 codici di recupero.').waitFor();
    await checked(page, `secondo-fattore-attivo-${size}`);

    await leave(page);
    await typePassword(page, user);
    const code = page.getByLabel('Codice di verifica');
    await code.waitFor();
    await checked(page, `accesso-codice-${size}`);
    await accessibleInTheDark(page, 'accesso con codice', `accesso-codice-scuro-${size}`);
    await code.fill('123');
    await page.getByRole('button', { name: 'Accedi' }).click();
    await page.getByText('Il codice non è corretto, o è già stato usato').waitFor();
    await code.fill(appCode(secret));
    await page.getByRole('button', { name: 'Accedi' }).click();
    await page.waitForURL('**/home');

    await leave(page);
    await typePassword(page, user);
    await code.fill(recovery.toUpperCase());
    await page.getByRole('button', { name: 'Accedi' }).click();
    await page.waitForURL('**/home');

    // a session that ended over a page asks for the code too
    const { body } = await call(address('/api/login'), 'POST', {
      body: { username: user, password: md5(OWN_PASSWORD), codice: appCode(secret, new Date(), 1) },
    });
    await call(address('/api/sessioni'), 'DELETE', { token: body.utente.token as string, body: { tutte: 1 } });
    await page.goto(address('/membership'));
    const dialog = page.getByRole('alertdialog');
    await dialog.getByLabel('Password', { exact: true }).fill(OWN_PASSWORD);
    await dialog.getByRole('button', { name: 'ACCEDI' }).click();
    await dialog.getByLabel('Codice di verifica').waitFor();
    await photograph(page, `riaccesso-codice-${size}`);

    const office = await browser.open(viewport);
    await signIn(office.page, 'admin', `/membership/dettaglio-utente?id=${user}`);
    await office.page.getByRole('button', { name: 'TOGLI IL SECONDO FATTORE' }).click();
    await checked(office.page, `secondo-fattore-togli-${size}`);
    await office.page.getByRole('alertdialog').getByRole('button', { name: 'TOGLI', exact: true }).click();
    await office.page.getByText('Secondo fattore tolto').waitFor();

    await leave(page);
    await typePassword(page, user);
    await page.waitForURL('**/home');
  });
});
