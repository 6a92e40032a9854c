import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { accessible, accessibleInTheDark, address, noSidewaysScroll, photograph, SCRIVANIA, signIn, TELEFONO, tabs } from './browser.ts';

const PATH = '/home/storico';
const SIZES = { scrivania: SCRIVANIA, stretta: { width: 1024, height: 768 }, telefono: TELEFONO };

/** Script that returns by how many pixels the grid is wider than its panel. */
const BEYOND = `(() => { const panel = document.querySelector('[data-grid-scroll]'); return panel.querySelector('table').offsetWidth - panel.clientWidth; })()`;

const sentence = (page: Page, text: string | RegExp) => page.locator('tbody tr[data-row], [data-grid-card]').filter({ hasText: text });
const stands = (page: Page) => page.getByRole('heading', { name: 'STORICO' }).waitFor();

describe('Lo storico del portale', () => {
  const browser = tabs();

  for (const [size, viewport] of Object.entries(SIZES)) {
    test(`${size}: ciò che il portale prepara da sé è una riga per volta, che si apre; i giorni hanno la loro intestazione`, async () => {
      const { page } = await browser.open(viewport);
      await signIn(page, 'admin', PATH);
      await stands(page);
      await page
        .getByText(/^(Oggi, )?\p{L}+ \d{4}-\d{2}-\d{2}$/u)
        .first()
        .waitFor();
      await photograph(page, `storico-${size}`);
      await accessible(page, `storico, ${size}`);
      // at 1024 px the grid does not scroll inside its panel either
      if (size === 'stretta') expect(await page.evaluate(BEYOND)).toBe(0);
      await noSidewaysScroll(page, `storico, ${size}`);

      await page.goto(address(`${PATH}?cerca=punto di controllo&utente=sistema`));
      const points = sentence(page, /sistema ha creato \d+ punti di controllo/).first();
      await points.waitFor();
      const count = Number(/creato (\d+) punti/.exec(await points.innerText())![1]);
      expect(await sentence(page, 'sistema ha creato il punto di controllo').count()).toBe(0);
      await points.getByRole('button').click();
      await expect.poll(() => sentence(page, 'sistema ha creato il punto di controllo').count()).toBe(count);
      await photograph(page, `storico-aperto-${size}`);
      await accessible(page, `storico aperto, ${size}`);
      await accessibleInTheDark(page, `storico aperto, ${size}`, `storico-aperto-${size}-dark`);
      await noSidewaysScroll(page, `storico aperto, ${size}`);
      await points.getByRole('button').click();
      await expect.poll(() => sentence(page, 'sistema ha creato il punto di controllo').count()).toBe(0);
    });
  }

  test('ogni colonna ha il suo filtro, anche nascosta; l’indirizzo dà ad altri lo stesso elenco', async () => {
    const { page } = await browser.open();
    await signIn(page, 'admin', PATH);
    const chips = page.getByRole('group', { name: 'Filtri attivi' });
    const button = page.getByRole('button', { name: 'Filtra: Quando' });
    await page.locator('th', { has: button }).hover();
    await button.click();
    await page.getByRole('button', { name: 'Quest’anno' }).click();
    await chips.getByText(/^Quando tra /).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Filtri', exact: true }).click();
    const menu = page.getByRole('dialog', { name: 'Filtri delle colonne' });
    await menu.getByRole('button', { name: 'Origine' }).click();
    const choice = menu.getByRole('listitem').filter({ hasText: 'Portale' });
    await choice.getByRole('checkbox').check();
    await chips.getByText('Origine: Portale').waitFor();
    await menu.getByRole('button', { name: 'Origine' }).click();
    await menu.getByRole('button', { name: 'Registro' }).click();
    const register = menu.getByRole('listitem').filter({ hasText: 'Punti di controllo' });
    const count = await register.locator('.num').innerText();
    await register.getByRole('checkbox').check();
    await chips.getByText('Registro: Punti di controllo').waitFor();
    await accessible(page, 'storico, menu dei filtri');
    await photograph(page, 'storico-filtri');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Solo modifiche' }).click();
    await page.waitForURL((url) => url.searchParams.get('solo') === 'modifiche');
    const title = page.getByRole('heading', { level: 1 }).locator('.count');
    await expect.poll(() => title.innerText()).toBe(count);
    const texts = () => sentence(page, /\S/).allInnerTexts();
    const shown = await texts();
    for (const text of shown) expect(text).toMatch(/sistema ha creato .*punt[oi] di controllo/);
    await page.getByRole('button', { name: 'Excel' }).click();
    await page.getByText(/^Tutte le \d+ righe filtrate$/).waitFor();
    await page.keyboard.press('Escape');

    const { page: other } = await browser.open();
    await signIn(other, 'direzione', new URL(page.url()).pathname + new URL(page.url()).search);
    await sentence(other, /\S/).first().waitFor();
    await expect.poll(() => sentence(other, /\S/).allInnerTexts()).toEqual(shown);

    // addresses of earlier releases open the same list
    await other.goto(address(`${PATH}?utente=sistema&sistema=solo&solo=modifiche`));
    await other.getByText('Origine: Portale, Importazioni, Dati dimostrativi').waitFor();
    await other.getByText('Chi: sistema', { exact: true }).waitFor();

    const none = JSON.stringify({ fatto: { contiene: 'niente che esista' } });
    await other.goto(address(`${PATH}?filtri=${encodeURIComponent(none)}`));
    await other.getByText('Nessun evento trovato').waitFor();
    await other.getByRole('button', { name: 'TOGLI TUTTI' }).click();
    await sentence(other, /\S/).first().waitFor();
    expect(new URL(other.url()).search).toBe('');
  });

  test('ciò che una persona fa in una richiesta è una riga sola, e un nuovo nome con ciò che lo segue', async () => {
    const { page } = await browser.open();
    await signIn(page, 'admin', PATH);
    const token = (await page.evaluate(`(() => {
      const store = [...Object.values(localStorage), ...Object.values(sessionStorage)].map((v) => { try { return JSON.parse(v); } catch { return null; } });
      return store.find((v) => v && typeof v.token === 'string').token;
    })()`)) as string;
    const send = async (method: 'POST' | 'PUT', path: string, body: object) => {
      const answer = await fetch(address(path), {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      expect(answer.ok, `${method} ${path}`).toBe(true);
      return ((await answer.json()) as { message: { insertId: number } }).message;
    };
    const name = `Trivella ${randomUUID().slice(0, 8)}`;
    const { insertId: id } = await send('POST', '/api/tipologia', { tipologia: { tipologia: name } });
    const machines = [1, 2].map((n) => `ST${n}${randomUUID().slice(0, 6).toUpperCase()}`);
    for (const matricola of machines) await send('POST', '/api/macchinari', { macchinario: { matricola, tipologia: name } });
    await send('PUT', '/api/tipologia', { tipologia: { id, tipologia: `${name} nuova` } });

    await page.goto(address(`${PATH}?utente=admin`));
    const renamed = sentence(page, `${name} nuova`).filter({ hasText: 'ha modificato 1 campo' });
    await renamed.first().waitFor();
    // the records follow in a job: the row says so once they have
    await expect
      .poll(async () => {
        await page.goto(address(`${PATH}?cerca=${encodeURIComponent(`${name} nuova`)}`));
        await sentence(page, name).first().waitFor();
        return sentence(page, 'e ne seguono 2 modifiche').count();
      })
      .toBe(1);
    const row = sentence(page, 'e ne seguono 2 modifiche');
    await row.getByRole('button').first().click();
    for (const matricola of machines) await sentence(page, `sistema ha modificato 1 campo: macchinario ${matricola}`).waitFor();
  });
});
