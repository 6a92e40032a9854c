import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { accessible, address, photograph, signIn, tabs } from './browser.ts';

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
    await page.locator('#avvisi').getByText(`${many} record modificati`).waitFor();

    const changed = `/home/macchinari?filtri=${encodeURIComponent(JSON.stringify({ cespite: { contiene: NAME } }))}`;
    const { page: other } = await browser.open();
    await signIn(other, 'direzione', changed);
    await expect.poll(() => rows(other).count()).toBe(many);

    await page.getByRole('button', { name: 'ANNULLA' }).click();
    await page.locator('#avvisi').getByText(`${many} record riportati`).waitFor();
    await other.reload();
    await other.getByText('Nessun risultato con questi filtri').waitFor();

    // the taking back is a change of many too: its row in the trail takes it back, and so on
    await page.goto(address('/home/storico'));
    const row = page.getByRole('row', { name: new RegExp(`admin .*ha modificato ${many} macchinari`) }).first();
    await row.getByRole('button', { name: 'Annulla' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'ANNULLA LA MODIFICA' }).click();
    await page.locator('#avvisi').getByText(`${many} record riportati`).waitFor();
    await other.reload();
    await expect.poll(() => rows(other).count()).toBe(many);
    await page.locator('#avvisi').getByRole('button', { name: 'ANNULLA' }).click();
    await expect.poll(async () => other.reload().then(() => other.getByText('Nessun risultato con questi filtri').count())).toBe(1);
  });

  test('una cella si modifica nell’elenco, dalla tastiera e con la matita, e si annulla', async () => {
    const { page } = await browser.open();
    await signIn(page, 'admin', '/home/macchinari?cerca=A0016');
    const row = rows(page).filter({ hasText: 'A0016' });
    await row.focus();
    await page.keyboard.press('F2');
    const editor = page.getByRole('dialog', { name: /: A0016 / });
    // the editor listens to keys once its field has the focus
    const focused = (field: Locator) => field.and(page.locator(':focus')).waitFor();
    await focused(editor.getByRole('combobox', { name: 'Tipologia' }));
    for (const label of ['Marca', 'Modello']) {
      await page.keyboard.press('F2');
      await focused(editor.getByRole('textbox', { name: label }));
    }
    const before = await editor.getByRole('textbox', { name: 'Modello' }).inputValue();
    await accessible(page, 'una cella in modifica');
    await editor.getByRole('textbox', { name: 'Modello' }).fill(NAME);
    await page.keyboard.press('Enter');
    await page.locator('#avvisi').getByText('Salvataggio Effettuato correttamente').waitFor();
    await row.getByText(NAME).waitFor();
    await page.locator('#avvisi').getByRole('button', { name: 'ANNULLA' }).click();
    await page.getByText('Modifica annullata').waitFor();
    await row.getByText(before, { exact: true }).hover();
    await row.getByRole('button', { name: 'Modifica: Modello' }).click();
    await focused(editor.getByRole('textbox', { name: 'Modello' }));
    expect(await editor.getByRole('textbox', { name: 'Modello' }).inputValue()).toBe(before);
    await page.keyboard.press('Escape');
    await editor.waitFor({ state: 'hidden' });
    expect(new URL(page.url()).pathname).toBe('/home/macchinari');
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
    await rows(page).first().hover();
    expect(await page.getByRole('button', { name: /^Modifica: / }).count()).toBe(0);
  });
});
