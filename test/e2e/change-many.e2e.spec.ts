import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { accessible, photograph, signIn, tabs } from './browser.ts';

/** Description of this run's records. */
const NAME = `Insieme ${Date.now().toString(36)}`;

const rows = (page: Page) => page.locator('tr[data-row]');

describe('Più record insieme', () => {
  const browser = tabs();

  test('si scelgono, un’anteprima dice riga per riga che cosa cambia, si modificano, e si torna indietro', async () => {
    const { page } = await browser.open();
    await signIn(page, 'admin', '/home/macchinari?filtri=' + encodeURIComponent('{"tipologia":["Silo"]}'));
    await rows(page).first().waitFor();
    const many = await rows(page).count();
    expect(many).toBeGreaterThan(1);
    await page.getByRole('checkbox', { name: 'Seleziona la pagina' }).check();
    await page.getByRole('button', { name: 'MODIFICA INSIEME' }).click();
    const dialog = page.getByRole('dialog', { name: 'Modifica insieme' });
    await dialog.getByRole('combobox', { name: 'Aggiungi un campo' }).fill('Cespite');
    await page.getByRole('option', { name: 'Cespite' }).click();
    await dialog.getByRole('textbox', { name: 'Cespite' }).fill(NAME);
    await accessible(page, 'modifica insieme');
    await dialog.getByRole('button', { name: 'ANTEPRIMA' }).click();
    await dialog.getByText(`${many} record si modificano`).waitFor();
    expect(await dialog.locator('tbody tr').count()).toBe(many);
    for (const text of await dialog.locator('tbody tr').allInnerTexts()) expect(text).toContain(`→ ${NAME}`);
    await accessible(page, 'anteprima di una modifica insieme');
    await photograph(page, 'modifica-insieme');
    await dialog.getByRole('button', { name: 'MODIFICA', exact: true }).click();
    await page.getByText(`${many} record modificati`).waitFor();

    const changed = `/home/macchinari?filtri=${encodeURIComponent(JSON.stringify({ cespite: { contiene: NAME } }))}`;
    const { page: other } = await browser.open();
    await signIn(other, 'direzione', changed);
    await expect.poll(() => rows(other).count()).toBe(many);

    await page.getByRole('button', { name: 'ANNULLA' }).click();
    await page.getByText(`${many} record riportati`).waitFor();
    await other.reload();
    await other.getByText('Nessun risultato con questi filtri').waitFor();
  });

  test('chi può vedere soltanto non ha il bottone', async () => {
    const { page } = await browser.open();
    await signIn(page, 'operaio', '/home/macchinari');
    await rows(page).first().waitFor();
    await page.getByRole('checkbox', { name: 'Seleziona la pagina' }).check();
    await page
      .getByText(/selezionat/)
      .first()
      .waitFor();
    expect(await page.getByRole('button', { name: 'MODIFICA INSIEME' }).count()).toBe(0);
  });
});
