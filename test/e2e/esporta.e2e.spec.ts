import { readFile } from 'node:fs/promises';
import type { Download, Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { readXlsx } from '../xlsx.ts';
import { signIn, accessible, photograph, address, noSidewaysScroll, TELEFONO, type Card, tabs } from './browser.ts';
const browser = tabs();
let card: Card;
beforeEach(async () => {
  card = await browser.open();
});

/** Makes an API call in the page, with the page's session. */
async function read(page: Page, path: string): Promise<{ data: Record<string, unknown>[]; totale: number }> {
  return page.evaluate(`(async () => {
    const store = [...Object.values(localStorage), ...Object.values(sessionStorage)].map((v) => { try { return JSON.parse(v); } catch { return null; } });
    const token = store.find((v) => v && typeof v.token === 'string').token;
    return (await fetch(${JSON.stringify(path)}, { headers: { authorization: 'Bearer ' + token } })).json();
  })()`) as Promise<{ data: Record<string, unknown>[]; totale: number }>;
}

async function ask(page: Page, entry: RegExp): Promise<void> {
  await page.getByRole('button', { name: 'Excel' }).click();
  await page.getByRole('menuitem', { name: entry }).click();
}

async function values(download: Download): Promise<(string | number | undefined)[][]> {
  const [sheet] = await readXlsx(await readFile(await download.path()));
  return sheet!.rows.map((row) =>
    Array.from(row, (c) =>
      c?.format === 'yyyy-mm-dd' ? new Date(Date.UTC(1899, 11, 30 + Number(c.value))).toISOString().slice(0, 10) : c?.value,
    ),
  );
}

describe('Esportare un elenco', () => {
  test('dalle accise cercate esce un foglio con esattamente quelle righe, nell’ordine dell’elenco', async () => {
    const { page } = card;
    await signIn(page, 'admin', '/home/accise?cerca=operaio');
    await page.locator('tbody tr').first().waitFor();
    const waits = await read(page, '/api/accise?cerca=operaio&righe=500&ordina=-data');
    expect(waits.totale).toBeGreaterThan(10);
    expect(waits.totale).toBeLessThanOrEqual(500);
    const arrives = page.waitForEvent('download');
    await ask(page, /xlsx/);
    const download = await arrives;
    expect(download.suggestedFilename()).toMatch(/^ACCISE_\d{4}-\d{2}-\d{2}\.xlsx$/);
    const [head, ...rows] = await values(download);
    expect(head).toEqual(['Utente', 'Data', 'Cantiere', 'Matricola', 'M Giri', 'K Giri', 'Ore', 'Minuti']);
    expect(rows).toEqual(
      waits.data.map((r) =>
        ['utente', 'data', 'cantiere', 'matricola', 'm_giri', 'k_giri', 'ore', 'minuti'].map((name) => r[name] ?? undefined),
      ),
    );
    expect(rows).toHaveLength(waits.totale);
  });

  test('un elenco lungo lo prepara il server: Attività lo mostra da ogni schermata, si scarica da solo e si riscarica dopo un ricaricamento', async () => {
    const { page } = card;
    await signIn(page, 'admin', '/home/storico');
    await page.locator('tbody tr').first().waitFor();
    const { totale } = await read(page, '/api/storico/registro?righe=1');
    expect(totale).toBeGreaterThan(2000);
    const arrives = page.waitForEvent('download');
    // the message goes once the page knows that the job has ended: the page does not learn it before the message is seen
    const seen = Promise.withResolvers<void>();
    await page.route('**/api/processi', async (route) => {
      await seen.promise;
      await route.continue();
    });
    await ask(page, /xlsx/);
    await page.getByText('Excel in preparazione').waitFor();
    seen.resolve();
    const download = await arrives;
    expect(download.suggestedFilename()).toMatch(/^STORICO_\d{4}-\d{2}-\d{2}\.xlsx$/);
    const [head, ...rows] = await values(download);
    expect(head).toEqual(['Quando', 'Chi', 'Nome', 'Record', 'Che cosa', 'Campi']);
    expect(Math.abs(rows.length - totale)).toBeLessThan(20); // other specs write meanwhile
    await page.goto(address('/home/accise'));
    await page.getByRole('button', { name: 'Attività' }).click();
    const activity = page.getByRole('dialog', { name: 'Attività' });
    const entry = activity
      .getByRole('listitem')
      .filter({ hasText: /Excel Storico, [\d.]+ righe/ })
      .first();
    await entry.getByText(/fino al \d{4}-\d{2}-\d{2}/).waitFor();
    await accessible(page, 'Attività');
    await photograph(page, 'attivita');
    const again = page.waitForEvent('download');
    await entry.getByRole('button', { name: 'Scarica' }).click();
    expect((await again).suggestedFilename()).toBe(download.suggestedFilename());
    await entry.getByRole('button', { name: /^Togli / }).click();
    await expect.poll(() => entry.count()).toBe(0);
  });

  test('una selezione di tutti i risultati esporta quelli, meno i tolti', async () => {
    const { page } = card;
    await signIn(page, 'admin', '/home/accise?cerca=operaio');
    await page.locator('tbody tr').first().waitFor();
    const { data, totale } = await read(page, '/api/accise?cerca=operaio&righe=500&ordina=-data');
    expect(data).toHaveLength(totale);
    await page.locator('thead').getByRole('checkbox').check();
    await page.getByRole('button', { name: /Seleziona tutti/i }).click();
    await page.locator('tbody tr').first().getByRole('checkbox').uncheck();
    const arrives = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Excel' }).last().click();
    const [, ...rows] = await values(await arrives);
    expect(rows).toHaveLength(totale - 1);
    expect(rows.map((r) => r[1])).toEqual(data.slice(1).map((r) => r['data']));
  });
});

describe('Il menu Attività', () => {
  const now = new Date().toISOString();
  const processo = (id: string, other: object) => ({
    id,
    tipo: 'esporta-elenco',
    titolo: id,
    status: 'queued',
    riprovabile: false,
    progresso: 0,
    name: null,
    messaggio: null,
    utente: 'admin',
    creato: now,
    finito: null,
    scade: null,
    ...other,
  });
  const LIST = [
    processo('Zip allegati, 38 macchinari', { status: 'running', progresso: 64, messaggio: '124 di 193 file' }),
    processo('Excel Produzioni, 41.280 righe', {}),
    processo('Csv Accise, 12.004 righe', { status: 'done', progresso: 100, name: 'x', messaggio: '12.004 righe', finito: now, scade: now }),
    processo('Excel Storico, 80.112 righe', {
      status: 'error',
      riprovabile: true,
      messaggio: 'Il tuo gruppo non ha il permesso per questa operazione.',
      finito: now,
      scade: now,
    }),
  ];

  for (const [size, viewport] of [
    ['scrivania', undefined],
    ['telefono', TELEFONO],
  ] as const) {
    test(`dice che cosa corre, che cosa è pronto e che cosa è fallito e perché; si riprova, si toglie, si svuota (${size})`, async () => {
      const { page } = card;
      if (viewport) await page.setViewportSize(viewport);
      await signIn(page, 'admin');
      let list = LIST;
      const calls: string[] = [];
      await page.route('**/api/processi**', async (route) => {
        const path = new URL(route.request().url()).pathname.replace(/^\/api\/processi\/?/, '');
        const id = decodeURIComponent(path.replace(/\/riprova$/, ''));
        if (route.request().method() !== 'GET') calls.push(`${route.request().method()} ${decodeURIComponent(path)}`);
        if (route.request().method() === 'DELETE') list = list.filter((p) => p.id !== id);
        if (path.endsWith('/riprova')) list = list.map((p) => (p.id === id ? processo(id, {}) : p));
        await route.fulfill({ json: route.request().method() === 'GET' && path === '' ? { data: list } : { message: {} } });
      });
      await page.goto(address('/home/macchinari'));
      await page.getByText('A0001').first().waitFor();
      if (viewport) await page.getByRole('button', { name: 'Apri menu' }).click();
      await page.getByRole('button', { name: /Attività/ }).click();
      const entry = (title: string) => page.getByRole('listitem').filter({ hasText: title });
      await entry('Zip allegati').getByRole('progressbar').waitFor();
      await entry('Zip allegati').getByText('124 di 193 file').waitFor();
      await entry('Excel Produzioni').getByText('in coda').waitFor();
      await entry('Excel Storico').getByText('Il tuo gruppo non ha il permesso').waitFor();
      await entry('Csv Accise').getByRole('button', { name: 'Scarica' }).waitFor();
      await expect.poll(() => entry('Zip allegati').getByRole('button').count()).toBe(0);
      await accessible(page, `Attività, ${size}`);
      await noSidewaysScroll(page, `Attività, ${size}`);
      await photograph(page, `attivita-stati-${size}`);
      await entry('Excel Storico').getByRole('button', { name: 'Riprova' }).click();
      await entry('Excel Storico').getByText('in coda').waitFor();
      await page.getByRole('button', { name: 'Svuota' }).click();
      await entry('Csv Accise').waitFor({ state: 'detached' });
      expect(calls).toEqual(['POST Excel Storico, 80.112 righe/riprova', 'DELETE Csv Accise, 12.004 righe']);
      await expect.poll(() => page.getByRole('button', { name: 'Svuota' }).count()).toBe(0);
      await page.unrouteAll({ behavior: 'ignoreErrors' });
    });
  }
});
