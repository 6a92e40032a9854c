import { readFile } from 'node:fs/promises';
import type { Browser, Download, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { leggiXlsx } from '../xlsx.ts';
import { accedi, accessibile, apriBrowser, fotografa, indirizzo, nienteScorrimentoLaterale, nuovaScheda, TELEFONO, type Scheda } from './browser.ts';

let browser: Browser;
let scheda: Scheda;
beforeAll(async () => { browser = await apriBrowser(); });
beforeEach(async () => { scheda = await nuovaScheda(browser); });
afterEach(async () => {
  expect(scheda.lagnanze).toEqual([]);
  await scheda.context.close();
});
afterAll(() => browser.close());

/** A call as the page makes it. */
async function leggi(page: Page, path: string): Promise<{ data: Record<string, unknown>[]; totale: number }> {
  return page.evaluate(`(async () => {
    const store = [...Object.values(localStorage), ...Object.values(sessionStorage)].map((v) => { try { return JSON.parse(v); } catch { return null; } });
    const token = store.find((v) => v && typeof v.token === 'string').token;
    return (await fetch(${JSON.stringify(path)}, { headers: { authorization: 'Bearer ' + token } })).json();
  })()`) as Promise<{ data: Record<string, unknown>[]; totale: number }>;
}

async function chiedi(page: Page, voce: RegExp): Promise<void> {
  await page.getByRole('button', { name: 'Excel' }).click();
  await page.getByRole('menuitem', { name: voce }).click();
}

async function valori(download: Download): Promise<(string | number | undefined)[][]> {
  const [foglio] = await leggiXlsx(await readFile(await download.path()));
  return foglio!.righe.map((riga) => Array.from(riga, (c) => (c?.formato === 'yyyy-mm-dd' ? new Date(Date.UTC(1899, 11, 30 + Number(c.valore))).toISOString().slice(0, 10) : c?.valore)));
}

describe('Esportare un elenco', () => {
  test('dalle accise cercate esce un foglio con esattamente quelle righe, nell’ordine dell’elenco', async () => {
    const { page } = scheda;
    await accedi(page, 'admin');
    await page.goto(indirizzo('/home/accise?cerca=operaio'));
    await page.locator('tbody tr').first().waitFor();
    const attese = await leggi(page, '/api/accise?cerca=operaio&righe=500&ordina=-data');
    expect(attese.totale).toBeGreaterThan(10);
    expect(attese.totale).toBeLessThanOrEqual(500);
    const arriva = page.waitForEvent('download');
    await chiedi(page, /xlsx/);
    const download = await arriva;
    expect(download.suggestedFilename()).toMatch(/^ACCISE_\d{4}-\d{2}-\d{2}\.xlsx$/);
    const [testa, ...righe] = await valori(download);
    expect(testa).toEqual(['Utente', 'Data', 'Cantiere', 'Matricola', 'M Giri', 'K Giri', 'Ore', 'Minuti']);
    expect(righe).toEqual(attese.data.map((r) => ['utente', 'data', 'cantiere', 'matricola', 'm_giri', 'k_giri', 'ore', 'minuti'].map((nome) => r[nome] ?? undefined)));
    expect(righe).toHaveLength(attese.totale);
  });

  test('un elenco lungo lo prepara il server: Attività lo mostra da ogni schermata, si scarica da solo e si riscarica dopo un ricaricamento', async () => {
    const { page } = scheda;
    await accedi(page, 'admin');
    await page.goto(indirizzo('/home/storico'));
    await page.locator('tbody tr').first().waitFor();
    const { totale } = await leggi(page, '/api/storico/registro?righe=1');
    expect(totale).toBeGreaterThan(2000);
    const arriva = page.waitForEvent('download');
    await chiedi(page, /xlsx/);
    await page.getByText('Excel in preparazione').waitFor();
    const download = await arriva;
    expect(download.suggestedFilename()).toMatch(/^STORICO_\d{4}-\d{2}-\d{2}\.xlsx$/);
    const [testa, ...righe] = await valori(download);
    expect(testa).toEqual(['Quando', 'Chi', 'Record', 'Che cosa', 'Campi']);
    expect(Math.abs(righe.length - totale)).toBeLessThan(20); // other specs write meanwhile
    await page.goto(indirizzo('/home/accise'));
    await page.getByRole('button', { name: 'Attività' }).click();
    const attivita = page.getByRole('dialog', { name: 'Attività' });
    const voce = attivita.getByRole('listitem').filter({ hasText: /Excel Storico, [\d.]+ righe/ }).first();
    await voce.getByText(/fino al \d{4}-\d{2}-\d{2}/).waitFor();
    await accessibile(page, 'Attività');
    await fotografa(page, 'attivita');
    const ancora = page.waitForEvent('download');
    await voce.getByRole('button', { name: 'Scarica' }).click();
    expect((await ancora).suggestedFilename()).toBe(download.suggestedFilename());
    await voce.getByRole('button', { name: /^Togli / }).click();
    await expect.poll(() => voce.count()).toBe(0);
  });

  test('una selezione di tutti i risultati esporta quelli, meno i tolti', async () => {
    const { page } = scheda;
    await accedi(page, 'admin');
    await page.goto(indirizzo('/home/accise?cerca=operaio'));
    await page.locator('tbody tr').first().waitFor();
    const { data, totale } = await leggi(page, '/api/accise?cerca=operaio&righe=500&ordina=-data');
    expect(data).toHaveLength(totale);
    await page.locator('thead').getByRole('checkbox').check();
    await page.getByRole('button', { name: /Seleziona tutti/i }).click();
    await page.locator('tbody tr').first().getByRole('checkbox').uncheck();
    const arriva = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Excel' }).last().click();
    const [, ...righe] = await valori(await arriva);
    expect(righe).toHaveLength(totale - 1);
    expect(righe.map((r) => r[1])).toEqual(data.slice(1).map((r) => r['data']));
  });
});

describe('Il menu Attività', () => {
  const adesso = new Date().toISOString();
  const processo = (id: string, altro: object) => ({
    id, tipo: 'esporta-elenco', titolo: id, status: 'queued', progresso: 0, name: null, messaggio: null, utente: 'admin', creato: adesso, finito: null, scade: null, ...altro,
  });
  const ELENCO = [
    processo('Zip allegati, 38 macchinari', { status: 'running', progresso: 64, messaggio: '124 di 193 file' }),
    processo('Excel Produzioni, 41.280 righe', {}),
    processo('Csv Accise, 12.004 righe', { status: 'done', progresso: 100, name: 'x', messaggio: '12.004 righe', finito: adesso, scade: adesso }),
    processo('Excel Storico, 80.112 righe', { status: 'error', messaggio: 'Il tuo gruppo non ha il permesso per questa operazione.', finito: adesso, scade: adesso }),
  ];

  for (const [misura, viewport] of [['scrivania', undefined], ['telefono', TELEFONO]] as const) {
    test(`dice che cosa corre, che cosa è pronto e che cosa è fallito e perché; si riprova, si toglie, si svuota (${misura})`, async () => {
      const { page } = scheda;
      if (viewport) await page.setViewportSize(viewport);
      await accedi(page, 'admin');
      let elenco = ELENCO;
      const chiamate: string[] = [];
      await page.route('**/api/processi**', async (route) => {
        const path = new URL(route.request().url()).pathname.replace(/^\/api\/processi\/?/, '');
        const id = decodeURIComponent(path.replace(/\/riprova$/, ''));
        if (route.request().method() !== 'GET') chiamate.push(`${route.request().method()} ${decodeURIComponent(path)}`);
        if (route.request().method() === 'DELETE') elenco = elenco.filter((p) => p.id !== id);
        if (path.endsWith('/riprova')) elenco = elenco.map((p) => (p.id === id ? processo(id, {}) : p));
        await route.fulfill({ json: route.request().method() === 'GET' && path === '' ? { data: elenco } : { message: {} } });
      });
      await page.goto(indirizzo('/home/macchinari'));
      await page.getByText('A0001').first().waitFor();
      if (viewport) await page.getByRole('button', { name: 'Apri menu' }).click();
      await page.getByRole('button', { name: /Attività/ }).click();
      const voce = (titolo: string) => page.getByRole('listitem').filter({ hasText: titolo });
      await voce('Zip allegati').getByRole('progressbar').waitFor();
      await voce('Zip allegati').getByText('124 di 193 file').waitFor();
      await voce('Excel Produzioni').getByText('in coda').waitFor();
      await voce('Excel Storico').getByText('Il tuo gruppo non ha il permesso').waitFor();
      await voce('Csv Accise').getByRole('button', { name: 'Scarica' }).waitFor();
      expect(await voce('Zip allegati').getByRole('button').count()).toBe(0);
      await accessibile(page, `Attività, ${misura}`);
      await nienteScorrimentoLaterale(page, `Attività, ${misura}`);
      await fotografa(page, `attivita-stati-${misura}`);
      await voce('Excel Storico').getByRole('button', { name: 'Riprova' }).click();
      await voce('Excel Storico').getByText('in coda').waitFor();
      await page.getByRole('button', { name: 'Svuota' }).click();
      await voce('Csv Accise').waitFor({ state: 'detached' });
      expect(chiamate).toEqual(['POST Excel Storico, 80.112 righe/riprova', 'DELETE Csv Accise, 12.004 righe']);
      expect(await page.getByRole('button', { name: 'Svuota' }).count()).toBe(0);
      await page.unrouteAll({ behavior: 'ignoreErrors' });
    });
  }
});
