import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { address, SCRIVANIA, signIn, tabs, TELEFONO } from './browser.ts';

const browser = tabs();
const box = async (found: Locator) => (await found.boundingBox())!;

describe('niente si muove', () => {
  it('un avviso sta sempre nello stesso posto: in alto a destra, nella testata, e la pagina sta ferma', async () => {
    const { page } = await browser.open();
    await signIn(page, 'admin');
    const corners: number[][] = [];
    for (const [screen, button] of [
      ['macchinari', 'QR'],
      ['trpwco', 'CARICA FILES'],
    ] as const) {
      await page.goto(address(`/home/${screen}`));
      const head = await box(page.locator('.page-head'));
      await page.getByRole('button', { name: button, exact: true }).click();
      const snack = await box(page.locator('.snack'));
      expect(snack.y + snack.height, screen).toBeLessThanOrEqual(head.y);
      expect(snack.x + snack.width, screen).toBeLessThanOrEqual((await box(page.getByRole('button', { name: 'Attività' }))).x);
      expect(await box(page.locator('.page-head')), screen).toEqual(head);
      corners.push([snack.x + snack.width, snack.y]);
    }
    expect(corners[1]).toEqual(corners[0]);
  });

  it('sul telefono un avviso sta sopra la barra in basso, e l’ultima riga sale sopra di esso', async () => {
    const { page } = await browser.open(TELEFONO);
    await signIn(page, 'admin', '/home/macchinari');
    await page.locator('[data-grid-card]').first().waitFor();
    await page.getByRole('button', { name: 'Altre azioni' }).click();
    await page.getByText('QR', { exact: true }).click();
    const snack = await box(page.locator('.snack'));
    await page.evaluate('scrollTo(0, document.body.scrollHeight)');
    const foot = await box(page.locator('.grid-foot'));
    expect(foot.y + foot.height).toBeLessThanOrEqual(snack.y);
    await page.goto(address('/home/macchinari/A0004'));
    expect(snack.y + snack.height).toBeLessThanOrEqual((await box(page.locator('.tel-actions'))).y);
  });

  it('il piede di un elenco sta fermo, con molte righe, con poche e con nessuna; l’elenco è alto come dice la specifica', async () => {
    const { page } = await browser.open();
    await signIn(page, 'admin');
    const feet: number[] = [];
    for (const search of ['', '?cerca=A000', '?cerca=A0004', '?cerca=niente-di-simile']) {
      await page.goto(address(`/home/macchinari${search}`));
      await page
        .locator('.grid-foot')
        .getByText(/^(1–\d+|0–0)$/)
        .waitFor();
      feet.push((await box(page.locator('.grid-foot'))).y);
    }
    expect(new Set(feet).size).toBe(1);
    for (const list of ['personale', 'tipologia']) {
      await page.goto(address(`/home/${list}`));
      await page.locator('tbody tr a').first().waitFor();
      expect((await box(page.locator('[data-grid-scroll]'))).height, list).toBe(650);
    }
  });

  it('il messaggio di un campo, una rinomina e “Vedi com’era” lasciano tutto dov’è', async () => {
    const { page } = await browser.open();
    await signIn(page, 'admin', '/home/macchinari/A0004');
    const below = page.getByText('Stato attuale', { exact: true });
    const year = page.getByLabel('Anno acquisto');
    await year.waitFor();
    const before = await box(below);
    // a year is no line of text, and three fields stand under each other
    expect((await box(year)).width).toBeLessThanOrEqual(220);
    const columns = await Promise.all(
      ['Matricola', 'Marca', 'Chassis'].map(async (label) => (await box(page.getByLabel(label, { exact: true }))).x),
    );
    expect(new Set(columns).size).toBe(1);
    await year.fill('abc');
    await year.blur();
    await page.getByText('Serve un numero intero').waitFor();
    expect((await box(below)).y).toBe(before.y);
    await year.fill('2010');

    await page.getByRole('tab', { name: /^DOCUMENTI/ }).click();
    const last = page.locator('.doc-name', { hasText: 'Verifica periodica' });
    await last.waitFor();
    const row = await box(last);
    await page
      .getByRole('button', { name: /^Rinomina/ })
      .first()
      .click();
    await page.getByLabel(/^Nome del file/).waitFor();
    expect((await box(last)).y).toBe(row.y);
    await page.keyboard.press('Escape');

    await page.goto(address('/home/cantieri/dettaglio-cantiere?id=0413'));
    await page.getByRole('button', { name: 'STORICO' }).click();
    const client = page.getByText('Committente', { exact: true }).locator('visible=true').first();
    const view = page.getByRole('button', { name: /^Vedi com'era/ }).last();
    await view.waitFor();
    const field = await box(client);
    await view.click();
    await page.getByText(/^Stai guardando/).waitFor();
    await expect.poll(async () => (await client.boundingBox())?.y).toBe(field.y);
  });
});

describe('ciò che conta è in vista', () => {
  it('a 1024 px la scadenza che fa rossa una riga, anche nei noleggi', async () => {
    const { page } = await browser.open({ ...SCRIVANIA, width: 1024 });
    await signIn(page, 'admin');
    for (const list of ['macchinari', 'noleggi']) {
      await page.goto(address(`/home/${list}?scaduti=1`));
      await page.locator('tr.is-hot').first().waitFor();
      const hot = page.locator('tr.is-hot').first().locator('.badge-danger-solid, .dot-danger').last();
      const cause = await box(hot);
      expect(cause.x + cause.width, list).toBeLessThanOrEqual(1024 - 16);
    }
  });

  it('un codice porta il suo nome, anche su un cartoncino del telefono', async () => {
    const { page } = await browser.open(TELEFONO);
    await signIn(page, 'admin');
    for (const list of ['accise', 'costi', 'manutenzioni', 'produzione']) {
      await page.goto(address(`/home/${list}`));
      // other specs make records without a site, and sites without a name: this site of the demo firm has both
      await page.getByRole('searchbox').first().fill('0419');
      await expect
        .poll(() => page.locator('.tel-card .sub').allTextContents(), { message: list })
        .toEqual(expect.arrayContaining([expect.stringMatching(/\w{3}/)]));
    }
  });
});
