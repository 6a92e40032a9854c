import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pdf } from '#services/demo/pdf.ts';
import { call } from '../calls.ts';
import { accessible, address, noSidewaysScroll, photograph, SCRIVANIA, signIn, tabs, TELEFONO } from './browser.ts';
import { demoWorkers } from './demo-workers.ts';

const RUN = Date.now().toString(36).toLowerCase();
const CODICE = `tess_${RUN}`;
const NOME = `Tesserino ${RUN}`;
const MATRICOLA = `K${RUN.toUpperCase()}`;
const browser = tabs();
let token = '';

beforeAll(async () => {
  ({ token } = await demoWorkers());
  const made = await call(address('/api/personale'), 'POST', {
    token,
    body: { personale: { matricola: MATRICOLA, cognome: 'Nuovo', nome: 'Tipo' } },
  });
  expect(made.status).toBe(201);
});

/** Removes the requirements of these specs, since they concern every worker. */
afterAll(async () => {
  const { body } = await call(address('/api/requisiti'), 'GET', { token });
  for (const { id } of (body.data as { id: number; tipo_documento: string }[]).filter((one) => one.tipo_documento === CODICE))
    await call(address('/api/requisiti'), 'DELETE', { token, body: { id } });
});

describe('Un tipo di documento nuovo, senza una versione nuova del portale', () => {
  test('si crea dal menu; la scheda del lavoratore lo carica e ne tiene la scadenza; ciò che nessuno chiede non manca', async () => {
    const { page } = await browser.open();
    page.setDefaultTimeout(12_000);
    await signIn(page, 'admin', '/home/tipi-documento?cerca=Accordo');
    await page.getByText('Accordo Stato-Regioni').first().waitFor();
    await page.getByText('P: una fonte pubblica').first().waitFor();
    await accessible(page, 'tipi di documento');
    await photograph(page, 'tipi-documento');
    await page.getByRole('link', { name: 'AGGIUNGI' }).first().click();
    await page.getByRole('combobox', { name: /^Soggetto/ }).click();
    await page.getByRole('option', { name: 'Lavoratore' }).click();
    await page.getByRole('textbox', { name: /^Codice/ }).fill(CODICE);
    await page.getByRole('textbox', { name: /^Nome/ }).fill(NOME);
    await page.getByRole('button', { name: 'SALVA' }).click();
    await page.getByText('Inserimento effettuato').first().waitFor();

    await page.goto(address(`/home/personale/${MATRICOLA}?scheda=documenti`));
    await page.getByText(/^1–10/).waitFor();
    const first = page.locator('li.doc:visible');
    await first
      .filter({ hasText: 'Corso base' })
      .or(first.filter({ hasText: 'Idoneità' }))
      .first()
      .waitFor();
    await expect.poll(() => page.getByText('non richiesto', { exact: true }).count()).toBeGreaterThan(3);
    await photograph(page, 'documenti-non-richiesti');
    await page
      .getByRole('button', { name: /pagina 4/i })
      .or(page.getByRole('button', { name: '4', exact: true }))
      .first()
      .click();
    const row = page.locator('li.doc:visible').filter({ hasText: NOME });
    await row.waitFor();
    await row.locator('input[type=file]').setInputFiles({
      name: 'x.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from(pdf('Tesserino', ['prova'])),
    });
    await page.getByText('Documento caricato con successo!').first().waitFor();
    await row.getByText(`${MATRICOLA}_${CODICE}.pdf`).waitFor();
    await row.getByRole('switch').click();
    await row.getByRole('textbox').fill('2020-01-31');
    await row.getByRole('textbox').press('Tab');
    await page.getByRole('button', { name: 'SALVA' }).click();
    await page.getByText('Salvataggio Effettuato correttamente').first().waitFor();
    await accessible(page, 'documenti di un lavoratore');

    await page.goto(address(`/home/personale?scaduti=1&cerca=${MATRICOLA}`));
    const line = page.getByRole('row').filter({ hasText: MATRICOLA });
    await line.getByRole('button', { name: new RegExp(`^${NOME}: presente, scadenza 2020-01-31.*Apri$`) }).waitFor();
    await expect.poll(() => page.locator('.dm-head').count()).toBeGreaterThan(34);
    await line.getByRole('img', { name: 'PLE: non richiesto' }).waitFor();
    await line
      .getByRole('img', { name: 'Unilav: assente' })
      .or(line.getByRole('img', { name: /unilav: assente/i }))
      .first()
      .waitFor();
    await page.getByRole('list', { name: 'Legenda' }).getByText('non richiesto').waitFor();
    await photograph(page, 'elenco-non-richiesto');
    await page.goto(address(`/home/macchinari/stampa/${MATRICOLA}?tipo=PersonaleDettaglio`));
    await page.getByText(NOME).waitFor();
  });

  test('un requisito lo chiede per nome, a ogni cantiere; da allora manca a chi non lo ha', async () => {
    const { page } = await browser.open();
    page.setDefaultTimeout(12_000);
    await signIn(page, 'admin', '/home/requisiti');
    await page.getByText('Ogni cantiere').first().waitFor();
    await photograph(page, 'requisiti');
    await page.getByRole('link', { name: 'AGGIUNGI' }).first().click();
    await page.getByRole('combobox', { name: /^Soggetto/ }).click();
    await page.getByRole('option', { name: 'Lavoratore' }).click();
    await page.getByRole('combobox', { name: /^Tipo di documento/ }).fill(NOME);
    await page.getByRole('option', { name: NOME }).click();
    await page.getByRole('combobox', { name: /^Cantiere/ }).fill('Ogni');
    await page.getByRole('option', { name: 'Ogni cantiere' }).click();
    // the workers of other specs are from here: nothing more is asked of them
    await page.getByRole('combobox', { name: /^Solo se/ }).click();
    await page.getByRole('option', { name: /extra/i }).click();
    await accessible(page, 'un requisito');
    await photograph(page, 'requisito');
    await page.getByRole('button', { name: 'SALVA' }).click();
    await page.getByText('Inserimento effettuato').first().waitFor();
    await page.goto(address('/home/personale?cerca=Singh'));
    await page
      .getByRole('img', { name: `${NOME}: assente` })
      .first()
      .waitFor();
  });

  test('il capo vede il tipo nuovo dei macchinari, alla scrivania e sul telefono; la direzione chi non ha che cosa', async () => {
    const kind = { soggetto: 'macchina', codice: CODICE, nome: NOME };
    expect((await call(address('/api/tipi_documento'), 'POST', { token, body: { tipi_documento: kind } })).status).toBe(201);
    const [machine] = (await call(address('/api/macchinari?righe=1'), 'GET', { token })).body.data;
    for (const size of [SCRIVANIA, TELEFONO]) {
      const { page } = await browser.open(size);
      await signIn(page, 'capo', `/home/macchinari/${machine.matricola}?scheda=documenti`);
      await page.locator('li.doc:visible').filter({ hasText: NOME }).waitFor();
      await noSidewaysScroll(page, 'documenti di un macchinario');
      await photograph(page, `capo-macchinario-${size.width}`);
    }
    const { page } = await browser.open(TELEFONO);
    await signIn(page, 'direzione', `/home/personale?compatta=1&cerca=${MATRICOLA}`);
    await page
      .getByText(/non richiesti/)
      .first()
      .waitFor();
    await noSidewaysScroll(page, 'personale');
    await photograph(page, 'personale-telefono');
  });
});
