import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { md5 } from '../access.ts';
import { call } from '../calls.ts';
import { accessible, address, noSidewaysScroll, photograph, SCRIVANIA, signIn, tabs, TELEFONO } from './browser.ts';
import { makePerson, OWN_PASSWORD } from './demo-people.ts';
import { withAuthenticator } from './virtual-authenticator.ts';

const SIZES = [
  ['scrivania', SCRIVANIA],
  ['telefono', TELEFONO],
] as const;

/** Browsers give passkeys to names, not to network addresses. */
const named = (path: string): string => {
  const url = new URL(address(path));
  url.hostname = 'localhost';
  return url.href;
};

async function checked(page: Page, name: string): Promise<void> {
  await accessible(page, name);
  await noSidewaysScroll(page, name);
  await photograph(page, name);
}

describe.each(SIZES)('Le passkey, %s', (size, viewport) => {
  const browser = tabs();
  const cardOf = (page: Page) => page.getByRole('region', { name: 'Passkey' });
  const user = `passkey-${size.slice(0, 2)}${Date.now().toString(36)}`;

  /** Signs a person in by password, on a device that makes passkeys, and opens the profile. */
  async function profileOf(person: string): Promise<Page> {
    const { page, context } = await browser.open(viewport);
    await withAuthenticator(context, page);
    await page.goto(named('/'));
    await page.getByLabel('Username').fill(person);
    await page.getByLabel('Password', { exact: true }).fill(OWN_PASSWORD);
    await page.getByRole('button', { name: 'Accedi' }).click();
    await page.waitForURL('**/home');
    await page.goto(named('/membership'));
    return page;
  }

  test('si aggiunge dal profilo, fa entrare senza password, e si toglie', async () => {
    await makePerson({ memberID: user, groupID: 3 });
    const page = await profileOf(user);
    const card = cardOf(page);
    await card.getByRole('button', { name: 'AGGIUNGI PASSKEY' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Nome').fill('Portatile');
    await checked(page, `passkey-nome-${size}`);
    await dialog.getByRole('button', { name: 'CONTINUA' }).click();
    await card.getByText('Portatile').waitFor();
    await card.scrollIntoViewIfNeeded();
    await checked(page, `passkey-profilo-${size}`);

    await page.evaluate('sessionStorage.clear(); localStorage.removeItem("strato.sessione")');
    await page.goto(named('/'));
    const enter = page.getByRole('button', { name: 'Entra con passkey' });
    await enter.waitFor();
    await checked(page, `passkey-accesso-${size}`);
    await enter.click();
    await page.waitForURL('**/home');

    // a call that asks for a confirmation is repeated after the passkey has given it
    let refused = false;
    await page.route('**/api/passkey', (route) => {
      if (refused || route.request().method() !== 'DELETE') return route.fallback();
      refused = true;
      return route.fulfill({
        status: 403,
        contentType: 'application/problem+json',
        body: JSON.stringify({ type: '/problemi/conferma-richiesta', message: 'Serve di nuovo la tua password, o il codice.' }),
      });
    });
    await page.goto(named('/membership'));
    await card.getByRole('button', { name: 'TOGLI Portatile' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'TOGLI', exact: true }).click();
    await page.getByRole('heading', { name: 'Conferma che sei tu' }).waitFor();
    const again = page.getByRole('button', { name: 'USA UNA PASSKEY' });
    await again.waitFor();
    await checked(page, `passkey-conferma-${size}`);
    await again.click();
    await page.getByText('Passkey tolta').waitFor();
    await expect.poll(() => card.getByText('Portatile').count()).toBe(0);
  });

  test('fa continuare la sessione scaduta; un amministratore le toglie a chi ha perso il dispositivo', async () => {
    const lost = `${user}-perso`;
    await makePerson({ memberID: lost, groupID: 3 });
    const page = await profileOf(lost);
    const card = cardOf(page);
    await card.getByRole('button', { name: 'AGGIUNGI PASSKEY' }).click();
    await page.getByRole('dialog').getByLabel('Nome').fill('Telefono');
    await page.getByRole('dialog').getByRole('button', { name: 'CONTINUA' }).click();
    await card.getByText('Telefono').waitFor();

    const { body } = await call(address('/api/login'), 'POST', { body: { username: lost, password: md5(OWN_PASSWORD) } });
    await call(address('/api/sessioni'), 'DELETE', { token: body.utente.token as string, body: { tutte: 1 } });
    await page.goto(named('/membership'));
    await page.getByRole('heading', { name: 'La sessione è scaduta' }).waitFor();
    await page.getByRole('button', { name: 'USA UNA PASSKEY' }).waitFor();
    await checked(page, `passkey-riaccesso-${size}`);
    await page.getByRole('button', { name: 'USA UNA PASSKEY' }).click();
    await card.getByText('Telefono').waitFor();

    const office = await browser.open(viewport);
    await signIn(office.page, 'admin', `/membership/dettaglio-utente?id=${lost}`);
    const take = office.page.getByRole('button', { name: 'TOGLI LA PASSKEY' });
    await take.scrollIntoViewIfNeeded();
    await checked(office.page, `passkey-utente-${size}`);
    await take.click();
    await office.page.getByRole('alertdialog').getByText('Non far entrare più').waitFor();
    await office.page.getByRole('alertdialog').getByRole('button', { name: 'TOGLI', exact: true }).click();
    await office.page.getByText('Passkey tolta').waitFor();
    await expect.poll(() => take.count()).toBe(0);
    await page.reload();
    await card.getByRole('button', { name: 'AGGIUNGI PASSKEY' }).waitFor();
    expect(await card.getByText('Telefono').count()).toBe(0);
  });
});
