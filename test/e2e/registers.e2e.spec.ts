import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { signIn, accessible, openBrowser, photograph, address, noSidewaysScroll, newTab, SCRIVANIA, TELEFONO, type Person, type Card } from './browser.ts';

/** Every screen there is, with what must be seen on it once it is ready. */
const SCREENS: readonly { nome: string; path: string; pronta: string; persone: readonly Person[] }[] = [
  { nome: 'home', path: '/home', pronta: 'Attrezzature', persone: ['admin', 'operaio'] },
  { nome: 'macchinari', path: '/home/macchinari', pronta: 'A0001', persone: ['admin', 'operaio'] },
  { nome: 'accise', path: '/home/accise', pronta: 'ACCISE', persone: ['admin', 'capo'] },
  { nome: 'accisa-nuova', path: '/home/accise/nuovo', pronta: 'Inserimento Accise', persone: ['admin', 'capo'] },
  { nome: 'accisa-della-macchina', path: '/home/accise/nuovo?matricola=A0004', pronta: 'Inserimento Accise', persone: ['admin', 'capo', 'operaio'] },
  { nome: 'accisa', path: '/home/accise/1', pronta: 'Inserimento Accise', persone: ['admin', 'capo'] },
  { nome: 'tipologia', path: '/home/tipologia', pronta: 'Autogru', persone: ['admin'] },
  { nome: 'tipologia-dettaglio', path: '/home/tipologia/dettaglio-tipologia?id=1', pronta: 'Inserimento Tipologie', persone: ['admin'] },
  { nome: 'meccanici', path: '/home/meccanici', pronta: 'Ricci Davide', persone: ['admin'] },
  { nome: 'meccanico', path: '/home/meccanici/dettaglio-meccanici?id=1', pronta: 'Inserimento Meccanici', persone: ['admin'] },
  { nome: 'elenco-manutenzioni', path: '/home/elenco-manutenzioni', pronta: 'Batterie', persone: ['admin'] },
  { nome: 'tipo-manutenzione', path: '/home/elenco-manutenzioni/1', pronta: 'Inserimento Manutenzioni', persone: ['admin'] },
  { nome: 'cantieri', path: '/home/cantieri', pronta: '0423', persone: ['admin', 'capo'] },
  { nome: 'cantiere', path: '/home/cantieri/dettaglio-cantiere?id=0412', pronta: 'Inserimento Cantieri', persone: ['admin', 'capo'] },
  { nome: 'cantiere-nuovo', path: '/home/cantieri/dettaglio-cantiere', pronta: 'Inserimento Cantieri', persone: ['admin'] },
  { nome: 'produzione', path: '/home/produzione', pronta: 'PRODUZIONE DEL MESE', persone: ['admin', 'capo'] },
  { nome: 'produzione-dettaglio', path: '/home/produzione/dettaglio-produzione?id=1', pronta: 'Inserimento Produzione', persone: ['admin'] },
  { nome: 'produzione-nuova', path: '/home/produzione/dettaglio-produzione', pronta: 'Con AVANTI', persone: ['admin', 'capo'] },
  { nome: 'costi', path: '/home/costi', pronta: 'COSTI', persone: ['admin'] },
  { nome: 'lavorazioni', path: '/home/lavorazioni', pronta: 'JET GROUTING', persone: ['admin', 'capo'] },
  { nome: 'referenti', path: '/home/referenti', pronta: 'REFERENTI', persone: ['admin'] },
  { nome: 'report', path: '/home/report', pronta: 'Questo elenco non ha ancora dati', persone: ['admin'] },
  { nome: 'storico', path: '/home/storico', pronta: 'STORICO', persone: ['admin'] },
  { nome: 'macchina-nuova', path: '/home/macchinari/nuovo', pronta: 'Stato attuale', persone: ['admin'] },
  { nome: 'macchina', path: '/home/macchinari/A0004', pronta: 'A0004', persone: ['admin', 'capo', 'operaio'] },
  { nome: 'macchina-documenti', path: '/home/macchinari/A0004?scheda=documenti&storico=1', pronta: 'Verifica periodica', persone: ['admin', 'capo'] },
  { nome: 'macchina-amministrazione', path: '/home/macchinari/A0004?scheda=amministrazione', pronta: 'Costo Storico', persone: ['admin'] },
  { nome: 'macchina-dati', path: '/home/macchinari/A0004?scheda=dati', pronta: 'A0004', persone: ['admin'] },
  { nome: 'macchina-piano', path: '/home/macchinari/A0004?scheda=manutenzione', pronta: 'Essiccatore', persone: ['admin'] },
  { nome: 'macchina-archivio', path: '/home/archivio/A0004', pronta: 'A0004', persone: ['admin'] },
  { nome: 'macchina-sconosciuta', path: '/home/macchinari/MAI-VISTA', pronta: 'MAI-VISTA', persone: ['admin'] },
  { nome: 'manutenzioni', path: '/home/manutenzioni', pronta: 'MANUTENZIONI', persone: ['admin', 'capo', 'operaio'] },
  { nome: 'manutenzione', path: '/home/manutenzioni/3', pronta: 'Inserimento Manutenzioni', persone: ['admin', 'capo'] },
  { nome: 'manutenzione-nuova', path: '/home/manutenzioni/nuovo?matricola=A0004', pronta: 'Inserimento Manutenzioni', persone: ['admin', 'capo', 'operaio'] },
  { nome: 'scheda-manutenzioni', path: '/tabellaxls?matricola=A0004', pronta: 'FILTRI E OLI', persone: ['admin', 'capo'] },
  { nome: 'noleggi', path: '/home/noleggi', pronta: 'N00001', persone: ['admin', 'capo'] },
  { nome: 'noleggio', path: '/home/noleggi/dettaglio-noleggi?id=1', pronta: 'Storico Noleggi', persone: ['admin', 'capo'] },
  { nome: 'noleggio-documenti', path: '/home/noleggi/dettaglio-noleggi?id=1&scheda=documenti', pronta: 'Catalogo Ricambi', persone: ['admin', 'capo'] },
  { nome: 'noleggio-foto', path: '/home/noleggi/dettaglio-noleggi?id=1&scheda=foto', pronta: 'FOTO', persone: ['admin'] },
  { nome: 'noleggio-nuovo', path: '/home/noleggi/dettaglio-noleggi', pronta: 'Inserimento Noleggi', persone: ['admin'] },
  { nome: 'periodo', path: '/home/noleggi/dettaglio-noleggi/1', pronta: 'Tariffa Mensile', persone: ['admin'] },
  { nome: 'etichette', path: '/home/macchinari/print-qrcode?matricola=A0001&matricola=A0004', pronta: 'A0004', persone: ['admin', 'capo'] },
  { nome: 'pagina-qr', path: '/home/macchinari/qrcode/A0004', pronta: 'A0004', persone: ['admin', 'capo', 'operaio'] },
  { nome: 'stampa', path: '/home/macchinari/stampa/A0004?tipo=MacchinarioDettaglio', pronta: 'A0004', persone: ['admin', 'capo'] },
  { nome: 'area-chiusa', path: '/home/noleggi', pronta: 'non', persone: ['operaio'] },
  { nome: 'non-pronta', path: '/home/personale', pronta: 'non è ancora disponibile', persone: ['admin'] },
];

const SIZES = { scrivania: SCRIVANIA, telefono: TELEFONO } as const;

describe('Ogni schermata', () => {
  let browser: Browser;
  beforeAll(async () => { browser = await openBrowser(); });
  afterAll(() => browser.close());

  for (const person of ['admin', 'capo', 'operaio'] as const) {
    for (const [size, viewport] of Object.entries(SIZES)) {
      for (const dark of size === 'scrivania' && person === 'admin' ? [false, true] : [false]) {
        test(`per ${person}, ${size}${dark ? ', al buio' : ''}: si apre, è accessibile e non scorre di lato`, async () => {
          const { context, page, lagnanze: complaints } = await newTab(browser, viewport, dark);
          await signIn(page, person);
          for (const { nome: name, path, pronta: ready } of SCREENS.filter((s) => s.persone.includes(person))) {
            await page.goto(address(path));
            await page.getByText(ready).first().waitFor();
            await page.locator('.skeleton').first().waitFor({ state: 'detached' });
            const where = `${name}, ${person}, ${size}`;
            await photograph(page, `${name}-${person}-${size}${dark ? '-buio' : ''}`);
            await noSidewaysScroll(page, where);
            await accessible(page, where);
          }
          expect(complaints).toEqual([]);
          await context.close();
        }, 240_000);
      }
    }
  }
});

describe('Le accise', () => {
  let browser: Browser;
  let card: Card;
  beforeAll(async () => { browser = await openBrowser(); });
  afterEach(async () => {
    expect(card.lagnanze).toEqual([]);
    await card.context.close();
  });
  afterAll(() => browser.close());

  test('si registrano, si modificano, si eliminano: con le frasi della specifica e il ritorno all’elenco', async () => {
    card = await newTab(browser);
    const { page } = card;
    await signIn(page, 'admin');
    await page.goto(address('/home/accise?cerca=A0056'));
    await page.getByRole('link', { name: 'AGGIUNGI' }).click();
    await page.getByLabel('Ore', { exact: true }).fill('1.234,5');
    await page.getByRole('combobox', { name: 'Matricola' }).fill('A0056');
    await page.getByRole('option', { name: /A0056/ }).click();
    await page.getByRole('button', { name: 'SALVA' }).click();
    await page.getByText('Accisa salvata con successo').waitFor();
    await page.waitForURL(/\/home\/accise\?cerca=A0056/);
    await page.getByText('1.234,5').first().click();
    await page.getByLabel('Minuti').fill('7');
    await page.keyboard.press('Control+s');
    await page.getByText('Accisa salvata con successo').first().waitFor();
    await page.waitForURL(/\/home\/accise\?/);
    await page.getByText('1.234,5').first().click();
    await page.getByRole('button', { name: 'ELIMINA' }).click();
    await page.getByText('Sei sicuro di voler cancellare la Accisa?').waitFor();
    await page.getByRole('alertdialog').getByRole('button', { name: 'ELIMINA' }).click();
    await page.getByText('Accisa eliminata con successo').waitFor();
    await page.waitForURL(/\/home\/accise\?/);
    await expect.poll(() => page.getByText('1.234,5').count()).toBe(0);
  });

  test('eliminarne molte senza averne scelta una non si può', async () => {
    card = await newTab(browser);
    const { page } = card;
    await signIn(page, 'admin');
    await page.goto(address('/home/accise'));
    await page.getByRole('button', { name: 'ELIMINA' }).first().click();
    await page.getByText("Selezionare un'accisa").waitFor();
  });

  test('un operaio vede le sue e non può eliminarle', async () => {
    card = await newTab(browser);
    const { page } = card;
    await signIn(page, 'operaio');
    await page.goto(address('/home/accise'));
    await page.locator('tbody tr').first().waitFor();
    await page.locator('.skeleton').first().waitFor({ state: 'detached' });
    const utenti = await page.locator('tbody tr td:nth-child(2)').allTextContents();
    expect(new Set(utenti)).toEqual(new Set(['operaio']));
    expect(await page.getByRole('button', { name: 'ELIMINA' }).count()).toBe(0);
  });
});

describe('L’accesso', () => {
  let browser: Browser;
  beforeAll(async () => { browser = await openBrowser(); });
  afterAll(() => browser.close());

  test('la schermata di accesso è accessibile, chiara e scura, su scrivania e telefono', async () => {
    for (const viewport of [SCRIVANIA, TELEFONO]) {
      for (const dark of [false, true]) {
        const { context, page, lagnanze: complaints } = await newTab(browser, viewport, dark);
        await page.goto(address('/'));
        await page.getByRole('button', { name: 'Accedi' }).waitFor();
        await accessible(page, 'login');
        await noSidewaysScroll(page, 'login');
        expect(complaints).toEqual([]);
        await context.close();
      }
    }
  });

  test('con la password errata lo dice e ricarica; senza sessione si torna all’accesso', async () => {
    const { context, page } = await newTab(browser);
    const warnings: string[] = [];
    page.on('dialog', (dialog) => { warnings.push(dialog.message()); void dialog.accept(); });
    await page.goto(address('/home/macchinari'));
    await page.getByLabel('Username').fill('admin');
    await page.getByLabel('Password', { exact: true }).fill('sbagliata');
    const reload = page.waitForEvent('load');
    await page.getByRole('button', { name: 'Accedi' }).click();
    await reload;
    expect(warnings).toEqual(['Username o password errati!']);
    expect(new URL(page.url()).pathname).toBe('/');
    await context.close();
  });

  test('uscire cancella la sessione; Ricordami la tiene in un’altra finestra', async () => {
    const { context, page } = await newTab(browser);
    await page.goto(address('/'));
    await page.getByLabel('Username').fill('capo');
    await page.getByLabel('Password', { exact: true }).fill('capo-demo');
    await page.getByLabel('Ricordami').check();
    await page.getByRole('button', { name: 'Accedi' }).click();
    await page.waitForURL('**/home');
    const other = await context.newPage();
    await other.goto(address('/home/accise'));
    await other.getByRole('heading', { name: /ACCISE/ }).waitFor();
    await page.getByRole('button', { name: /capo/ }).click();
    await page.getByRole('menuitem', { name: 'Esci' }).click();
    await page.getByRole('button', { name: 'Accedi' }).waitFor();
    expect(await page.evaluate('Object.keys(localStorage).concat(Object.keys(sessionStorage)).filter((k) => /sessione|token/i.test(k))')).toEqual([]);
    await context.close();
  });
});
