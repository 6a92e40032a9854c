import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { addDays, romeDate } from '#contracts/core/dates.ts';
import { pdf } from '#services/demo/pdf.ts';
import { readZip } from '../zip.ts';
import { signIn, address, type Card, tabs } from './browser.ts';

const TODAY = romeDate(new Date());
/** A day on which the demo data have no maintenance of this machine. */
const DAY = addDays(TODAY, 3);
const NOTE = `nota-${Date.now().toString(36)}`;

async function choose(page: Page, label: string, text: string): Promise<void> {
  const field = page.getByRole('combobox', { name: label, exact: true });
  await field.click();
  await field.fill(text);
  await page
    .getByRole('option', { name: new RegExp(text) })
    .first()
    .click();
}

async function writeNumber(page: Page, label: string, text: string): Promise<void> {
  await page.getByLabel(label, { exact: true }).click();
  await page.keyboard.press('Control+a');
  await page.keyboard.type(text);
}

const save = (page: Page) => page.getByRole('button', { name: 'SALVA' }).click();
const value = (page: Page, label: string) => page.getByLabel(label, { exact: true }).inputValue();

describe('Le manutenzioni', () => {
  const browser = tabs();
  let card: Card;

  test('si registrano con la macchina, il suo PDF e la scadenza; si modificano, si eliminano', async () => {
    card = await browser.open();
    const { page } = card;
    await signIn(page, 'admin', `/home/manutenzioni?cerca=${NOTE}`);
    await page.getByRole('link', { name: 'AGGIUNGI' }).first().click();
    await expect.poll(() => value(page, 'Data')).toBe(TODAY);
    await page.getByLabel('Data', { exact: true }).fill(DAY);
    await choose(page, 'Matricola', 'A0056');
    await expect.poll(() => value(page, 'Descrizione')).not.toBe('');
    await writeNumber(page, 'Costo', '12');
    await choose(page, 'Tipo Manutenzione', 'Lettura Ore');
    await page.getByLabel('Costo', { exact: true }).waitFor({ state: 'detached' });
    await choose(page, 'Tipo Manutenzione', 'Interna');
    await expect.poll(() => value(page, 'Costo')).toBe('12,00');
    await writeNumber(page, 'Ore/Km', '9000,5');
    await choose(page, 'Manutenzione', 'Batterie');
    await choose(page, 'Manutenzione', 'Filtro Gasolio');
    await page.keyboard.press('Escape');
    await page.getByRole('switch', { name: 'Scadenza' }).click();
    await writeNumber(page, 'Ore/Km alla scadenza', '9500');
    await page.getByLabel('Note', { exact: true }).fill(NOTE);
    await save(page);
    await page.getByText('Salvataggio effettuato con successo').waitFor();
    // Nuovo is Modifica now, until the second is over
    await page.waitForURL(new RegExp(`/home/manutenzioni\\?cerca=${NOTE}`));

    await page.locator('tbody').getByText(NOTE).first().click();
    await expect.poll(() => value(page, 'Ore/Km')).toBe('9.000,5');
    await expect.poll(() => value(page, 'Ore/Km alla scadenza')).toBe('9.500');
    await page.getByText('Batterie').waitFor();
    await page.getByText('Filtro Gasolio').waitFor();

    // its PDF: there is none, then there is
    const name = `A0056_${DAY.replaceAll('-', '').slice(2)}.pdf`;
    await page.getByRole('button', { name: 'Documenti manutenzione' }).click();
    await page.getByText('Nessun documento per questa manutenzione').waitFor();
    await page
      .getByLabel('Carica documento', { exact: true })
      .and(page.locator('input'))
      .setInputFiles({ name: 'foglio.pdf', mimeType: 'application/pdf', buffer: pdf('Manutenzione', [NOTE]) });
    await page.getByText('Documento caricato con successo!').waitFor();
    await page.locator('li.doc').getByText(name).waitFor();
    // a second one asks before it takes the place of the first
    await page
      .getByLabel('Carica documento', { exact: true })
      .and(page.locator('input'))
      .setInputFiles({ name: 'altro.pdf', mimeType: 'application/pdf', buffer: pdf('Altro', [NOTE]) });
    await page.getByText(`Sostituire il documento ${name}?`).waitFor();
    await page.getByRole('alertdialog').getByRole('button', { name: 'ANNULLA' }).click();
    await page
      .getByLabel('Carica documento', { exact: true })
      .and(page.locator('input'))
      .setInputFiles({ name: 'foto.png', mimeType: 'image/png', buffer: Buffer.from([0x89, 0x50, 0x4e, 0x47]) });
    await page.getByText('«foto.png» non è un PDF né una foto JPEG').waitFor();
    await page.getByRole('button', { name: 'Chiudi avviso' }).last().click();
    const open = page.waitForResponse((answer) => answer.url().includes('/file?file='));
    await page.getByRole('button', { name: 'Documenti manutenzione' }).click();
    expect((await open).headers()['content-type']).toContain('application/pdf');
    await page.getByRole('complementary', { name }).waitFor();
    await page.getByRole('button', { name: 'Documenti manutenzione' }).click();
    await page.getByRole('complementary', { name }).waitFor({ state: 'detached' });

    // the deadline taken away is gone, and the rest stays
    await page.getByRole('switch', { name: 'Scadenza' }).click();
    await page.keyboard.press('Control+s');
    await page.getByText('Salvataggio effettuato con successo').first().waitFor();
    await page.waitForURL(/\/home\/manutenzioni\?/);
    await page.locator('tbody').getByText(NOTE).first().click();
    await page.getByText('Batterie').waitFor();
    await expect.poll(() => page.getByRole('switch', { name: 'Scadenza' }).getAttribute('aria-checked')).toBe('false');

    // the document goes, and so does the maintenance
    await page.getByRole('button', { name: 'Elimina Documento' }).click();
    await page.getByText(`Sei sicuro di voler cancellare il documento ${name}?`).waitFor();
    await page.getByRole('alertdialog').getByRole('button', { name: 'ELIMINA' }).click();
    await page.getByText('File Eliminato con successo').waitFor();
    await page.getByRole('button', { name: 'ELIMINA', exact: true }).click();
    await page.getByText('Sei sicuro di voler cancellare la manutenzione?').waitFor();
    await page.getByRole('alertdialog').getByRole('button', { name: 'ELIMINA' }).click();
    await page.getByText('Manutenzione eliminata con successo').waitFor();
    await page.waitForURL(/\/home\/manutenzioni\?/);
    await page.getByText(`Nessun risultato per «${NOTE}»`).waitFor();
  });

  test('macchina e cantiere si creano dai selettori, e al ritorno sono scelti con tutto ciò che era scritto', async () => {
    card = await browser.open();
    const { page } = card;
    await signIn(page, 'admin');
    const matricola = `M-${NOTE}`;
    const commessa = `Z${Date.now().toString(36).slice(-3)}`;
    await page.goto(address('/home/manutenzioni/nuovo?matricola=A0002'));
    await expect.poll(() => value(page, 'Descrizione')).not.toBe('');
    await page.getByLabel('Note', { exact: true }).fill('scritta prima');

    await page.getByRole('button', { name: 'Crea macchinario' }).click();
    await page.getByLabel(/^Matricola\s*\*?$/).fill(matricola);
    await page.getByLabel('Descrizione', { exact: true }).fill('Nata dal selettore');
    await save(page);
    await page.waitForURL('**/home/manutenzioni/nuovo?matricola=A0002');
    await expect.poll(() => value(page, 'Matricola')).toBe(matricola);
    await expect.poll(() => value(page, 'Descrizione')).toBe('Nata dal selettore');
    await expect.poll(() => value(page, 'Note')).toBe('scritta prima');

    await page.getByRole('button', { name: 'Crea cantiere' }).click();
    await page.getByLabel(/^Commessa\s*\*?$/).fill(commessa);
    await save(page);
    await page.waitForURL('**/home/manutenzioni/nuovo?matricola=A0002');
    await expect.poll(() => value(page, 'Cantiere')).toBe(commessa);
    await expect.poll(() => value(page, 'Matricola')).toBe(matricola);
    await expect.poll(() => value(page, 'Note')).toBe('scritta prima');
    await save(page);
    await page.getByText('Salvataggio effettuato con successo').waitFor();
  });

  test('la macchina dell’indirizzo è già scelta, e chiudere senza aver scritto non chiede nulla', async () => {
    card = await browser.open();
    const { page } = card;
    await signIn(page, 'capo', '/home/manutenzioni/nuovo?matricola=A0002');
    await expect.poll(() => value(page, 'Descrizione')).not.toBe('');
    await expect.poll(() => value(page, 'Matricola')).toBe('A0002');
    // the marker user creates no machines and no sites
    await expect.poll(() => page.getByRole('button', { name: /^Crea / }).count()).toBe(0);
    await page.getByRole('button', { name: 'Chiudi', exact: true }).click();
    await page.waitForURL('**/home/manutenzioni');
  });

  test('chi ha salvato dopo vede i due valori e sceglie', async () => {
    card = await browser.open();
    const { page, context } = card;
    await signIn(page, 'admin', '/home/manutenzioni/7');
    await page.getByLabel('Note', { exact: true }).fill(`mia ${NOTE}`);
    const other = await context.newPage();
    await other.goto(address('/home/manutenzioni/7'));
    await other.getByLabel('Note', { exact: true }).fill(`sua ${NOTE}`);
    await save(other);
    await other.getByText('Salvataggio effettuato con successo').waitFor();
    await save(page);
    const dialog = page.getByRole('alertdialog');
    await dialog.getByText(`mia ${NOTE}`).waitFor();
    await dialog.getByText(`sua ${NOTE}`).waitFor();
    await other.close();
  });

  test('un operaio vede solo le sue, e non le elimina', async () => {
    card = await browser.open();
    const { page } = card;
    await signIn(page, 'operaio', '/home/manutenzioni');
    await page.locator('tbody td', { hasText: 'operaio' }).first().waitFor();
    expect(new Set(await page.locator('tbody tr td:nth-child(2)').allTextContents())).toEqual(new Set(['operaio']));
    await page.locator('tbody tr').first().locator('a').first().click();
    await page.getByRole('button', { name: 'STORICO' }).waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'ELIMINA', exact: true }).count()).toBe(0);
  });
});

describe('La scheda manutenzioni', () => {
  const browser = tabs();

  test('si apre dalla macchina, resta dopo un ricaricamento, si scarica e si stampa in A4', async () => {
    const { page } = await browser.open();
    await signIn(page, 'admin', '/home/macchinari/A0025?scheda=manutenzione');
    await page.getByRole('link', { name: 'SCHEDA', exact: true }).click();
    await page.waitForURL('**/tabellaxls?matricola=A0025');
    await page.reload();
    await page.getByRole('table').last().locator('tbody tr').first().waitFor();
    const [downloaded] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Scarica come XLS' }).click()]);
    expect(downloaded.suggestedFilename()).toBe('Scheda manutenzioni A0025.xlsx');
    const sheet = (await readZip(await readFile(await downloaded.path())))
      .find(({ name }) => name === 'xl/worksheets/sheet1.xml')!
      .content.toString('utf8');
    const interventi = await page.getByRole('table').last().locator('tbody tr').count();
    // 27 lines stand over the log
    expect(Math.max(...[...sheet.matchAll(/<row\s[^>]*?r="(\d+)"/g)].map(([, r]) => Number(r)))).toBe(27 + interventi);
    const printed = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
    const pages = [...printed.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)].map(([, wide, high]) => [
      Math.round(Number(wide)),
      Math.round(Number(high)),
    ]);
    expect(pages.length).toBeGreaterThan(0);
    for (const page of pages) expect(page).toEqual([842, 595]);
  });
});
