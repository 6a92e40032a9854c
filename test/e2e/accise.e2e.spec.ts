import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { accessible, address, noSidewaysScroll, SCRIVANIA, signIn, tabs, TELEFONO } from './browser.ts';

/** A past quarter of the demo firm that no other spec uses. */
const QUARTER = { anno: new Date().getFullYear() - 1, trimestre: 4 };
const PAGE = `/home/accise/dichiarazione?anno=${QUARTER.anno}&trimestre=${QUARTER.trimestre}`;
const NAME = `${QUARTER.trimestre}º trimestre ${QUARTER.anno}`;

describe('La dichiarazione delle accise', () => {
  const browser = tabs();

  test('dall’elenco si apre sull’ultimo trimestre finito; trimestre e cantiere stanno nell’indirizzo', async () => {
    const { page } = await browser.open();
    await signIn(page, 'admin', '/home/accise');
    await page.getByRole('link', { name: 'DICHIARAZIONE', exact: true }).click();
    await page.getByRole('heading', { name: 'DICHIARAZIONE ACCISE' }).waitFor();
    await page.goto(address(PAGE));
    await page.getByRole('heading', { name: NAME }).waitFor();
    await page.getByText('Totale litri').waitFor();
    const rows = await page.locator('tbody tr').count();
    expect(rows).toBeGreaterThan(5);
    const site = ((await page.locator('tbody tr td').first().textContent()) ?? '').slice(0, 4);
    await page.getByRole('combobox', { name: 'Cantiere' }).fill(site);
    await page.getByRole('option', { name: new RegExp(site) }).click();
    await page.waitForURL(new RegExp(`cantiere=${site}`));
    await expect.poll(() => page.locator('tbody tr').count()).toBeLessThan(rows);
    await page.reload();
    await page.getByText('Totale litri').waitFor();
    expect(await page.locator('tbody tr').count()).toBeLessThan(rows);
    await page.getByRole('button', { name: 'Trimestre precedente' }).click();
    await page.waitForURL(/trimestre=3/);
    await page.getByRole('heading', { name: `3º trimestre ${QUARTER.anno}` }).waitFor();
    expect(new URL(page.url()).searchParams.get('cantiere')).toBe(site);
  });

  test('un amministratore chiude il trimestre, scarica i file e lo riapre con un motivo', async () => {
    const { page } = await browser.open();
    await signIn(page, 'admin', PAGE);
    await page.getByText('Totale litri').waitFor();
    for (const kind of ['CSV', 'PDF'] as const) {
      const coming = page.waitForEvent('download');
      await page.getByRole('button', { name: kind }).click();
      const file = await coming;
      expect(file.suggestedFilename()).toBe(`accise-${QUARTER.anno}-${QUARTER.trimestre}.${kind.toLowerCase()}`);
      const bytes = await readFile(await file.path());
      expect(bytes.toString('latin1')).toContain(kind === 'CSV' ? 'TOTALE' : '%PDF-1.4');
    }
    await page.getByRole('button', { name: 'CHIUDI TRIMESTRE' }).click();
    const question = page.getByRole('alertdialog');
    await question.getByText(`Chiudere il ${NAME}, di tutti i cantieri?`).waitFor();
    await question.getByText('non si potranno più aggiungere, modificare, eliminare o ripristinare').waitFor();
    await accessible(page, 'chiudi-trimestre');
    await question.getByRole('button', { name: 'CHIUDI TRIMESTRE' }).click();
    await page.getByText(/Chiusa il .* da admin/).waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'CHIUDI TRIMESTRE' }).count()).toBe(0);
    // a reading of the quarter cannot be written, and the form says why
    await page.goto(address(`/home/accise/nuovo?data=${QUARTER.anno}-12-20`));
    await page.getByLabel('Minuti', { exact: true }).fill('9');
    await page.getByRole('button', { name: 'SALVA' }).click();
    await page.getByText(`Il ${NAME} è chiuso`).first().waitFor();
    await page.getByLabel('Minuti', { exact: true }).fill('');
    await page.goto(address(PAGE));
    await page.getByRole('button', { name: 'RIAPRI' }).click();
    const dialog = page.getByRole('dialog');
    await expect.poll(() => dialog.getByRole('button', { name: 'RIAPRI' }).isDisabled()).toBe(true);
    await dialog.getByLabel('Motivo').fill('Mancava la lettura del 20 dicembre');
    await dialog.getByRole('button', { name: 'RIAPRI' }).click();
    await page.getByRole('button', { name: 'CHIUDI TRIMESTRE' }).waitFor();
    await page.goto(address('/home/storico?cerca=riaperto la dichiarazione'));
    await page.getByText('Mancava la lettura del 20 dicembre').first().waitFor();
  });

  test('sul telefono ogni riga è una scheda; in nessuna misura la pagina scorre di lato', async () => {
    for (const viewport of [SCRIVANIA, TELEFONO]) {
      const { page } = await browser.open(viewport);
      await signIn(page, 'admin', PAGE);
      await page.getByText('Litri ammessi').waitFor();
      await page
        .getByRole('list', { name: 'Righe della dichiarazione' })
        .or(page.getByRole('region', { name: 'Righe della dichiarazione' }))
        .waitFor();
      expect(await page.getByRole('table').count()).toBe(viewport === TELEFONO ? 0 : 1);
      await accessible(page, 'dichiarazione-accise');
      await noSidewaysScroll(page, 'dichiarazione-accise');
    }
  });

  test('un caposquadra la vede e non la chiude né la riapre', async () => {
    const { page } = await browser.open();
    await signIn(page, 'capo', PAGE);
    await page.getByText('Totale litri').waitFor();
    for (const name of ['CHIUDI TRIMESTRE', 'RIAPRI']) expect(await page.getByRole('button', { name }).count()).toBe(0);
  });

  test('una macchina dice che cosa il portale propone, e si può dichiarare altro', async () => {
    const { page } = await browser.open();
    await signIn(page, 'admin', '/home/macchinari/A0037');
    await page.getByText(/^Proposta: esclusa dal 2026, su ruote con targa/).waitFor();
    const admitted = page.getByRole('combobox', { name: 'Ammessa al rimborso accise' });
    await expect.poll(() => admitted.getAttribute('placeholder')).toBe('Proposta: no');
    await admitted.fill('Sì');
    await page.getByRole('option', { name: 'Sì' }).click();
    await page.getByRole('button', { name: 'SALVA' }).click();
    await page.getByText('Salvataggio Effettuato correttamente').first().waitFor();
    await page.goto(address(PAGE));
    await page.getByText('Totale litri').waitFor();
    await page.getByText('Ammessa, come dichiarato sulla scheda.').first().waitFor();
  });
});
