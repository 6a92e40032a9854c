import type { BrowserContext, Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { addDays, romeDate } from '#contracts/core/dates.ts';
import { accessible, address, noSidewaysScroll, photograph, tabs, TELEFONO } from './browser.ts';
import { realJpeg } from '../real-jpeg.ts';
import { asPerson } from './demo-people.ts';
import { signInRemembered } from './on-device.ts';

const TODAY = romeDate(new Date());
/** Hours that identify the records of this run. */
const HOURS = 900_000 + (Date.now() % 90_000);
const dialog = (page: Page) => page.getByRole('dialog');
const offline = (page: Page) => page.getByText('Senza rete:');
const toSend = (page: Page) => page.getByRole('link', { name: /^Da inviare/ }).first();

/** Reads rows from the API, with the page's session. */
const rows = (page: Page, path: string) =>
  page.evaluate(`fetch('/api/${path}', { headers: { Accept: 'application/json', Authorization: 'Bearer ' + JSON.parse(localStorage.getItem('strato.sessione')).token } })
    .then((answer) => answer.json()).then(({ data }) => data)`) as Promise<Record<string, unknown>[]>;

async function chooseFirst(page: Page, label: string): Promise<void> {
  const box = dialog(page).getByRole('combobox', { name: label });
  if ((await box.inputValue()) !== '') return;
  await box.click();
  await page.getByRole('option').first().click();
}

/** Creates a production day with the given number of lines, as the source of a copy. */
async function dayBefore(page: Page, data: string, lines: number): Promise<string> {
  await page.goto(address('/home/produzione/dettaglio-produzione'));
  await expect.poll(() => page.getByRole('combobox', { name: 'Cantiere' }).inputValue()).toMatch(/^\d{4}$/);
  await page.getByRole('textbox', { name: 'Data' }).fill(data);
  await page.getByRole('button', { name: 'AVANTI' }).click();
  await page.waitForURL(/\?id=\d+/);
  await page.getByRole('button', { name: 'Scrivi una riga' }).or(dialog(page)).first().waitFor();
  // if there is no day to copy, the dialog opens without a click, possibly with a delay
  if ((await dialog(page).count()) === 0)
    await page
      .getByRole('button', { name: 'Scrivi una riga' })
      .click({ timeout: 3000 })
      .catch(() => undefined);
  await dialog(page).waitFor();
  for (let line = 1; line <= lines; line += 1) {
    for (const label of ['Wbs', 'Lavorazione']) await chooseFirst(page, label);
    await dialog(page).getByRole('textbox', { name: 'Quantità' }).fill(String(line));
    if (line < lines) {
      await dialog(page).getByRole('button', { name: 'Salva e aggiungi un’altra' }).click();
      await dialog(page).getByText(`${line} rig`).waitFor();
      continue;
    }
    await dialog(page).getByRole('button', { name: 'SALVA', exact: true }).click();
    await dialog(page).waitFor({ state: 'detached' });
  }
  return new URL(page.url()).searchParams.get('id')!;
}

/** Closes the page and opens a new one, as after a restart of the phone. */
async function reopened(context: BrowserContext, page: Page, path: string): Promise<Page> {
  await page.close();
  const next = await context.newPage();
  await next.goto(address(path));
  return next;
}

describe('La giornata senza rete, a 390 px', () => {
  const browser = tabs();

  test('sei righe copiate, la pagina chiusa e riaperta nel mezzo: niente perso, niente due volte', async () => {
    const card = await browser.open(TELEFONO, false, true);
    const { context } = card;
    let { page } = card;
    let taps = 0;
    const tap = async (what: Locator) => {
      taps += 1;
      await what.click();
    };
    await signInRemembered(page, 'capo');
    const data = addDays(TODAY, 61);
    await dayBefore(page, addDays(TODAY, 60), 6);
    await page.goto(address('/home'));
    await page.getByRole('heading').first().waitFor();
    await context.setOffline(true);
    await offline(page).waitFor();
    await tap(page.getByRole('button', { name: 'Apri menu' }));
    const menu = page.getByRole('dialog', { name: 'Menu' });
    if ((await menu.getByRole('link', { name: 'Produzione', exact: true }).count()) === 0)
      await tap(menu.getByRole('button', { name: 'Cantieri' }));
    await tap(menu.getByRole('link', { name: 'Produzione', exact: true }));
    await tap(page.getByRole('link', { name: 'AGGIUNGI' }));
    await expect.poll(() => page.getByRole('combobox', { name: 'Cantiere' }).inputValue()).toMatch(/^\d{4}$/);
    // the day is today for a foreman: another one is chosen for this test alone
    await page.getByRole('textbox', { name: 'Data' }).fill(data);
    await tap(page.getByRole('button', { name: 'AVANTI' }));
    await page.waitForURL(/\?id=9\d{11}/);
    await toSend(page).waitFor();
    await photograph(page, 'giornata-senza-rete-telefono');
    const path = new URL(page.url()).pathname + new URL(page.url()).search;
    // the phone is restarted
    page = await reopened(context, page, path);
    await offline(page).waitFor();
    await tap(page.getByRole('button', { name: 'Copia e adatta' }));
    await expect.poll(() => dialog(page).getByRole('listitem').count()).toBe(6);
    const first = dialog(page).locator('input[inputmode=decimal]').first();
    await first.focus();
    await first.fill('61,5');
    await expect.poll(() => first.inputValue()).toBe('61,5');
    await tap(dialog(page).getByRole('button', { name: 'AGGIUNGI 6 RIGHE' }));
    await dialog(page).waitFor({ state: 'detached' });
    await page.getByText('61,50').first().waitFor();
    expect(taps).toBeLessThanOrEqual(12);
    await expect.poll(() => toSend(page).textContent()).toContain('(7)');
    await noSidewaysScroll(page, 'giornata, senza rete');
    // read, changed and thrown away before it leaves
    page = await reopened(context, page, '/home/da-inviare');
    const items = page.getByRole('list', { name: 'Da inviare' }).getByRole('listitem');
    await expect.poll(() => items.count()).toBe(7);
    await photograph(page, 'da-inviare-telefono');
    await accessible(page, 'da inviare');
    await noSidewaysScroll(page, 'da inviare');
    await items.nth(2).getByRole('button', { name: 'CORREGGI' }).click();
    await dialog(page).getByLabel('Quantità').fill('22');
    await dialog(page).getByRole('button', { name: 'SALVA' }).click();
    await dialog(page).waitFor({ state: 'detached' });
    await items.last().getByRole('button', { name: 'BUTTA VIA' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'BUTTA VIA' }).click();
    await expect.poll(() => items.count()).toBe(6);
    await context.setOffline(false);
    await page.getByText('Niente da inviare').waitFor();
    const headers = (
      await rows(page, `produzione_padre?pagina=1&righe=50&filtri=${encodeURIComponent(JSON.stringify({ data: { da: data, a: data } }))}`)
    ).filter((row) => row['data'] === data);
    expect(headers).toHaveLength(1);
    const lines = await rows(
      page,
      `produzione?pagina=1&righe=50&ordina=id&filtri=${encodeURIComponent(JSON.stringify({ id_intestazione: headers[0]!['id'] }))}`,
    );
    expect(lines.map((line) => line['quantita'])).toEqual([61.5, 22, 3, 4, 5]);
    await expect.poll(() => toSend(page).count()).toBe(0);
  }, 240_000);

  test('la lettura delle ore dal QR: in quattro tocchi, anche senza rete, e parte una volta sola', async () => {
    const { page, context } = await browser.open(TELEFONO, false, true);
    let taps = 0;
    const tap = async (what: Locator) => {
      taps += 1;
      await what.click();
    };
    await signInRemembered(page, 'admin');
    await context.setOffline(true);
    // the address that scanning the machine's QR code opens
    await page.goto(address('/home/macchinari/qrcode/A0001'));
    await offline(page).waitFor();
    await page.getByText(/dati di oggi/).waitFor();
    await tap(page.getByRole('link', { name: 'Lettura ore' }));
    const hours = page.getByLabel('Ore/Km', { exact: true });
    await tap(hours);
    await hours.fill(String(HOURS));
    await tap(page.getByRole('button', { name: 'SALVA' }));
    await page.getByText('Salvato sul dispositivo').waitFor();
    expect(taps).toBeLessThanOrEqual(4);
    await photograph(page, 'lettura-senza-rete-telefono');
    // the app is closed at once; the entry is sent when the app is opened again
    const next = await reopened(context, page, '/home');
    await toSend(next).waitFor();
    await context.setOffline(false);
    await expect.poll(() => toSend(next).count()).toBe(0);
    const readings = await rows(next, 'manutenzioni?pagina=1&righe=20&ordina=-id&cerca=A0001');
    expect(readings.filter((row) => row['ore_km'] === HOURS)).toMatchObject([{ tipologia: 'Lettura', matricola: 'A0001' }]);
  }, 240_000);

  test('ciò che il portale non accetta resta, con la frase e con quel che era scritto, e corretto parte', async () => {
    const office = await asPerson('admin');
    const site = `9${HOURS % 1000}`.padEnd(4, '0');
    await office('POST', '/api/cantieri', { cantiere: { commessa: site, committente: 'Committente che rinuncia' } });
    const { page: first, context } = await browser.open(TELEFONO, false, true);
    await signInRemembered(first, 'capo');
    await first.goto(address('/home/produzione/dettaglio-produzione'));
    const field = first.getByRole('combobox', { name: 'Cantiere' });
    await expect.poll(() => field.inputValue()).toMatch(/^\d{4}$/);
    const another = await field.inputValue();
    await context.setOffline(true);
    await offline(first).waitFor();
    await first.getByRole('textbox', { name: 'Data' }).fill(addDays(TODAY, 63));
    await field.fill(site);
    await first.getByRole('option', { name: new RegExp(site) }).click();
    await first.getByRole('button', { name: 'AVANTI' }).click();
    await first.waitForURL(/\?id=9\d{11}/);
    await office('DELETE', '/api/cantieri', { commessa: site });
    await context.setOffline(false);
    await first
      .getByRole('link', { name: /Da inviare \(1\), da guardare/ })
      .first()
      .click();
    const card = first.getByRole('list', { name: 'Da inviare' }).getByRole('listitem');
    await card.getByText('Non accettata').waitFor();
    expect(await card.getByRole('alert').innerText()).not.toBe('');
    await expect.poll(() => card.innerText()).toContain(site);
    await photograph(first, 'da-inviare-rifiutata-telefono');
    await accessible(first, 'da inviare, una rifiutata');
    const page = await reopened(context, first, '/home/da-inviare');
    const again = page.getByRole('list', { name: 'Da inviare' }).getByRole('listitem');
    await again.getByText('Non accettata').waitFor();
    await again.getByRole('button', { name: 'CORREGGI' }).click();
    const box = dialog(page).getByRole('combobox', { name: 'Cantiere' });
    await box.fill(another);
    await page
      .getByRole('option', { name: new RegExp(another) })
      .first()
      .click();
    await dialog(page).getByRole('button', { name: 'SALVA' }).click();
    await page.getByText('Niente da inviare').waitFor();
    const headers = await rows(page, 'produzione_padre?pagina=1&righe=20&ordina=-id');
    expect(headers.filter((row) => row['data'] === addDays(TODAY, 63))).toMatchObject([{ cantiere: another }]);
  }, 240_000);

  test('una connessione appesa: il dispositivo tiene ciò che il portale può già avere, e corretto non nasce due volte', async () => {
    const { page, context } = await browser.open(TELEFONO, false, true);
    await signInRemembered(page, 'capo');
    await page.goto(address('/home/macchinari/qrcode/A0005'));
    await page.getByRole('link', { name: 'Lettura ore' }).click();
    await page.getByLabel('Ore/Km', { exact: true }).fill(String(HOURS + 3));
    // requests reach the portal, but their responses are dropped
    const arrived: number[] = [];
    await context.route('**/api/**', async (route) => {
      if (route.request().method() === 'POST') arrived.push((await route.fetch()).status());
    });
    await page.getByRole('button', { name: 'SALVA' }).click();
    await page.getByText('Salvato sul dispositivo').waitFor();
    expect(arrived).toEqual([201]);
    await offline(page).waitFor();
    await photograph(page, 'connessione-appesa-telefono');
    const next = await reopened(context, page, '/home/da-inviare');
    const item = next.getByRole('list', { name: 'Da inviare' }).getByRole('listitem');
    await item.getByRole('button', { name: 'CORREGGI' }).click();
    const hours = dialog(next).getByLabel('Ore/Km', { exact: true });
    await hours.focus();
    await hours.fill(String(HOURS + 4));
    await dialog(next).getByRole('button', { name: 'SALVA' }).click();
    await dialog(next).waitFor({ state: 'detached' });
    await expect.poll(() => item.count()).toBe(2);
    await expect.poll(() => item.nth(0).innerText()).toContain('già partita, senza risposta');
    await expect.poll(() => item.nth(1).innerText()).toContain('modifica');
    await photograph(next, 'da-inviare-forse-arrivata-telefono');
    await context.unrouteAll({ behavior: 'ignoreErrors' });
    await next.getByText('Niente da inviare').waitFor();
    const readings = await rows(next, 'manutenzioni?pagina=1&righe=20&ordina=-id&cerca=A0005');
    expect(readings.map((row) => row['ore_km']).filter((hours) => Number(hours) > HOURS)).toEqual([HOURS + 4]);
  }, 240_000);

  test('chi esce è avvertito; un’altra persona sul dispositivo non ne vede niente; chi ha scritto ritrova tutto e lo manda', async () => {
    const { page, context } = await browser.open(TELEFONO, false, true);
    await signInRemembered(page, 'admin');
    await context.setOffline(true);
    await page.goto(address('/home/macchinari/qrcode/A0002'));
    await page.getByRole('link', { name: 'Lettura ore' }).click();
    await page.getByLabel('Ore/Km', { exact: true }).fill(String(HOURS + 1));
    await page.getByRole('button', { name: 'SALVA' }).click();
    await page.getByText('Salvato sul dispositivo').waitFor();
    await page.goto(address('/home'));
    await page.getByRole('button', { name: 'Apri menu' }).click();
    await page.getByRole('button', { name: 'Esci' }).click();
    await page.getByText('1 cosa che hai scritto non è ancora partita').waitFor();
    await photograph(page, 'uscire-con-cose-da-inviare-telefono');
    await page.getByRole('alertdialog').getByRole('button', { name: 'ESCI COMUNQUE' }).click();
    await page.getByLabel('Username').waitFor();
    // without the author's session, the stored entries cannot be decrypted
    expect(await page.evaluate('Object.keys(localStorage).filter((key) => /chiave|sessione/.test(key))')).toEqual([]);
    await context.setOffline(false);
    await signInRemembered(page, 'capo');
    await page.goto(address('/home/da-inviare'));
    await page.getByText('Niente da inviare').waitFor();
    expect(await toSend(page).count()).toBe(0);
    expect(await page.evaluate("localStorage.getItem('strato.invii')")).toBe('1');
    await page.goto(address('/home'));
    await page.getByRole('button', { name: 'Apri menu' }).click();
    await page.getByRole('button', { name: 'Esci' }).click();
    await page.getByLabel('Username').waitFor();
    const office = await asPerson('admin');
    const readings = async () =>
      ((await office('GET', '/api/manutenzioni?pagina=1&righe=20&ordina=-id&cerca=A0002')).body.data as Record<string, unknown>[]).filter(
        (row) => row['ore_km'] === HOURS + 1,
      );
    expect(await readings()).toEqual([]);
    await signInRemembered(page, 'admin');
    await expect.poll(async () => (await readings()).length).toBe(1);
    await expect.poll(() => page.evaluate("localStorage.getItem('strato.invii')")).toBe(null);
    expect((await readings()).map((row) => row['utente'])).toEqual(['admin']);
  }, 240_000);

  test('una manutenzione e la sua foto, prese senza rete, arrivano insieme e una volta sola', async () => {
    const { page, context } = await browser.open(TELEFONO, false, true);
    await signInRemembered(page, 'admin');
    await context.setOffline(true);
    await page.goto(address('/home/manutenzioni/nuovo?matricola=A0003'));
    await page.getByLabel('Ore/Km', { exact: true }).fill(String(HOURS + 2));
    await page.getByRole('button', { name: 'SALVA' }).click();
    await page.getByText('Salvato sul dispositivo').waitFor();
    await page.waitForURL('**/home/manutenzioni');
    await page.getByText('A0003').first().click();
    await page.waitForURL(/manutenzioni\/9\d{11}/);
    const photo = { name: 'targhetta.jpg', mimeType: 'image/jpeg', buffer: realJpeg({ columns: 8, rows: 6 }) };
    await page.locator('input[type=file][aria-label="Carica documento"]').setInputFiles(photo);
    await expect.poll(() => toSend(page).textContent()).toContain('(2)');
    const next = await reopened(context, page, '/home/da-inviare');
    const items = next.getByRole('list', { name: 'Da inviare' }).getByRole('listitem');
    await items.nth(1).getByRole('button', { expanded: false }).click();
    await items.nth(1).getByRole('img', { name: 'targhetta.jpg' }).waitFor();
    await photograph(next, 'da-inviare-foto-telefono');
    await context.setOffline(false);
    await next.getByText('Niente da inviare').waitFor();
    const written = (await rows(next, 'manutenzioni?pagina=1&righe=20&ordina=-id&cerca=A0003')).filter(
      (row) => row['ore_km'] === HOURS + 2,
    );
    expect(written).toHaveLength(1);
    expect(String(written[0]!['documento'])).toMatch(/\.pdf$/);
  }, 240_000);

  test('un guasto con la foto, visto senza rete: la macchina si ferma quando torna, una volta sola', async () => {
    const { page, context } = await browser.open(TELEFONO, false, true);
    await signInRemembered(page, 'capo');
    await context.setOffline(true);
    await page.goto(address('/home/guasti/segnala/A0004'));
    await page.getByRole('heading', { name: 'Controllo prima dell’uso' }).waitFor();
    await page.getByRole('button', { name: 'Problema' }).first().click();
    const words = `Perde olio ${HOURS}`;
    await page.getByRole('textbox', { name: 'Che cosa non va' }).fill(words);
    await page
      .locator('input[type=file][aria-label="Foto"]')
      .setInputFiles({ name: 'perdita.jpg', mimeType: 'image/jpeg', buffer: realJpeg({ columns: 8, rows: 6 }) });
    // twice in the same moment: the second one must find nothing to do
    await page.getByRole('button', { name: 'INVIA', exact: true }).evaluate((button: unknown) => {
      const twice = button as { click(): void };
      twice.click();
      twice.click();
    });
    await expect.poll(() => toSend(page).textContent()).toContain('(2)');
    const next = await reopened(context, page, '/home/da-inviare');
    const items = next.getByRole('list', { name: 'Da inviare' }).getByRole('listitem');
    await expect.poll(() => items.count()).toBe(2);
    await expect.poll(() => items.nth(0).innerText()).toContain('Guasto A0004');
    await expect.poll(() => items.nth(1).innerText()).toContain('Foto: Guasto A0004');
    await photograph(next, 'da-inviare-guasto-telefono');
    await context.setOffline(false);
    await next.getByText('Niente da inviare').waitFor();
    const told = (await rows(next, `guasti?pagina=1&righe=20&cerca=${HOURS}`)).filter((row) => row['testo'] === words);
    expect(told).toMatchObject([{ matricola: 'A0004', ferma: 0 }]);
    // the day may have ended since the file was loaded
    expect([TODAY, romeDate(new Date())]).toContain(told[0]!['quando']);
    await expect.poll(async () => (await rows(next, `guasti?chiave=${String(told[0]!['id'])}`))[0]?.['foto']).toMatch(/GUASTO_\d+\.jpg$/);
    const office = await asPerson('admin');
    await office('DELETE', '/api/guasti', { id: told[0]!['id'] });
  }, 240_000);
});
