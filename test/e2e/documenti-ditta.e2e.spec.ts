import { describe, test } from 'vitest';
import { accessible, address, SCRIVANIA, signIn, tabs, TELEFONO } from './browser.ts';

describe.each([
  ['scrivania', SCRIVANIA],
  ['telefono', TELEFONO],
] as const)('I documenti della ditta, %s', (size, viewport) => {
  const browser = tabs();

  test('la direzione ne registra uno, ne carica il file con la scadenza e lo ritrova nell’elenco', async () => {
    const { page } = await browser.open(viewport);
    await signIn(page, 'direzione', '/home/documenti-ditta/dettaglio-documenti-ditta');
    await page.getByText('Salva prima il documento').waitFor();
    await page.getByLabel(/^Tipo/).first().fill('durc');
    await page.getByRole('option', { name: /DURC/ }).click();
    await page.getByRole('button', { name: 'SALVA', exact: true }).click();
    await page.getByText('Il documento si carica con RINNOVA').waitFor();
    if (size === 'telefono') await page.getByRole('button', { name: 'Altre azioni' }).click();
    await page
      .getByRole('button', { name: 'RINNOVA', exact: true })
      .or(page.getByRole('menuitem', { name: 'RINNOVA' }))
      .click();
    const dialog = page.getByRole('dialog');
    await dialog
      .locator('input[type=file]')
      .first()
      .setInputFiles({
        name: 'durc.pdf',
        mimeType: 'application/pdf',
        buffer: Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n'),
      });
    await dialog.getByRole('button', { name: 'RINNOVA', exact: true }).click();
    await page.getByText('Documento rinnovato').waitFor();
    await page.getByText('tra 120 giorni').waitFor();
    await accessible(page, 'documento della ditta');
    await page.goto(address('/home/documenti-ditta'));
    await page.getByText('durc').first().waitFor();
  });
});
