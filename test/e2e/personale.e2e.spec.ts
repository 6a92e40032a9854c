import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { addDays, romeDate } from '#contracts/core/dates.ts';
import { pdf } from '#services/demo/pdf.ts';
import { call } from '../calls.ts';
import { readZip } from '../zip.ts';
import {
  signIn,
  accessible,
  accessibleInTheDark,
  photograph,
  address,
  noSidewaysScroll,
  SCRIVANIA,
  TELEFONO,
  type Card,
  tabs,
} from './browser.ts';
import { makePerson, OWN_PASSWORD } from './demo-people.ts';
import { demoWorkers, enter, pageOf, type DemoWorker } from './demo-workers.ts';

const TODAY = romeDate(new Date());
const RUN = Date.now().toString(36).toUpperCase();
const MATRICOLA = `E${RUN}`;
const FOTO = join(import.meta.dirname, '..', '..', 'services', 'demo', 'foto', 'compressore.jpg');
const detail = (matricola: string, tab = '') => address(`/home/personale/${matricola}${tab ? `?scheda=${tab}` : ''}`);
const row = (page: Page, name: string) =>
  page
    .locator('li.doc:visible')
    .filter({ has: page.getByText(name, { exact: true }) })
    .first();
const save = (page: Page) => page.getByRole('button', { name: 'SALVA' }).click();
const saved = (page: Page) => page.getByText('Salvataggio Effettuato correttamente').first().waitFor();

const browser = tabs(() => ({ whole: true }));
let card: Card;
/** Workers of the demo firm who have documents. */
let demo: DemoWorker[] = [];
const READER = `lettore-${RUN.toLowerCase()}`;

beforeAll(async () => {
  const { token, workers } = await demoWorkers();
  demo = workers;
  // creates a group that may only view workers
  const gruppo = (await call(address('/api/groups'), 'POST', { token, body: { group: { name: READER } } })).body.message.insertId;
  await call(address('/api/groupsPermissions'), 'POST', {
    token,
    body: { group: { groupID: gruppo, tableName: 'report', allowInsert: 0, allowView: 3, allowEdit: 0, allowDelete: 0 } },
  });
  await makePerson({ memberID: READER, groupID: gruppo });
});

describe('Un lavoratore, dalla matricola allo zip', () => {
  test('si registra con la mansione creata lì, torna all’elenco; documenti, scadenze e foto; il nome corretto porta la cartella con sé', async () => {
    card = await browser.open();
    const { page } = card;
    await signIn(page, 'admin', '/home/personale');
    await page.getByRole('link', { name: 'AGGIUNGI' }).first().click();
    await save(page);
    await page.getByText('Attenzione la matricola non può essere vuota').waitFor();
    await page.getByRole('textbox', { name: /^Matricola/ }).fill(MATRICOLA);
    await page.getByLabel('Cognome', { exact: true }).fill('De Prova');
    await page.getByLabel('Nome', { exact: true }).fill('Maria Grazia');
    await page.getByLabel('Luogo', { exact: true }).fill('Provopoli');
    await page.getByLabel('Data Nascita', { exact: true }).fill('1980-02-03');
    await page.getByRole('button', { name: 'Crea mansione' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: /^Descrizione/ }).fill(`Carotatore ${RUN}`);
    await dialog.getByRole('button', { name: /SALVA|CREA/ }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('tab', { name: 'DOCUMENTI' }).click();
    await page.getByText('I file che scegli qui restano pronti e si caricano con SALVA').waitFor();
    await row(page, 'Prescrizione')
      .locator('input[type=file]')
      .setInputFiles({ name: 'prescrizione.pdf', mimeType: 'application/pdf', buffer: pdf('Prescrizione', [MATRICOLA]) });
    await row(page, 'Prescrizione').getByText('Pronto').waitFor();
    await save(page);
    await saved(page);
    await page.getByText('Documento caricato con successo!').waitFor();
    await page.waitForURL(/\/home\/personale(\?|$)/);

    // the search is carried to the detail and back
    await page.getByPlaceholder('Cerca...').fill('provopoli');
    await page.waitForURL(/cerca=provopoli/);
    const inList = page.locator('tbody tr').filter({ hasText: MATRICOLA });
    await inList.getByText(`Carotatore ${RUN}`).click();
    await page.waitForURL(detail(MATRICOLA));
    await expect.poll(() => page.getByLabel('Matricola', { exact: true }).isEditable()).toBe(false);
    await page.locator('input[type=file][accept^="image/jpeg"]').setInputFiles(FOTO);
    await page.getByText(`${MATRICOLA}_profilo.jpg`).waitFor();

    await page.getByRole('tab', { name: 'DOCUMENTI' }).click();
    await expect.poll(() => page.locator('li.doc:visible').count()).toBe(10);
    await expect
      .poll(() =>
        page
          .locator('li.doc:visible')
          .first()
          .evaluate((e) => (e as unknown as { offsetHeight: number }).offsetHeight),
      )
      .toBe(80);
    // laid ready before the first save, it is there
    await row(page, 'Prescrizione').getByText(`${MATRICOLA}_prescrizione.pdf`).waitFor();
    await row(page, 'Idoneità')
      .locator('input[type=file]')
      .setInputFiles({ name: 'visita.pdf', mimeType: 'application/pdf', buffer: pdf('Idoneità', [MATRICOLA]) });
    await row(page, 'Idoneità').getByText(`${MATRICOLA}_idoneita.pdf`).waitFor();
    // there is one now: no other is taken
    await expect.poll(() => row(page, 'Idoneità').locator('input[type=file]').count()).toBe(0);
    await row(page, 'Idoneità').getByRole('switch').click();
    await row(page, 'Idoneità').getByRole('textbox').fill(addDays(TODAY, -1));
    for (const name of ['Limitazione', 'Prescrizione']) expect(await row(page, name).getByRole('switch').count()).toBe(0);
    await page.getByRole('button', { name: 'Pagina 3' }).click();
    await row(page, 'PLE')
      .locator('input[type=file]')
      .setInputFiles({ name: 'ple.pdf', mimeType: 'application/pdf', buffer: pdf('PLE', [MATRICOLA]) });
    await row(page, 'PLE').getByText(`${MATRICOLA}_ple.pdf`).waitFor();
    await page.getByRole('button', { name: 'Pagina 4' }).click();
    await expect.poll(() => page.locator('li.doc:visible').count()).toBe(4);
    await accessible(page, 'lavoratore, documenti');
    await photograph(page, 'personale-documenti');
    // the name is corrected in the same save
    await page.getByRole('tab', { name: 'DETTAGLI' }).click();
    await page.getByLabel('Cognome', { exact: true }).fill('Di Prova');
    await save(page);
    await saved(page);
    await page.getByRole('tab', { name: 'DOCUMENTI' }).click();
    await page.getByRole('button', { name: 'Pagina 1' }).click();
    await row(page, 'Idoneità').getByRole('button', { name: 'Visualizza Idoneità' }).click();
    await page.locator('iframe').waitFor();
    await page.getByRole('button', { name: 'STORICO' }).click();
    await page.getByText('ha aperto il documento Idoneità').first().waitFor();
    await page
      .getByText(new RegExp(`la cartella segue il nome, ${MATRICOLA}_DIPROVA_MARIAGRAZI`))
      .first()
      .waitFor();
    await accessible(page, 'lavoratore, storico');
    await photograph(page, 'personale-storico');

    // red in the list; the square opens the file in a window of its own
    await page.getByRole('button', { name: 'Chiudi' }).first().click();
    await page.waitForURL(/cerca=provopoli/);
    await inList.waitFor();
    await expect.poll(() => inList.getAttribute('class')).toContain('is-hot');
    const red = inList.getByRole('button', { name: /^Idoneità: presente, scadenza .*scaduta da 1 giorno/ });
    const popup = page.waitForEvent('popup');
    await red.focus();
    await page.keyboard.press('Enter');
    const open = await popup;
    await open.waitForURL(/\/file\?file=/);
    await open.close();
    await inList.getByRole('img', { name: 'Patente: assente' }).waitFor();

    // QR and ESPORTA come with the selection; with none any more QR says so
    await expect.poll(() => page.getByRole('button', { name: 'QR', exact: true }).count()).toBe(0);
    await inList.getByRole('checkbox').click();
    const bar = page.getByRole('toolbar', { name: 'Azioni sulla selezione' });
    const zip = page.waitForEvent('download');
    await bar.getByRole('button', { name: 'ESPORTA' }).click();
    const names = (await readZip(await readFile(await (await zip).path()))).map(({ name }) => name);
    expect(names.toSorted()).toEqual(
      [`${MATRICOLA}_idoneita.pdf`, `${MATRICOLA}_ple.pdf`, `${MATRICOLA}_prescrizione.pdf`, `${MATRICOLA}_profilo.jpg`].map(
        (name) => `${MATRICOLA}_DIPROVA_MARIAGRAZI/${name}`,
      ),
    );
    await inList.getByRole('checkbox').click();
    await page.getByRole('button', { name: 'QR', exact: true }).click();
    await page.getByText('Selezionare un personale').waitFor();
    await page.getByRole('button', { name: 'ESPORTA' }).waitFor({ state: 'detached' });
  }, 180_000);

  test('un documento si rinomina e si elimina; il lavoratore si elimina con il suo avviso', async () => {
    card = await browser.open();
    const { page } = card;
    await signIn(page, 'admin');
    await page.goto(detail(MATRICOLA, 'documenti'));
    await page.getByRole('button', { name: 'Pagina 3' }).click();
    await page.getByRole('button', { name: 'Rinomina PLE' }).click();
    await page.getByLabel('Nome del file, PLE').fill(`${MATRICOLA}_piattaforma.pdf`);
    await page.keyboard.press('Enter');
    await save(page);
    await saved(page);
    await row(page, 'PLE').getByText(`${MATRICOLA}_piattaforma.pdf`).waitFor();
    await page.getByRole('button', { name: 'Elimina PLE' }).click();
    await page.getByText('Sei sicuro di voler cancellare il documento ple?').waitFor();
    await page.getByRole('alertdialog').getByRole('button', { name: 'ELIMINA' }).click();
    await page.getByText('File Eliminato con successo').waitFor();
    await row(page, 'PLE').getByText('Nessun file').waitFor();

    await page.getByRole('button', { name: 'ELIMINA', exact: true }).click();
    await page.getByText('Sei sicuro di voler cancellare il personale?').waitFor();
    await page.getByRole('alertdialog').getByRole('button', { name: 'ELIMINA' }).click();
    await page.getByText('Manutenzione eliminata con successo').waitFor();
    await page.waitForURL(/\/home\/personale(\?|$)/);
  }, 120_000);
});

describe('L’elenco del personale', () => {
  test('SCADUTI e la vista compatta stanno nell’indirizzo, e insieme; i nomi restano fermi mentre i documenti scorrono', async () => {
    card = await browser.open();
    const { page } = card;
    await signIn(page, 'direzione', '/home/personale');
    await page.locator('tbody tr a').first().waitFor();
    await expect.poll(() => page.locator('tbody tr').count()).toBe(20);
    await expect
      .poll(() => page.locator('.dm-group').allTextContents())
      .toEqual(['Identità', 'Sanitaria', 'Formazione e ruoli', 'Abilitazioni', 'Altro']);
    await expect.poll(() => page.locator('.dm-head').count()).toBe(34);
    const matricole = await page.locator('tbody tr td.key').allTextContents();
    expect(matricole).toEqual(matricole.toSorted().toReversed());
    const cell = page.locator('tbody tr').first().locator('td.fz').last();
    const before = await cell.boundingBox();
    await page.locator('.grid-table').evaluate((table) => {
      (table as unknown as { parentElement: { scrollLeft: number } }).parentElement.scrollLeft = 900;
    });
    expect((await cell.boundingBox())?.x).toBe(before?.x);

    await page.getByRole('switch', { name: /SCADUTI/ }).click();
    await page.waitForURL(/scaduti=1/);
    await page.locator('tbody tr.is-hot').first().waitFor();
    await expect.poll(() => page.locator('tbody tr:not(.is-hot)').count()).toBe(0);
    await page.getByRole('switch', { name: 'Vista compatta' }).click();
    await page.waitForURL(/scaduti=1&compatta=1/);
    await page.getByRole('columnheader', { name: 'Mancanti' }).waitFor();
    await expect.poll(() => page.locator('.dm-head').count()).toBe(0);
    await page.locator('.badge-danger-solid').first().waitFor();
    await accessible(page, 'personale, compatta');
    await page.reload();
    await page.getByRole('columnheader', { name: 'Entro 30 giorni' }).waitFor();
    await page.locator('tbody tr.is-hot').first().waitFor();
    await page.getByRole('switch', { name: /SCADUTI/ }).click();
    await expect.poll(() => new URL(page.url()).search).toBe('?compatta=1');
  }, 120_000);

  test.each([
    ['scrivania', SCRIVANIA],
    ['telefono', TELEFONO],
  ] as const)(
    '%s: ogni schermata si legge, chiara e scura, e nulla esce dallo schermo',
    async (name, size) => {
      const { matricola } = demo[0]!;
      card = await browser.open(size);
      const { page } = card;
      await signIn(page, 'admin');
      // the lists are walked through with all others
      for (const [which, path] of [
        ['nuovo', '/home/personale/nuovo'],
        ['dettagli', `/home/personale/${matricola}`],
        ['documenti', `/home/personale/${matricola}?scheda=documenti`],
        ['qr', `/home/personale/qrcode/${matricola}`],
        ['stampa', `/home/personale/stampa/${matricola}`],
        ['tesserini', `/home/personale/print-qrcode?matricola=${matricola}`],
      ] as const) {
        await page.goto(address(path));
        await page.locator('h1').first().waitFor();
        await page.locator('.skeleton').first().waitFor({ state: 'detached' });
        await noSidewaysScroll(page, which);
        await photograph(page, `personale-${which}-${name}`);
        await accessible(page, `${which}, ${name}`);
        await accessibleInTheDark(page, `${which}, ${name}`, `personale-${which}-${name}-scuro`);
      }
    },
    240_000,
  );
});

describe('Chi guarda soltanto', () => {
  test.each([
    ['scrivania', SCRIVANIA],
    ['telefono', TELEFONO],
  ] as const)(
    '%s: vede lo stato dei documenti della salute e non li apre; niente da aggiungere, salvare o eliminare',
    async (_name, size) => {
      const { matricola, cognome, nome } = demo[0]!;
      card = await browser.open(size);
      const { page } = card;
      await page.goto(address('/'));
      await enter(page, READER, OWN_PASSWORD);
      await page.waitForURL('**/home');
      await page.goto(address(`/home/personale?cerca=${matricola}`));
      await page.getByText(matricola).first().waitFor();
      await expect.poll(() => page.getByRole('link', { name: 'AGGIUNGI' }).count()).toBe(0);
      if (size === SCRIVANIA) {
        await page
          .locator('tbody')
          .getByRole('img', { name: /^Idoneità: presente.*Riservato a chi può modificare/ })
          .waitFor();
        await expect
          .poll(() =>
            page
              .locator('tbody')
              .getByRole('button', { name: /^Idoneità/ })
              .count(),
          )
          .toBe(0);
      }
      await page.goto(detail(matricola, 'documenti'));
      await row(page, 'Idoneità').getByText('Riservato').waitFor();
      await row(page, 'Carta di Identita').getByRole('button', { name: 'Scarica Carta di Identita' }).waitFor();
      for (const name of ['SALVA', 'ELIMINA', /^Rinomina/, /^Elimina/, /CARICA FOTO/, /^Carica/, /^(Scarica|Visualizza) Idoneità/])
        expect(await page.getByRole('button', { name }).count(), String(name)).toBe(0);
      await accessible(page, 'documenti, chi guarda');
      await photograph(page, `personale-lettore-${_name}`);
      await page.goto(pageOf(matricola));
      await page.getByRole('heading', { name: `${matricola}_${cognome}_${nome}` }).waitFor();
      await page.getByRole('tab', { name: 'DOCUMENTI' }).click();
      await page.getByRole('button', { name: 'Scarica Carta di Identita' }).waitFor();
      await expect.poll(() => page.getByRole('button', { name: 'Scarica Idoneità' }).count()).toBe(0);
      await page.getByText('Riservato').first().waitFor();
    },
    120_000,
  );

  test.each([
    ['capo', SCRIVANIA],
    ['capo', TELEFONO],
    ['operaio', SCRIVANIA],
    ['operaio', TELEFONO],
  ] as const)(
    '%s non vede il personale: né menu, né elenco, né scheda, né codice',
    async (person, size) => {
      const { matricola, cognome } = demo[0]!;
      card = await browser.open(size);
      const { page } = card;
      await signIn(page, person);
      await expect.poll(() => page.getByRole('button', { name: 'Personale' }).count()).toBe(0);
      for (const path of [
        '/home/personale',
        `/home/personale/${matricola}`,
        `/home/personale/qrcode/${matricola}`,
        `/home/personale/stampa/${matricola}`,
        `/home/personale/print-qrcode?matricola=${matricola}`,
      ]) {
        await page.goto(address(path));
        await page
          .getByText(/non (ha il permesso|puoi|hai|vede|può)|permesso/i)
          .first()
          .waitFor();
        await expect.poll(() => page.getByText(cognome).count(), { message: path }).toBe(0);
        await noSidewaysScroll(page, path);
      }
    },
    120_000,
  );
});
