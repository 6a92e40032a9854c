import { describe, expect, test } from 'vitest';
import {
  accessible,
  accessibleInTheDark,
  address,
  noSidewaysScroll,
  PASSWORD,
  photograph,
  SCRIVANIA,
  signIn,
  tabs,
  TELEFONO,
} from './browser.ts';
import { makePerson } from './demo-people.ts';

const SIZES = [
  ['scrivania', SCRIVANIA],
  ['telefono', TELEFONO],
] as const;

describe.each(SIZES)('La conferma, %s', (size, viewport) => {
  const browser = tabs();

  test('una chiamata che la chiede si ripete da sé dopo la password; annullata, niente è cambiato', async () => {
    const memberID = `confermato-${size.slice(0, 2)}${Date.now().toString(36)}`;
    await makePerson({ memberID, groupID: 3 });
    const { page } = await browser.open(viewport);
    await signIn(page, 'admin', `/membership/dettaglio-utente?id=${memberID}`);
    // the session is older than fifteen minutes until the person confirms
    let confirmed = false;
    const keys: (string | undefined)[] = [];
    await page.route('**/api/conferma', async (route) => {
      const answer = await route.fetch();
      confirmed = answer.ok();
      await route.fulfill({ response: answer });
    });
    await page.route('**/api/users', async (route) => {
      if (route.request().method() !== 'PUT') return route.fallback();
      keys.push(route.request().headers()['idempotency-key']);
      if (confirmed) return route.fallback();
      await route.fulfill({
        status: 403,
        contentType: 'application/problem+json',
        body: JSON.stringify({
          type: '/problemi/conferma-richiesta',
          message: 'Serve di nuovo la tua password, o il codice: senza, non è stato fatto niente.',
        }),
      });
    });
    await page.getByRole('combobox', { name: 'Group' }).fill('Capicantiere');
    await page.getByRole('option', { name: 'Capicantiere' }).click();
    await page.getByRole('button', { name: 'SALVA' }).click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByRole('heading', { name: 'Conferma che sei tu' }).waitFor();
    await accessible(page, `conferma-${size}`);
    await noSidewaysScroll(page, `conferma-${size}`);
    await photograph(page, `conferma-${size}`);
    await accessibleInTheDark(page, 'conferma', `conferma-scuro-${size}`);
    await dialog.getByRole('button', { name: 'ANNULLA' }).click();
    await page.getByText('senza, non è stato fatto niente').first().waitFor();

    await page.getByRole('button', { name: 'SALVA' }).click();
    await dialog.getByLabel('La tua password').fill('non è questa');
    await dialog.getByRole('button', { name: 'CONFERMA' }).click();
    await dialog.getByText('La password non è corretta').waitFor();
    await photograph(page, `conferma-errata-${size}`);
    await dialog.getByLabel('La tua password').fill(PASSWORD.admin);
    await dialog.getByRole('button', { name: 'CONFERMA' }).click();
    await page.getByText('Modifica effettuata').first().waitFor();
    // the repeated call is the same command
    expect(keys.length).toBeGreaterThan(2);
    expect(keys.at(-1)).toBe(keys.at(-2));
    await page.goto(address(`/membership/dettaglio-utente?id=${memberID}`));
    await expect.poll(() => page.getByRole('combobox', { name: 'Group' }).inputValue()).toBe('Capicantiere');
  });
});
