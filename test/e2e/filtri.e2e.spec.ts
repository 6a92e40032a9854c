import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { accessible, address, noSidewaysScroll, photograph, signIn, tabs, TELEFONO } from './browser.ts';

const rows = (page: Page) => page.locator('tr[data-row]');
const chips = (page: Page) => page.getByRole('group', { name: 'Filtri attivi' });
const count = async (page: Page) => Number(await page.getByRole('heading', { level: 1 }).locator('.count').innerText());

async function openFilter(page: Page, column: string): Promise<void> {
  const button = page.getByRole('button', { name: `Filtra: ${column}` });
  await page.locator('th', { has: button }).hover();
  await button.click();
}

describe('I filtri delle colonne', () => {
  const browser = tabs();

  test('dicono in parole che cosa fanno, e l’indirizzo dà ad altri lo stesso elenco, lo stesso Excel, la stessa selezione', async () => {
    const { page } = await browser.open();
    await signIn(page, 'admin', '/home/macchinari');
    await rows(page).first().waitFor();
    const before = await count(page);

    await openFilter(page, 'Tipologia');
    const choice = page.getByRole('dialog', { name: 'Filtra: Tipologia' }).getByRole('listitem').filter({ hasText: 'Autocarro' });
    const trucks = Number(await choice.locator('.num').innerText());
    await accessible(page, 'filtro di una colonna');
    await photograph(page, 'filtro-colonna');
    await choice.getByRole('checkbox').check();
    await expect.poll(() => count(page)).toBe(trucks);
    expect(trucks).toBeLessThan(before);
    await page.keyboard.press('Escape');
    await chips(page).getByText('Tipologia: Autocarro').waitFor();

    await openFilter(page, 'Assicurazione');
    await page.getByRole('button', { name: 'Quest’anno' }).click();
    await chips(page)
      .getByText(/^Scadenza assicurazione tra .+ e 31 dic$/)
      .waitFor();
    await page.keyboard.press('Escape');
    await openFilter(page, 'Assicurazione');
    await page.getByRole('checkbox', { name: 'Non vuoto' }).check();
    await chips(page).getByText('Scadenza assicurazione: non vuoto').waitFor();
    await expect.poll(() => count(page)).toBe(trucks);
    await page.keyboard.press('Escape');

    // whoever opens the address elsewhere sees the same rows
    const shown = await rows(page).allInnerTexts();
    const { page: other } = await browser.open();
    await signIn(other, 'direzione', new URL(page.url()).pathname + new URL(page.url()).search);
    await rows(other).first().waitFor();
    await expect.poll(() => rows(other).allInnerTexts()).toEqual(shown);
    await chips(other).getByText('Tipologia: Autocarro').waitFor();

    await page.getByRole('button', { name: 'Excel' }).click();
    await page.getByText(`Tutte le ${trucks} righe filtrate`).waitFor();
    await page.keyboard.press('Escape');

    await chips(page).getByRole('button', { name: 'Togli il filtro: Tipologia: Autocarro' }).click();
    await expect.poll(() => count(page)).toBeGreaterThan(trucks);
    await chips(page).getByRole('button', { name: 'TOGLI TUTTI' }).click();
    await chips(page).waitFor({ state: 'detached' });
    // other specs add machines meanwhile: the number lies between what the list counts before and after
    await expect.poll(() => count(page)).toBeGreaterThanOrEqual(before);
    await other.goto(address('/home/macchinari'));
    await rows(other).first().waitFor();
    expect(await count(page)).toBeLessThanOrEqual(await count(other));
    expect(new URL(page.url()).search).toBe('');
  });

  test('un testo si cerca in una colonna sola; ciò che l’indirizzo dice a torto si lascia e si dice', async () => {
    const { page } = await browser.open();
    const filters = JSON.stringify({ marca: { contiene: 'soil' }, sconosciuto: { da: 1 } });
    await signIn(page, 'admin', `/home/macchinari?filtri=${encodeURIComponent(filters)}`);
    await chips(page).getByText('Marca contiene «soil»').waitFor();
    await chips(page).getByText('Non applicato: sconosciuto').waitFor();
    await rows(page).first().waitFor();
    for (const text of await rows(page).allInnerTexts()) expect(text).toMatch(/soil/i);

    // the conditions of a chip are changed at the chip
    await chips(page).getByRole('button', { name: 'Marca contiene «soil»', exact: true }).click();
    await page.getByRole('textbox', { name: 'Contiene' }).fill('niente che esista');
    await page.getByText('Nessun risultato con questi filtri').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Togli i filtri' }).click();
    await rows(page).first().waitFor();
  });

  test('ci sono anche nelle righe di un record, e sul telefono', async () => {
    const { page } = await browser.open();
    await signIn(page, 'admin', '/home/cantieri/dettaglio-cantiere?id=0420');
    const part = page.getByRole('region', { name: /^LAVORAZIONI/ });
    await part.getByRole('row').nth(1).waitFor();
    const button = part.getByRole('button', { name: 'Filtra: Lavorazione' });
    await part.locator('th', { has: page.getByRole('button', { name: 'Filtra: Lavorazione' }) }).hover();
    await button.click();
    const choice = part.getByRole('listitem').first();
    const name = (await choice.locator('label').innerText()).trim();
    await choice.getByRole('checkbox').check();
    await part.getByText(`Lavorazione: ${name}`).waitFor();
    await expect.poll(() => part.locator('tr[data-row]').count()).toBe(1);

    const { page: phone } = await browser.open(TELEFONO);
    await signIn(phone, 'admin', '/home/macchinari');
    await phone.getByRole('button', { name: 'Filtra per colonna' }).click();
    const panel = phone.getByRole('dialog', { name: 'Filtri delle colonne' });
    await panel.getByRole('button', { name: 'Tipologia' }).click();
    await panel.getByRole('listitem').filter({ hasText: 'Autogru' }).getByRole('checkbox').check();
    await phone.keyboard.press('Escape');
    await chips(phone).getByText('Tipologia: Autogru').waitFor();
    await noSidewaysScroll(phone, 'elenco con un filtro');
    await accessible(phone, 'elenco con un filtro');
  });

  test('valgono nello scadenzario, insieme ai suoi filtri, per ogni vista e per il file', async () => {
    const { page } = await browser.open();
    await signIn(page, 'admin', '/home/scadenze?soggetto=macchina');
    await rows(page).first().waitFor();
    const before = await count(page);
    await openFilter(page, 'Che cosa');
    const choice = page.getByRole('dialog', { name: 'Filtra: Che cosa' }).getByRole('listitem').filter({ hasText: 'Assicurazione' });
    const insurances = Number(await choice.locator('.num').innerText());
    await accessible(page, 'filtro di una colonna dello scadenzario');
    await photograph(page, 'scadenze-filtro-colonna');
    await choice.getByRole('checkbox').check();
    await chips(page).getByText('Che cosa: Assicurazione').waitFor();
    await expect.poll(() => count(page)).toBe(insurances);
    expect(insurances).toBeLessThan(before);
    await page.keyboard.press('Escape');
    await openFilter(page, 'Scadenza');
    await page.getByRole('button', { name: 'Quest’anno' }).click();
    await chips(page)
      .getByText(/^Scadenza tra .+ e 31 dic$/)
      .waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => count(page)).toBeLessThanOrEqual(insurances);

    // the same list elsewhere, and its condition over the views without rows too
    const { page: other } = await browser.open();
    await signIn(other, 'direzione', new URL(page.url()).pathname + new URL(page.url()).search);
    await rows(other).first().waitFor();
    await expect.poll(async () => (await count(other)) - (await count(page))).toBe(0);
    await other
      .getByRole('radio', { name: 'Mese' })
      .or(other.getByRole('button', { name: 'Mese', exact: true }))
      .first()
      .click();
    await other.getByRole('region', { name: 'Mese' }).waitFor();
    await chips(other).getByText('Che cosa: Assicurazione').waitFor();

    await chips(page).getByRole('button', { name: 'TOGLI TUTTI' }).click();
    await expect.poll(() => count(page)).toBe(before);

    const { page: phone } = await browser.open(TELEFONO);
    await signIn(
      phone,
      'admin',
      `/home/scadenze?filtri=${encodeURIComponent(JSON.stringify({ sconosciuto: { vuoto: true }, tipo: ['Assicurazione'] }))}`,
    );
    await chips(phone).getByText('Che cosa: Assicurazione').waitFor();
    await chips(phone).getByText('Non applicato: sconosciuto').waitFor();
    await noSidewaysScroll(phone, 'scadenzario con un filtro');
    await photograph(phone, 'scadenze-filtro-telefono');
  });

  test('ci sono negli elenchi dell’amministrazione: utenti, gruppi e sessioni', async () => {
    const { page } = await browser.open();
    await signIn(page, 'admin', '/membership');
    await rows(page).first().waitFor();
    await openFilter(page, 'Group');
    const choice = page.getByRole('dialog', { name: 'Filtra: Group' }).getByRole('listitem').first();
    const group = (await choice.locator('label').innerText()).trim();
    expect(group).not.toMatch(/^\d+$/);
    await accessible(page, 'filtro degli utenti');
    await choice.getByRole('checkbox').check();
    await chips(page).getByText(`Group: ${group}`).waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(async () => (await rows(page).allInnerTexts()).every((text) => text.includes(group))).toBe(true);
    const { page: other } = await browser.open();
    await signIn(other, 'admin', new URL(page.url()).pathname + new URL(page.url()).search);
    await chips(other).getByText(`Group: ${group}`).waitFor();
    await rows(other).first().waitFor();
    for (const text of await rows(other).allInnerTexts()) expect(text).toContain(group);

    await page.goto(address(`/admin-page?scheda=sessioni&filtri=${encodeURIComponent('{"utente":["admin"]}')}`));
    await chips(page).getByText('Utente: admin').waitFor();
    await rows(page).first().waitFor();
    for (const text of await rows(page).allInnerTexts()) expect(text).toMatch(/^admin/);
    await photograph(page, 'sessioni-filtro');
    await openFilter(page, 'Scade');
    await page.getByRole('textbox', { name: 'Al', exact: true }).fill('01/01/2020');
    await page.keyboard.press('Tab');
    await page.getByText('Nessuna sessione con questi filtri').waitFor();
    await page.keyboard.press('Escape');
    await chips(page).getByRole('button', { name: 'TOGLI TUTTI' }).click();
    // this session may be on a later page: other specs sign in meanwhile
    await rows(page).first().waitFor();
    await expect.poll(() => chips(page).count()).toBe(0);
    expect(new URL(page.url()).search).toBe('?scheda=sessioni');
  });

  test('un elenco si raggruppa, con quante righe e quanto fanno; un gruppo si apre; l’indirizzo lo dà ad altri', async () => {
    const { page } = await browser.open();
    await signIn(page, 'admin', '/home/costi');
    await rows(page).first().waitFor();
    const all = await count(page);
    await page.getByRole('button', { name: 'Raggruppa' }).click();
    await page.getByRole('menuitem', { name: 'Tipologia' }).click();
    await page.waitForURL('**/home/costi?raggruppa=tipologia_costo');
    const groups = page.getByRole('list', { name: 'costi per gruppi' }).getByRole('listitem');
    await groups.first().waitFor();
    const counts = await groups.locator('.count').allInnerTexts();
    const grouped = counts.map(Number).reduce((sum, n) => sum + n, 0);
    // other specs record costs meanwhile: the sum lies between what the list counts before and after
    await page.goto(address('/home/costi'));
    await rows(page).first().waitFor();
    expect([all, await count(page)]).toContain(grouped);
    await page.goto(address('/home/costi?raggruppa=tipologia_costo'));
    await groups.first().waitFor();
    for (const text of await groups.allInnerTexts()) expect(text).toMatch(/Totale €\s[\d.]+,\d\d/);
    await accessible(page, 'elenco raggruppato');
    await photograph(page, 'elenco-raggruppato');
    const name = (await groups.first().locator('.font-semibold').innerText()).trim();
    await groups.first().getByRole('button').first().click();
    await page.getByText(`1–10 di ${counts[0]}`).waitFor();
    for (const text of await rows(page).allInnerTexts()) expect(text).toContain(name);

    const { page: other } = await browser.open();
    await signIn(other, 'direzione', '/home/costi?raggruppa=tipologia_costo');
    await other.getByRole('list', { name: 'costi per gruppi' }).getByText(name).waitFor();
    await page.getByRole('button', { name: 'Raggruppa' }).click();
    await page.getByRole('menuitem', { name: 'Nessun gruppo' }).click();
    await page.waitForURL('**/home/costi');
    await rows(page).first().waitFor();
  });
});
