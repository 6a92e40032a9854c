import { describe, expect, test } from 'vitest';
import { md5 } from '../access.ts';
import { call } from '../calls.ts';
import { accessible, address, noSidewaysScroll, PASSWORD, photograph, SCRIVANIA, signIn, TELEFONO, type Card, tabs } from './browser.ts';

const SIZES = [
  ['scrivania', SCRIVANIA],
  ['telefono', TELEFONO],
] as const;

describe.each(SIZES)('Accessi, %s', (size, viewport) => {
  const browser = tabs();
  let card: Card;

  test('la direzione li apre, li cerca e li restringe', async () => {
    const { body } = await call(address('/api/login'), 'POST', { body: { username: 'admin', password: md5(PASSWORD.admin) } });
    const token = body.utente.token as string;
    const what = `etichette di prova ${size}`;
    expect(
      (
        await call(address('/api/accessi'), 'POST', {
          token,
          body: { tipo: 'stampa', tabella: 'personale', forma: what, quanti: 3, quali: ['001', '002', '003'] },
        })
      ).status,
    ).toBe(201);
    card = await browser.open(viewport);
    const { page } = card;
    await signIn(page, 'direzione', '/home/accessi');
    await page.getByText(`lavoratori, ${what}: 001, 002, 003`).first().waitFor();
    await accessible(page, `accessi ${size}`);
    await noSidewaysScroll(page, `accessi ${size}`);
    await photograph(page, `accessi-${size}`);
    await page.getByRole('searchbox', { name: 'Cerca' }).fill(what);
    await page.waitForURL(/cerca=/);
    await expect.poll(() => page.getByText('POST /api/login').count()).toBe(0);
    await page.goto(address('/home/accessi?tipo=zip&utente=nessuno'));
    await page.getByText('Nessuna riga con questi filtri').waitFor();
    await page.getByText('Utente: nessuno').waitFor();
    await photograph(page, `accessi-filtri-${size}`);
    await page.getByRole('button', { name: 'TOGLI TUTTI' }).click();
    await page.getByText('Nessuna riga con questi filtri').waitFor({ state: 'detached' });
    expect(new URL(page.url()).search).toBe('');
  });

  test('gli altri non li vedono', async () => {
    card = await browser.open(viewport);
    const { page } = card;
    await signIn(page, 'operaio', '/home/accessi');
    await page.getByText('il registro degli accessi').waitFor();
    for (const path of ['/membership/dettaglio-gruppo', '/membership/dettaglio-utente']) {
      await page.goto(address(path));
      await page.waitForURL('**/home');
    }
  });
});

describe.each(SIZES)('Le bozze di chi ha perso la sessione, %s', (size, viewport) => {
  const browser = tabs();

  test('sul dispositivo non le legge nessun altro; chi le ha scritte le ritrova', async () => {
    const secret = `riservato-${size}`;
    const { page } = await browser.open(viewport);
    await signIn(page, 'admin', '/home/personale/nuovo');
    await page.getByLabel('Cognome').first().fill(secret);
    const lying = () =>
      page.evaluate(() => JSON.stringify(Object.entries(localStorage).filter(([key]) => key.startsWith('strato.bozze.'))));
    await expect.poll(lying).toContain('chiuso');
    // without the session, only the data stored on the device are left
    await page.evaluate(() => sessionStorage.clear());
    await page.goto(address('/'));
    expect(await lying()).not.toContain(secret);
    expect(await lying()).not.toContain('nuovo');
    await signIn(page, 'direzione', '/home/personale/nuovo');
    await page.getByLabel('Cognome').first().waitFor();
    expect(await page.getByText('Hai delle modifiche non salvate').count()).toBe(0);
    await page.evaluate(() => sessionStorage.clear());
    await page.goto(address('/'));
    await signIn(page, 'admin', '/home/personale/nuovo');
    await page.getByText('Hai delle modifiche non salvate').waitFor();
    await photograph(page, `bozza-${size}`);
    await page.getByRole('button', { name: 'Riprendi' }).click();
    await expect.poll(() => page.getByLabel('Cognome').first().inputValue()).toBe(secret);
  });
});
