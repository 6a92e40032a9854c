import { describe, expect, test } from 'vitest';
import { pdf } from '../samples.ts';
import { call } from '../calls.ts';
import { accessible, accessibleInTheDark, address, noSidewaysScroll, photograph, SCRIVANIA, signIn, tabs, TELEFONO } from './browser.ts';
import { demoWorkers } from './demo-workers.ts';
import { asPerson } from './demo-people.ts';

const SIZES = [
  ['scrivania', SCRIVANIA, '2024-05-31'],
  ['telefono', TELEFONO, '2001-05-31'],
] as const;

describe.each(SIZES)('Una persona si dimentica dalla sua scheda, %s', (size, viewport, end) => {
  const browser = tabs();

  test('l’anteprima, il motivo, la forzatura dove si conserva, e poi la scheda del numero', async () => {
    const matricola = `D${size.slice(0, 1)}${Date.now().toString(36)}`.toUpperCase();
    const api = await asPerson('admin');
    await api('POST', '/api/personale', {
      personale: {
        matricola,
        cognome: 'Passaggeri',
        nome: 'Ilario',
        data_inizio: '1999-01-01',
        data_fine: end,
        scadenza_idoneita: '2000-01-01',
      },
    });
    await api('POST', '/api/operatore', { operatore: { descrizione: 'Passaggeri Ilario', matricola } });
    await api('POST', '/api/referenti', { referente: { Nome: `Ilario Passaggeri, ufficio ${size}` } });
    const form = new FormData();
    form.append('matricola', matricola);
    form.append('personale', `PERSONALE/${matricola}_PASSAGGERI_ILARIO/${matricola}_ci.pdf`);
    form.append('docMacch', 'false');
    form.append('file', new Blob([new Uint8Array(pdf('documento'))]), 'ci.pdf');
    await call(address('/api/ftp/caricaDoc'), 'POST', { token: (await demoWorkers()).token, body: form });

    const { page } = await browser.open(viewport);
    await signIn(page, 'admin', `/home/personale/${matricola}`);
    await page.getByRole('button', { name: 'Altre azioni' }).click();
    await page.getByRole('menuitem', { name: 'DIMENTICA' }).click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByText('Passaggeri Ilario', { exact: false }).first().waitFor();
    await dialog.getByText('Referenti', { exact: false }).waitFor();
    const red = dialog.getByRole('button', { name: 'DIMENTICA' });
    expect(await red.isDisabled()).toBe(true);
    await dialog.getByLabel('Motivo').fill('sua richiesta');
    const forced = dialog.getByRole('checkbox', { name: /Dimentica lo stesso/ });
    if (end > '2020') {
      expect(await red.isDisabled()).toBe(true);
      await forced.check();
    } else expect(await forced.count()).toBe(0);
    await accessible(page, `dimentica-${size}`);
    await noSidewaysScroll(page, `dimentica-${size}`);
    await photograph(page, `dimentica-${size}`);
    await accessibleInTheDark(page, 'dimentica', `dimentica-scuro-${size}`);
    await red.click();
    await page.getByText(`ora è «Lavoratore ${matricola}»`).first().waitFor({ timeout: 240_000 });
    await page.getByText(/^Persona dimenticata il \d{4}-/).waitFor();
    await accessible(page, `dimenticata-${size}`);
    await photograph(page, `dimenticata-${size}`);
    expect(await page.getByText('Ilario', { exact: false }).count()).toBe(0);
    const { body } = await api('GET', `/api/personale?matricola=${matricola}`);
    expect(body.data[0]).toMatchObject({ cognome: 'Lavoratore', nome: matricola, ci: null });
  }, 400_000);
});
