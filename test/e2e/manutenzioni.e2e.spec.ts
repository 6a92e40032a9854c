import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { addDays, romeDate } from '#contracts/core/dates.ts';
import { pdf } from '#services/demo/pdf.ts';
import { leggiZip } from '../zip.ts';
import { accedi, accessibile, apriBrowser, fotografa, indirizzo, nienteScorrimentoLaterale, nuovaScheda, SCRIVANIA, TELEFONO, type Scheda } from './browser.ts';

const OGGI = romeDate(new Date());
/** A day on which the demo data have no maintenance of this machine. */
const GIORNO = addDays(OGGI, 3);
const NOTA = `nota-${Date.now().toString(36)}`;

async function scegli(page: Page, etichetta: string, testo: string): Promise<void> {
  const campo = page.getByRole('combobox', { name: etichetta, exact: true });
  await campo.click();
  await campo.fill(testo);
  await page.getByRole('option', { name: new RegExp(testo) }).first().click();
}

async function scriviNumero(page: Page, etichetta: string, testo: string): Promise<void> {
  await page.getByLabel(etichetta, { exact: true }).click();
  await page.keyboard.press('Control+a');
  await page.keyboard.type(testo);
}

const salva = (page: Page) => page.getByRole('button', { name: 'SALVA' }).click();
const valore = (page: Page, etichetta: string) => page.getByLabel(etichetta, { exact: true }).inputValue();

describe('Le manutenzioni', () => {
  let browser: Browser;
  let scheda: Scheda;
  beforeAll(async () => { browser = await apriBrowser(); });
  afterEach(async () => {
    expect(scheda.lagnanze).toEqual([]);
    await scheda.context.close();
  });
  afterAll(() => browser.close());

  test('si registrano con la macchina, il suo PDF e la scadenza; si modificano, si eliminano', async () => {
    scheda = await nuovaScheda(browser);
    const { page } = scheda;
    await accedi(page, 'admin');
    await page.goto(indirizzo(`/home/manutenzioni?cerca=${NOTA}`));
    await page.getByRole('link', { name: 'AGGIUNGI' }).first().click();
    expect(await valore(page, 'Data')).toBe(OGGI);
    await page.getByLabel('Data', { exact: true }).fill(GIORNO);
    await scegli(page, 'Matricola', 'A0056');
    await expect.poll(() => valore(page, 'Descrizione')).not.toBe('');
    await scriviNumero(page, 'Costo', '12');
    await scegli(page, 'Tipo Manutenzione', 'Lettura Ore');
    await page.getByLabel('Costo', { exact: true }).waitFor({ state: 'detached' });
    await scegli(page, 'Tipo Manutenzione', 'Interna');
    expect(await valore(page, 'Costo')).toBe('12,00');
    await scriviNumero(page, 'Ore/Km', '9000,5');
    await scegli(page, 'Manutenzione', 'Batterie');
    await scegli(page, 'Manutenzione', 'Filtro Gasolio');
    await page.keyboard.press('Escape');
    await page.getByRole('switch', { name: 'Scadenza' }).click();
    await scriviNumero(page, 'Ore/Km alla scadenza', '9500');
    await page.getByLabel('Note', { exact: true }).fill(NOTA);
    await salva(page);
    await page.getByText('Salvataggio effettuato con successo').waitFor();
    // Nuovo is Modifica now, until the second is over
    await page.waitForURL(new RegExp(`/home/manutenzioni\\?cerca=${NOTA}`));

    await page.locator('tbody').getByText(NOTA).first().click();
    expect(await valore(page, 'Ore/Km')).toBe('9.000,5');
    expect(await valore(page, 'Ore/Km alla scadenza')).toBe('9.500');
    await page.getByText('Batterie').waitFor();
    await page.getByText('Filtro Gasolio').waitFor();

    // its PDF: there is none, then there is
    const nome = `A0056_${GIORNO.replaceAll('-', '').slice(2)}.pdf`;
    await page.getByRole('button', { name: 'Documenti manutenzione' }).click();
    await page.getByText('Nessun documento per questa manutenzione').waitFor();
    await page.getByLabel('Carica documento', { exact: true }).and(page.locator('input')).setInputFiles({ name: 'foglio.pdf', mimeType: 'application/pdf', buffer: pdf('Manutenzione', [NOTA]) });
    await page.getByText('Documento caricato con successo!').waitFor();
    await page.locator('li.doc').getByText(nome).waitFor();
    // a second one asks before it takes the place of the first
    await page.getByLabel('Carica documento', { exact: true }).and(page.locator('input')).setInputFiles({ name: 'altro.pdf', mimeType: 'application/pdf', buffer: pdf('Altro', [NOTA]) });
    await page.getByText(`Sostituire il documento ${nome}?`).waitFor();
    await page.getByRole('alertdialog').getByRole('button', { name: 'ANNULLA' }).click();
    await page.getByLabel('Carica documento', { exact: true }).and(page.locator('input')).setInputFiles({ name: 'foto.jpg', mimeType: 'image/jpeg', buffer: Buffer.from([0xff, 0xd8, 0xff, 0xe0]) });
    await page.getByText('«foto.jpg» non è un documento PDF').waitFor();
    await page.getByRole('button', { name: 'Chiudi avviso' }).last().click();
    const aperto = page.waitForResponse((risposta) => risposta.url().includes('/file?file='));
    await page.getByRole('button', { name: 'Documenti manutenzione' }).click();
    expect((await aperto).headers()['content-type']).toContain('application/pdf');
    await page.getByRole('complementary', { name: nome }).waitFor();
    await page.getByRole('button', { name: 'Documenti manutenzione' }).click();
    await page.getByRole('complementary', { name: nome }).waitFor({ state: 'detached' });

    // the deadline taken away is gone, and the rest stays
    await page.getByRole('switch', { name: 'Scadenza' }).click();
    await page.keyboard.press('Control+s');
    await page.getByText('Salvataggio effettuato con successo').first().waitFor();
    await page.waitForURL(/\/home\/manutenzioni\?/);
    await page.locator('tbody').getByText(NOTA).first().click();
    await page.getByText('Batterie').waitFor();
    expect(await page.getByRole('switch', { name: 'Scadenza' }).getAttribute('aria-checked')).toBe('false');

    // the document goes, and so does the maintenance
    await page.getByRole('button', { name: 'Elimina Documento' }).click();
    await page.getByText(`Sei sicuro di voler cancellare il documento ${nome}?`).waitFor();
    await page.getByRole('alertdialog').getByRole('button', { name: 'ELIMINA' }).click();
    await page.getByText('File Eliminato con successo').waitFor();
    await page.getByRole('button', { name: 'ELIMINA', exact: true }).click();
    await page.getByText('Sei sicuro di voler cancellare la manutenzione?').waitFor();
    await page.getByRole('alertdialog').getByRole('button', { name: 'ELIMINA' }).click();
    await page.getByText('Manutenzione eliminata con successo').waitFor();
    await page.waitForURL(/\/home\/manutenzioni\?/);
    await page.getByText(`Nessun risultato per «${NOTA}»`).waitFor();
  });

  test('macchina e cantiere si creano dai selettori, e al ritorno sono scelti con tutto ciò che era scritto', async () => {
    scheda = await nuovaScheda(browser);
    const { page } = scheda;
    await accedi(page, 'admin');
    const matricola = `M-${NOTA}`;
    const commessa = `Z${Date.now().toString(36).slice(-3)}`;
    await page.goto(indirizzo('/home/manutenzioni/nuovo?matricola=A0002'));
    await expect.poll(() => valore(page, 'Descrizione')).not.toBe('');
    await page.getByLabel('Note', { exact: true }).fill('scritta prima');

    await page.getByRole('button', { name: 'Crea macchinario' }).click();
    await page.getByLabel(/^Matricola\s*\*?$/).fill(matricola);
    await page.getByLabel('Descrizione', { exact: true }).fill('Nata dal selettore');
    await salva(page);
    await page.waitForURL('**/home/manutenzioni/nuovo?matricola=A0002');
    await expect.poll(() => valore(page, 'Matricola')).toBe(matricola);
    await expect.poll(() => valore(page, 'Descrizione')).toBe('Nata dal selettore');
    expect(await valore(page, 'Note')).toBe('scritta prima');

    await page.getByRole('button', { name: 'Crea cantiere' }).click();
    await page.getByLabel(/^Commessa\s*\*?$/).fill(commessa);
    await salva(page);
    await page.waitForURL('**/home/manutenzioni/nuovo?matricola=A0002');
    await expect.poll(() => valore(page, 'Cantiere')).toBe(commessa);
    expect(await valore(page, 'Matricola')).toBe(matricola);
    expect(await valore(page, 'Note')).toBe('scritta prima');
    await salva(page);
    await page.getByText('Salvataggio effettuato con successo').waitFor();
  });

  test('la macchina dell’indirizzo è già scelta, e chiudere senza aver scritto non chiede nulla', async () => {
    scheda = await nuovaScheda(browser);
    const { page } = scheda;
    await accedi(page, 'capo');
    await page.goto(indirizzo('/home/manutenzioni/nuovo?matricola=A0002'));
    await expect.poll(() => valore(page, 'Descrizione')).not.toBe('');
    await expect.poll(() => valore(page, 'Matricola')).toBe('A0002');
    // the marker user creates no machines and no sites
    expect(await page.getByRole('button', { name: /^Crea / }).count()).toBe(0);
    await page.getByRole('button', { name: 'Chiudi', exact: true }).click();
    await page.waitForURL('**/home/manutenzioni');
  });

  test('chi ha salvato dopo vede i due valori e sceglie', async () => {
    scheda = await nuovaScheda(browser);
    const { page, context } = scheda;
    await accedi(page, 'admin');
    await page.goto(indirizzo('/home/manutenzioni/7'));
    await page.getByLabel('Note', { exact: true }).fill(`mia ${NOTA}`);
    const altra = await context.newPage();
    await altra.goto(indirizzo('/home/manutenzioni/7'));
    await altra.getByLabel('Note', { exact: true }).fill(`sua ${NOTA}`);
    await salva(altra);
    await altra.getByText('Salvataggio effettuato con successo').waitFor();
    await salva(page);
    const dialogo = page.getByRole('alertdialog');
    await dialogo.getByText(`mia ${NOTA}`).waitFor();
    await dialogo.getByText(`sua ${NOTA}`).waitFor();
    await altra.close();
  });

  test('un operaio vede solo le sue, e non le elimina', async () => {
    scheda = await nuovaScheda(browser);
    const { page } = scheda;
    await accedi(page, 'operaio');
    await page.goto(indirizzo('/home/manutenzioni'));
    await page.locator('tbody td', { hasText: 'operaio' }).first().waitFor();
    expect(new Set(await page.locator('tbody tr td:nth-child(2)').allTextContents())).toEqual(new Set(['operaio']));
    await page.locator('tbody tr').first().locator('a').first().click();
    await page.getByRole('button', { name: 'STORICO' }).waitFor();
    expect(await page.getByRole('button', { name: 'ELIMINA', exact: true }).count()).toBe(0);
  });
});

describe('La scheda manutenzioni', () => {
  let browser: Browser;
  beforeAll(async () => { browser = await apriBrowser(); });
  afterAll(() => browser.close());

  test('si apre dalla macchina, resta dopo un ricaricamento, si scarica e si stampa in A4', async () => {
    const { context, page, lagnanze } = await nuovaScheda(browser);
    await accedi(page, 'admin');
    await page.goto(indirizzo('/home/macchinari/A0025?scheda=manutenzione'));
    await page.getByRole('link', { name: 'SCHEDA', exact: true }).click();
    await page.waitForURL('**/tabellaxls?matricola=A0025');
    await page.reload();
    await page.getByRole('table').last().locator('tbody tr').first().waitFor();
    const [scaricato] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Scarica come XLS' }).click()]);
    expect(scaricato.suggestedFilename()).toBe('Scheda manutenzioni A0025.xlsx');
    const foglio = (await leggiZip(await readFile(await scaricato.path()))).find(({ nome }) => nome === 'xl/worksheets/sheet1.xml')!.contenuto.toString('utf8');
    const interventi = await page.getByRole('table').last().locator('tbody tr').count();
    // 27 lines stand over the log
    expect(Math.max(...[...foglio.matchAll(/<row\s[^>]*?r="(\d+)"/g)].map(([, r]) => Number(r)))).toBe(27 + interventi);
    const stampa = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
    const pagine = [...stampa.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)].map(([, larga, alta]) => [Math.round(Number(larga)), Math.round(Number(alta))]);
    expect(pagine.length).toBeGreaterThan(0);
    for (const pagina of pagine) expect(pagina).toEqual([842, 595]);
    expect(lagnanze).toEqual([]);
    await context.close();
  });

  for (const [misura, viewport] of Object.entries({ scrivania: SCRIVANIA, telefono: TELEFONO })) {
    for (const dark of [false, true]) {
      test(`elenco, dettaglio e scheda su ${misura}${dark ? ', al buio' : ''}: accessibili, senza scorrimento laterale`, async () => {
        const { context, page, lagnanze } = await nuovaScheda(browser, viewport, dark);
        await accedi(page, 'admin');
        const schermate = [
          ['manutenzioni', '/home/manutenzioni', 'MANUTENZIONI'], ['manutenzione', '/home/manutenzioni/5', 'Meccanici'],
          ['manutenzione-nuova', '/home/manutenzioni/nuovo', 'Meccanici'], ['scheda-manutenzioni', '/tabellaxls?matricola=A0025', 'Matricola interna'],
          ['scheda-senza-macchina', '/tabellaxls', 'Nessun macchinario scelto'],
        ] as const;
        for (const [nome, path, pronta] of schermate) {
          await page.goto(indirizzo(path));
          await page.getByText(pronta).first().waitFor();
          await page.locator('.skeleton').first().waitFor({ state: 'detached' });
          await fotografa(page, `${nome}-${misura}${dark ? '-buio' : ''}`);
          await nienteScorrimentoLaterale(page, `${nome}, ${misura}`);
          await accessibile(page, `${nome}, ${misura}`);
        }
        expect(lagnanze).toEqual([]);
        await context.close();
      }, 120_000);
    }
  }
});
