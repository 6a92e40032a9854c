import { describe, expect, test } from 'vitest';
import { accessible, accessibleInTheDark, noSidewaysScroll, photograph, SCRIVANIA, signIn, tabs, TELEFONO } from './browser.ts';
import { asPerson } from './demo-people.ts';

const SIZES = [
  ['scrivania', SCRIVANIA],
  ['telefono', TELEFONO],
] as const;

describe.each(SIZES)('Un operatore ha la matricola del lavoratore che è, %s', (size, viewport) => {
  const browser = tabs();

  test('il modulo la propone a chi ha lo stesso nome, e la scrive solo con USA', async () => {
    const matricola = `O${size.slice(0, 1)}${Date.now().toString(36)}`.toUpperCase();
    const nome = `Niccolò ${size}`;
    const api = await asPerson('admin');
    await api('POST', '/api/personale', { personale: { matricola, cognome: 'PROPOSTI', nome } });
    const { page } = await browser.open(viewport);
    await signIn(page, 'admin', '/home/operatore/dettaglio-operatore');
    await page.getByLabel('Descrizione').fill(`Proposti niccolo ${size}`);
    await page.getByText(`Proposta: ${matricola} (PROPOSTI ${nome})`).waitFor();
    expect(await page.getByRole('combobox', { name: 'Lavoratore' }).inputValue()).toBe('');
    await accessible(page, `operatore-${size}`);
    await noSidewaysScroll(page, `operatore-${size}`);
    await photograph(page, `operatore-proposta-${size}`);
    await accessibleInTheDark(page, 'operatore', `operatore-proposta-scuro-${size}`);
    await page.getByRole('button', { name: 'USA', exact: true }).click();
    await expect.poll(() => page.getByRole('combobox', { name: 'Lavoratore' }).inputValue()).toContain(matricola);
    await page.getByRole('button', { name: 'SALVA' }).click();
    await page.getByText('Inserimento effettuato').first().waitFor();
    const filtri = encodeURIComponent(JSON.stringify({ matricola }));
    const { body } = await api('GET', `/api/operatore?filtri=${filtri}`);
    expect(body.data).toMatchObject([{ descrizione: `Proposti niccolo ${size}`, matricola }]);
  });
});
