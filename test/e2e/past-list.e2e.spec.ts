import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { addDays, romeDate } from '#contracts/core/dates.ts';
import { readXlsx } from '../xlsx.ts';
import { accessible, accessibleInTheDark, address, noSidewaysScroll, photograph, SCRIVANIA, signIn, tabs, TELEFONO } from './browser.ts';
import { asPerson } from './demo-people.ts';

const rows = (page: Page) => page.locator('tr[data-row]');
const search = (page: Page) => new URL(page.url()).searchParams;
const yesterday = addDays(romeDate(new Date()), -1);
const tomorrow = addDays(romeDate(new Date()), 1);
const day = (page: Page, name = 'Giorno') => page.getByRole('dialog').getByRole('textbox', { name, exact: true });

/** Makes three mechanics of one name, then changes one and deletes another. Returns the instant in between, at which all three stood. */
async function story(name: string): Promise<string> {
  const admin = await asPerson('admin');
  const ids: number[] = [];
  for (const n of [1, 2, 3]) {
    const { status, body, text } = await admin('POST', '/api/meccanici', { meccanici: { descrizione: `${name} ${n}` } });
    expect(status, text).toBe(201);
    ids.push(body.message.insertId as number);
  }
  await new Promise((resolve) => setTimeout(resolve, 50));
  const al = new Date().toISOString();
  await admin('PUT', '/api/meccanici', { meccanici: { id: ids[0], descrizione: `${name} cambiato` } });
  await admin('DELETE', '/api/meccanici', { id: ids[1] });
  return al;
}

describe('Un elenco com’era', () => {
  const browser = tabs();

  test('si vede a un giorno, da qualunque browser, e non si scrive; un giorno che deve venire si rifiuta', async () => {
    const { page } = await browser.open();
    await signIn(page, 'admin', '/home/macchinari');
    await rows(page).first().waitFor();
    await page.getByRole('button', { name: 'Vedi al…' }).click();
    await day(page).fill(tomorrow);
    await page.getByRole('dialog').getByRole('button', { name: 'VEDI', exact: true }).click();
    await page.getByRole('alert').filter({ hasText: 'Non si vede ciò che deve ancora accadere' }).waitFor();
    await accessible(page, 'vedi al');
    await photograph(page, 'vedi-al');
    await day(page).fill(yesterday);
    await page.getByRole('dialog').getByRole('button', { name: 'VEDI', exact: true }).click();
    await page.getByText(`alla fine del ${yesterday}`).waitFor();
    expect(search(page).get('al')).toBe(yesterday);
    expect(await page.getByRole('link', { name: 'AGGIUNGI' }).count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Salva come vista' }).count()).toBe(0);
    await rows(page).first().waitFor();
    await accessible(page, 'elenco com’era');
    await photograph(page, 'elenco-comera');
    await accessibleInTheDark(page, 'elenco com’era', 'elenco-comera-scuro');

    const other = (await browser.open()).page;
    await signIn(other, 'direzione', `/home/macchinari?al=${yesterday}`);
    await other.getByText(`alla fine del ${yesterday}`).waitFor();
    await rows(other).first().waitFor();
    await page.getByRole('button', { name: 'OGGI', exact: true }).click();
    await page.getByRole('link', { name: /AGGIUNGI/ }).waitFor();
    expect(search(page).has('al')).toBe(false);
  });

  test('le righe eliminate da allora sono segnate, una riga apre il record com’era, il file dice l’istante', async () => {
    const al = await story('Passato');
    const { page } = await browser.open();
    await signIn(page, 'admin', `/home/meccanici?cerca=Passato&al=${encodeURIComponent(al)}`);
    await expect.poll(() => rows(page).count()).toBe(3);
    const gone = rows(page).filter({ hasText: 'Passato 2' });
    expect(await gone.getByText('admin').count()).toBeGreaterThan(0);
    await photograph(page, 'elenco-eliminati');
    await gone.click();
    const dialog = page.getByRole('dialog', { name: 'Passato 2' });
    await dialog.getByText(/Eliminato il .* da admin/).waitFor();
    await accessible(page, 'record com’era');
    await photograph(page, 'record-comera');
    await dialog.getByRole('button', { name: 'CHIUDI', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });

    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Excel', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Excel, .xlsx' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/_al_\d{4}-\d{2}-\d{2}_\d{4}\.xlsx$/);
    const [sheet] = await readXlsx(await readFile(await file.path()));
    const lines = sheet!.rows.map((row) => row.map((cell) => cell?.value ?? ''));
    expect(String(lines[0]![0])).toMatch(/ al \d{4}-\d{2}-\d{2} \d{2}:\d{2}$/);
    expect(lines[1]).toContain('Eliminato da');
    expect(lines.flat()).toContain('Passato 1');
  });

  test.each([
    ['scrivania', SCRIVANIA],
    ['telefono', TELEFONO],
  ] as const)('una riga apre il record com’era, con le sezioni della scheda e i suoi figli di allora, %s', async (size, viewport) => {
    const admin = await asPerson('admin');
    const commessa = `${size.slice(0, 1)}${Date.now().toString(36).slice(-3)}`.toUpperCase();
    const committente = `Committente di ${commessa}`;
    await admin('POST', '/api/cantieri', {
      cantiere: { commessa, committente, comune: 'Modena', indirizzo: 'Via Emilia 1', data_inizio: '2026-01-07', cig: 'Z1A2B3' },
    });
    const ids: number[] = [];
    for (const descrizione of [`PILA ${commessa}`, `SPALLA ${commessa}`]) {
      await admin('POST', '/api/wbs', { wbs: { descrizione } });
      const { status, body, text } = await admin('POST', '/api/cantieri_wbs', { cantieri_wbs: { commessa, descrizione } });
      expect(status, text).toBe(201);
      ids.push(body.message.insertId as number);
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
    const al = new Date().toISOString();
    await admin('DELETE', '/api/cantieri_wbs', { id: ids[0] });
    await admin('PUT', '/api/cantieri', { cantiere: { commessa, comune: 'Carpi' } });

    const { page } = await browser.open(viewport);
    await signIn(page, 'admin', `/home/cantieri?cerca=${encodeURIComponent(committente)}&al=${encodeURIComponent(al)}`);
    await page
      .locator(size === 'telefono' ? '[data-grid-card]' : 'tr[data-row]')
      .first()
      .click();
    const dialog = page.getByRole('dialog', { name: new RegExp(commessa) });
    await dialog.getByText('Modena', { exact: true }).waitFor();
    const wbs = dialog.getByRole('region', { name: /^Wbs/ });
    for (const descrizione of [`PILA ${commessa}`, `SPALLA ${commessa}`]) await wbs.getByText(descrizione).first().waitFor();
    expect(await dialog.getByRole('heading', { level: 3 }).allInnerTexts()).toEqual([
      expect.stringMatching(/^Cantiere$/i),
      expect.stringMatching(/^Luogo$/i),
      expect.stringMatching(/^Contratto$/i),
      expect.stringMatching(/^Wbs\s*2$/i),
    ]);
    await accessible(page, `record com’era, ${size}`);
    await noSidewaysScroll(page, `record com’era, ${size}`);
    await photograph(page, `record-comera-figli-${size}`);
    await accessibleInTheDark(page, 'record com’era', `record-comera-figli-scuro-${size}`);
  });

  test('CONFRONTA dice che cosa è cambiato, con chi e quando, e lo dà come file', async () => {
    const al = await story('Confrontato');
    const { page } = await browser.open();
    await signIn(page, 'admin', `/home/meccanici?cerca=Confrontato&al=${encodeURIComponent(al)}`);
    await expect.poll(() => rows(page).count()).toBe(3);
    await page.getByRole('button', { name: 'CONFRONTA', exact: true }).click();
    await day(page, 'Al giorno').waitFor();
    await accessible(page, 'confronta');
    await photograph(page, 'confronta');
    await page.getByRole('dialog').getByRole('button', { name: 'CONFRONTA', exact: true }).click();
    const compared = page.getByRole('region', { name: 'Confronto, meccanici' });
    // the dialog asks by the minute: what was made within it counts as added
    await compared.getByRole('tab', { name: /Tutti/ }).waitFor();
    await page.goto(address(`/home/meccanici?cerca=Confrontato&al=${encodeURIComponent(al)}&confronta=${romeDate(new Date())}`));
    await compared.getByText('Confrontato cambiato').first().waitFor();
    expect(await compared.getByRole('tab').allInnerTexts()).toEqual(
      expect.arrayContaining([expect.stringMatching(/Tolti\s*1/), expect.stringMatching(/Cambiati\s*1/)]),
    );
    expect(await compared.getByText(/^admin, /).count()).toBeGreaterThan(0);
    await accessible(page, 'confronto');
    await photograph(page, 'confronto');
    await accessibleInTheDark(page, 'confronto', 'confronto-scuro');
    const download = page.waitForEvent('download');
    await compared.getByRole('button', { name: 'Excel', exact: true }).click();
    const [sheet] = await readXlsx(await readFile(await (await download).path()));
    expect(String(sheet!.rows[0]![0]?.value)).toMatch(/^CONFRONTO .* dal .* al /);
    expect(sheet!.rows.flat().map((cell) => cell?.value)).toContain('Confrontato cambiato');
    await compared.getByRole('tab', { name: /Tolti/ }).click();
    await expect.poll(() => compared.getByRole('listitem').count()).toBe(1);
    await page.getByRole('button', { name: 'OGGI', exact: true }).click();
    await expect.poll(() => rows(page).count()).toBe(2);
  });

  test('sul telefono: dal menu dell’elenco, con le schede segnate e il confronto', async () => {
    const al = await story('Tascabile');
    const { page } = await browser.open(TELEFONO);
    await signIn(page, 'admin', `/home/meccanici?cerca=Tascabile&al=${encodeURIComponent(al)}`);
    const card = page.locator('[data-grid-card]');
    await expect.poll(() => card.count()).toBe(3);
    await noSidewaysScroll(page, 'elenco com’era');
    await accessible(page, 'elenco com’era, telefono');
    await photograph(page, 'elenco-comera-telefono');
    await card.filter({ hasText: 'Tascabile 2' }).click();
    await page
      .getByText(/Eliminato il .* da admin/)
      .first()
      .waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'CHIUDI', exact: true }).click();
    await page.goto(address(`/home/meccanici?cerca=Tascabile&al=${encodeURIComponent(al)}&confronta=${romeDate(new Date())}`));
    await page.getByText('Tascabile cambiato').first().waitFor();
    await noSidewaysScroll(page, 'confronto');
    await photograph(page, 'confronto-telefono');
    await page.getByRole('button', { name: 'OGGI', exact: true }).click();
    await expect.poll(() => card.count()).toBe(2);
    await page.getByRole('button', { name: 'Ordine, selezione, gruppi, Excel' }).click();
    await page.getByRole('menuitem', { name: 'Vedi al…' }).click();
    await day(page).fill(yesterday);
    await photograph(page, 'vedi-al-telefono');
    await page.getByRole('dialog').getByRole('button', { name: 'VEDI', exact: true }).click();
    await page.getByText(`alla fine del ${yesterday}`).waitFor();
  });
});
