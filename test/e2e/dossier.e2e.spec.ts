import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { addDays, romeDate } from '#contracts/core/dates.ts';
import { readTextPdf } from '../read-text-pdf.ts';
import { pdf } from '../samples.ts';
import { readZip } from '../zip.ts';
import { accessible, address, noSidewaysScroll, PASSWORD, photograph, SCRIVANIA, signIn, TELEFONO, tabs } from './browser.ts';

const md5 = (text: string): string => createHash('md5').update(text).digest('hex');

async function portal() {
  const login = await fetch(address('/api/login'), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password: md5(PASSWORD.admin) }),
  });
  const { token } = ((await login.json()) as { utente: { token: string } }).utente;
  return async (method: string, path: string, body?: object) => {
    const answer = await fetch(address(path), {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body instanceof FormData ? {} : { 'content-type': 'application/json' }) },
      ...(body ? { body: body instanceof FormData ? body : JSON.stringify(body) } : {}),
    });
    const read = (await answer.json()) as { data: Record<string, unknown>[]; message: { insertId: string | number } };
    expect([method, path, answer.status < 300, answer.status < 300 ? '' : JSON.stringify(read)]).toEqual([method, path, true, '']);
    return read;
  };
}

const today = romeDate(new Date());

/**
 * Creates a site with two workers on a machine: one with all documents, one without Unilav. Their keys contain `n`, so that other specs do
 * not use them.
 */
async function siteAtWork(n: string) {
  const call = await portal();
  const [commessa, good, lacking, machine] = [`Z${n}`, `G${n}`, `L${n}`, `Q${n}`];
  const there = (await call('GET', '/api/lavorazioni')).data.map(({ descrizione }) => descrizione);
  if (!there.includes('PALI')) await call('POST', '/api/lavorazioni', { lavorazione: { descrizione: 'PALI' } });
  await call('POST', '/api/wbs', { wbs: { descrizione: 'PILA' } });
  await call('POST', '/api/cantieri', { cantiere: { commessa, committente: 'Autostrade', comune: 'Modena' } });
  await call('POST', '/api/cantieri_wbs', { cantieri_wbs: { commessa, descrizione: 'PILA' } });
  await call('POST', '/api/cantieri_lavorazioni', { cantieri_lavorazioni: { commessa, lavorazione: 'PALI', prezzo: 10 } });
  await call('POST', '/api/macchinari', { macchinario: { matricola: machine, marca: 'Bauer', modello: 'BG 28' } });
  const renew = async (soggetto: string, id: string, tipo: string, dates: Record<string, string>) => {
    const form = new FormData();
    for (const [name, value] of Object.entries({ soggetto, id, tipo, ...dates })) form.append(name, value);
    form.append('file', new Blob([new Uint8Array(pdf(`${id} ${tipo}`))]), 'x.pdf');
    await call('POST', '/api/scadenze/rinnova', form);
  };
  const held = { dal: '2024-01-10', scadenza: '2040-01-01' };
  for (const [matricola, nome, tipi] of [
    [good, 'Ugo', ['idoneita', 'formazione', 'unilav', 'ci']],
    [lacking, 'Ivo', ['idoneita', 'formazione', 'ci']],
  ] as const) {
    await call('POST', '/api/personale', { personale: { matricola, cognome: 'Prova', nome } });
    for (const tipo of tipi) await renew('lavoratore', matricola, tipo, held);
    await call('POST', '/api/operatore', { operatore: { descrizione: `Prova ${nome} ${n}`, matricola } });
  }
  await renew('macchina', machine, 'ass', held);
  const header = (await call('POST', '/api/produzione_padre', { produzione_padre: { data: addDays(today, -1), cantiere: commessa } }))
    .message.insertId;
  for (const nome of ['Ugo', 'Ivo'])
    await call('POST', '/api/produzione', {
      produzione: {
        id_intestazione: header,
        wbs: 'PILA',
        lavorazione: 'PALI',
        quantita: 1,
        operatore: `Prova ${nome} ${n}`,
        attrezzatura: machine,
      },
    });
  return { call, commessa, good, lacking, machine };
}

/** Opens the dossier; on a phone the button is in the menu of further actions. */
async function openDossier(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'DOSSIER', exact: true });
  if (await button.isVisible()) return button.click();
  await page.getByRole('button', { name: 'Altre azioni' }).click();
  await page.getByRole('menuitem', { name: 'DOSSIER' }).click();
}

describe('Il dossier di un cantiere, e chi vi può lavorare', () => {
  const browser = tabs();

  for (const [size, viewport, n] of [
    ['scrivania', SCRIVANIA, '01'],
    ['telefono', TELEFONO, '02'],
  ] as const) {
    test(`chi può lavorare qui, poi lo zip con il suo indice, ${size}`, async () => {
      const { call, commessa, good, lacking, machine } = await siteAtWork(n);
      const { page } = await browser.open(viewport, false);
      await signIn(page, 'admin', `/home/cantieri/dettaglio-cantiere?id=${commessa}`);
      const who = page.getByRole('list', { name: 'Chi può lavorare qui', exact: true });
      await who.getByText('Prova Ivo').waitFor();
      const row = (name: string) => who.getByRole('listitem').filter({ hasText: name }).first();
      await expect.poll(() => row('Prova Ugo').innerText()).toMatch(/Idoneo/);
      await expect.poll(() => row('Prova Ivo').innerText()).toMatch(/manca Unilav[\s\S]*Con riserva/);
      await page.getByRole('button', { name: 'Motivi di Prova Ivo' }).click();
      await page.getByRole('button', { name: /^RINNOVA Unilav/ }).waitFor();
      await photograph(page, `chi-puo-lavorare-${size}`);
      await noSidewaysScroll(page, `chi può lavorare, ${size}`);
      // scrolls to the top, so that the page's head covers no field
      await page.evaluate('document.querySelectorAll("*").forEach((one) => { one.scrollTop = 0; })');
      await accessible(page, `chi può lavorare, ${size}`);

      await openDossier(page);
      const dialog = page.getByRole('dialog', { name: `Dossier del cantiere ${commessa}` });
      await expect.poll(() => dialog.getByRole('status').first().innerText()).toMatch(/^6 documenti nel dossier, 3 problemi/);
      const groups = dialog.getByRole('heading', { level: 3 });
      // people with problems come first
      await expect.poll(() => groups.first().innerText()).toContain(lacking);
      await dialog.getByLabel('A chi viene mandato').fill('Impresa Alfa');
      await dialog.getByText('Dati sanitari: solo il giudizio di idoneità').click();
      await expect.poll(() => dialog.getByRole('status').first().innerText()).toMatch(/^8 documenti/);
      await photograph(page, `dossier-${size}`);
      await noSidewaysScroll(page, `dossier, ${size}`);
      await accessible(page, `dossier, ${size}`);
      await dialog.getByRole('button', { name: 'PREPARA DOSSIER' }).click();
      const question = page
        .getByRole('alertdialog')
        .or(page.getByRole('dialog', { name: 'Dati sanitari' }))
        .last();
      await question.getByText('giudizio di idoneità di 2 lavoratori, per Impresa Alfa').waitFor();
      const [download] = await Promise.all([page.waitForEvent('download'), question.getByRole('button', { name: 'CONFERMO' }).click()]);
      expect(download.suggestedFilename()).toBe(`dossier-${commessa}-${today}.zip`);

      const entries = await readZip(await readFile(await download.path()));
      const folder = (matricola: string, nome: string) => `${matricola}_PROVA_${nome}/${matricola}`;
      expect(entries.map(({ name }) => name).toSorted()).toEqual(
        [
          'Indice.pdf',
          `${machine}/${machine}_ASS.pdf`,
          ...['ci', 'formazione', 'idoneita', 'unilav'].map((tipo) => `${folder(good, 'UGO')}_${tipo}.pdf`),
          ...['ci', 'formazione', 'idoneita'].map((tipo) => `${folder(lacking, 'IVO')}_${tipo}.pdf`),
        ].toSorted(),
      );
      const index = await readTextPdf(entries.find(({ name }) => name === 'Indice.pdf')!.content);
      const text = index.pages.flat().join(' ');
      for (const { name, content } of entries.filter((one) => one.name !== 'Indice.pdf')) {
        expect(text).toContain(createHash('sha256').update(content).digest('hex'));
        expect(index.links).toContain(name);
      }
      for (const words of [
        `Dossier del cantiere ${commessa}`,
        'per Impresa Alfa',
        `Lavoratore ${lacking} Prova Ivo`,
        'Assente',
        'Con riserva',
      ])
        expect(text).toContain(words);
      const { data } = await call('GET', `/api/storico?tabella=personale&id=${lacking}`);
      expect(data.map(({ frase }) => frase)).toContainEqual(expect.stringContaining(`dossier del cantiere ${commessa}`));
    });
  }

  test('la pagina del tesserino comincia con ciò che manca, e lo rinnova lì', async () => {
    const { lacking } = await siteAtWork('03');
    const { page } = await browser.open(TELEFONO, false);
    await signIn(page, 'admin', `/home/personale/qrcode/${lacking}`);
    const line = page.getByRole('region', { name: 'Idoneità oggi' });
    await expect.poll(() => line.getByRole('heading').innerText()).toBe('Con riserva: manca Unilav');
    await photograph(page, 'qr-idoneita-telefono');
    await noSidewaysScroll(page, 'qr idoneità');
    await accessible(page, 'qr idoneità');
    await line.getByRole('button', { name: /^RINNOVA Unilav/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Rinnova: Unilav' });
    await dialog.locator('input[type=file]').setInputFiles({ name: 'unilav.pdf', mimeType: 'application/pdf', buffer: pdf('unilav') });
    await dialog.getByRole('textbox', { name: 'Scadenza' }).fill(addDays(today, 400));
    await dialog.getByRole('button', { name: 'RINNOVA' }).click();
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => line.getByRole('heading').innerText()).toBe('Idoneo');
  });

  test('chi non vede né lavoratori né macchine non ha né il pannello né il dossier', async () => {
    const { commessa } = await siteAtWork('04');
    const { page } = await browser.open(SCRIVANIA, false);
    await signIn(page, 'capo', `/home/cantieri/dettaglio-cantiere?id=${commessa}`);
    await page.getByRole('region', { name: /^LAVORAZIONI/ }).waitFor();
    const seen = await page.getByRole('list', { name: 'Chi può lavorare qui', exact: true }).innerText();
    // the foreman sees machines, and no worker
    expect(seen).toContain('Bauer');
    expect(seen).not.toContain('Prova Ugo');
    expect(await page.getByLabel('Un altro lavoratore').count()).toBe(0);
  });
});
