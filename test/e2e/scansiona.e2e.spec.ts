import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { toBuffer } from 'qrcode';
import { afterAll, describe, expect, test } from 'vitest';
import { qrVideo } from '../qr-video.ts';
import { accessible, address, noSidewaysScroll, photograph, SCRIVANIA, signIn, tabs, TELEFONO, type Card } from './browser.ts';
import { asPerson, signInAs, makeUser } from './demo-people.ts';

const MACHINE = 'A0021';
const PAGE = `/home/macchinari/qrcode/${MACHINE}`;
const NONE = { allowInsert: 0, allowView: 0, allowEdit: 0, allowDelete: 0 } as const;

const folder = mkdtempSync(join(tmpdir(), 'strato-camera-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Returns options of a browser whose camera shows this text as a QR code. */
function camera(name: string, text: () => string): Parameters<typeof tabs>[0] {
  return () => {
    const file = join(folder, `${name}.y4m`);
    writeFileSync(file, qrVideo(text()));
    return { whole: true, args: ['--use-fake-device-for-media-stream', `--use-file-for-fake-video-capture=${file}`] };
  };
}

const allowed = async ({ context }: Card) => context.grantPermissions(['camera'], { origin: new URL(address('/')).origin });
const refusal = (page: Page) => page.getByRole('region', { name: 'Fotocamera' }).getByRole('alert');
const scan = (page: Page) => page.getByRole('link', { name: 'Scansiona un codice' });
/** Creates a picture of the text as a QR code. */
const photo = async (text: string) => ({ name: 'codice.png', mimeType: 'image/png', buffer: await toBuffer(text, { width: 420 }) });

describe('Scansiona: la fotocamera davanti a una macchina', () => {
  const browser = tabs(camera('macchina', () => address(PAGE)));

  test('dalla home alla lettura salvata in quattro tocchi', async () => {
    const card = await browser.open(TELEFONO);
    await allowed(card);
    const { page } = card;
    await signIn(page, 'capo');
    let taps = 0;
    const tap = (button: Locator) => {
      taps += 1;
      return button.click();
    };
    await scan(page).waitFor();
    await photograph(page, 'home-scansiona-telefono');
    await tap(scan(page));
    await page.waitForURL(`**${PAGE}`);
    await page.getByRole('link', { name: /^Riga di produzione|^Nuova giornata/ }).waitFor();
    await photograph(page, 'scansiona-scheda-telefono');
    await noSidewaysScroll(page, 'scheda scansionata');
    await accessible(page, 'scheda scansionata');
    await tap(page.getByRole('link', { name: 'Lettura ore' }));
    const known = await page.getByText(/^La macchina è a [\d.,]+\.$/).textContent();
    const hours = Math.floor(Number(known!.replace(/[^\d,]/g, '').replace(',', '.'))) + 9;
    // the cursor waits in the field
    await expect.poll(() => page.evaluate('document.activeElement?.closest("[data-campo]")?.dataset.campo')).toBe('ore_km');
    await page.keyboard.type(String(hours));
    await tap(page.getByRole('button', { name: 'SALVA' }));
    await page.waitForURL(`**${PAGE}`);
    expect(taps).toBeLessThanOrEqual(4);
    const api = await asPerson('admin');
    const { body } = await api('GET', `/api/macchinari?matricola=${MACHINE}`);
    expect(body.data[0].ore_tot).toBe(hours);
  }, 90_000);

  test('la riga di produzione si apre sulla propria giornata più recente, con la macchina già scelta', async () => {
    const { page } = await browser.open(TELEFONO);
    await signIn(page, 'capo', PAGE);
    const line = page.getByRole('link', { name: /^Riga di produzione/ });
    const api = await asPerson('capo');
    const [newest] = (
      await api('GET', `/api/produzione_padre?pagina=1&righe=1&ordina=-data&filtri=${encodeURIComponent('{"utente":"capo"}')}`)
    ).body.data;
    expect(new URL((await line.getAttribute('href'))!, address('/')).searchParams.get('id')).toBe(String(newest.id));
    await line.click();
    const dialog = page.getByRole('dialog', { name: /^Riga di produzione/ });
    await expect.poll(() => dialog.getByLabel(/^Attrezzatura/).inputValue()).toContain(MACHINE);
    await photograph(page, 'scansiona-riga-telefono');
    // read again, the address asks for nothing
    expect(page.url()).not.toContain('attrezzatura');
    await dialog
      .getByRole('button', { name: /Annulla|Chiudi/i })
      .first()
      .click();
    await dialog.waitFor({ state: 'detached' });
    await page.reload();
    await page
      .getByRole('button', { name: /Scrivi una riga|AGGIUNGI/ })
      .first()
      .waitFor();
    expect(await dialog.count()).toBe(0);
  }, 90_000);

  test('senza il permesso lo dice, e si arriva lo stesso: con una foto, e scrivendo', async () => {
    const { page } = await browser.open(TELEFONO);
    await signIn(page, 'capo');
    await scan(page).click();
    await page.getByText(/^La fotocamera non è permessa a questo sito/).waitFor();
    await page.getByRole('button', { name: 'Riprova' }).waitFor();
    await photograph(page, 'scansiona-senza-permesso-telefono');
    await accessible(page, 'scansiona, senza permesso');
    await noSidewaysScroll(page, 'scansiona, senza permesso');

    const input = page.getByLabel('Foto del codice');
    await input.setInputFiles(await photo('https://truffa.esempio' + PAGE));
    await expect.poll(() => refusal(page).innerText()).toContain('truffa.esempio, fuori dal portale');
    await input.setInputFiles(await photo('WIFI:S:cantiere;;'));
    await expect.poll(() => refusal(page).innerText()).toContain('non è di una macchina né di un lavoratore');
    await input.setInputFiles({ name: 'altro.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('non una foto') });
    await expect.poll(() => refusal(page).innerText()).toContain('non si apre come foto');
    expect(new URL(page.url()).pathname).toBe('/home/scansiona');
    await input.setInputFiles(await photo(address(PAGE)));
    await page.waitForURL(`**${PAGE}`);

    await page.goBack();
    await page.getByLabel('Matricola o nome').fill(MACHINE.toLowerCase());
    await page.getByRole('list', { name: 'Trovati' }).getByRole('link', { name: MACHINE }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(`**${PAGE}`);
    await page.goBack();
    await page.getByLabel('Matricola o nome').fill('nessuno così');
    await page.getByText('Nessuna macchina e nessun lavoratore con «nessuno così».').waitFor();
  }, 90_000);
});

describe('Scansiona: la fotocamera davanti ad altro', () => {
  const browser = tabs(camera('altrui', () => 'https://truffa.esempio/home/macchinari/qrcode/A0021'));

  test('un codice che porta fuori non si apre, e si dice dove porta', async () => {
    const card = await browser.open(SCRIVANIA);
    await allowed(card);
    const { page } = card;
    await signIn(page, 'admin');
    await page.getByRole('navigation', { name: 'Principale' }).getByRole('button', { name: 'Attrezzature' }).click();
    await page.getByRole('link', { name: 'Scansiona', exact: true }).click();
    await expect.poll(() => refusal(page).innerText()).toContain('Il codice porta a truffa.esempio, fuori dal portale');
    expect(new URL(page.url()).pathname).toBe('/home/scansiona');
    await photograph(page, 'scansiona-scrivania');
    await accessible(page, 'scansiona');
    // leaving the screen releases the camera
    await page.evaluate('window.__tracks = document.querySelector("video").srcObject.getTracks()');
    await page.getByRole('button', { name: 'Chiudi' }).first().click();
    await expect.poll(() => page.evaluate('window.__tracks.map((track) => track.readyState)')).toEqual(['ended']);
  }, 60_000);
});

describe('Scansiona: il tesserino di un lavoratore', () => {
  const browser = tabs(camera('tesserino', () => address('/home/personale/qrcode/1181')));

  test('apre la scheda del lavoratore; a chi non li vede lo dice', async () => {
    const card = await browser.open(TELEFONO);
    await allowed(card);
    const { page } = card;
    await signIn(page, 'admin', '/home/scansiona');
    await page.waitForURL('**/home/personale/qrcode/1181');
    await page.getByRole('tab', { name: 'DOCUMENTI' }).waitFor();

    await makeUser('solo.macchine', { macchinari: { ...NONE, allowView: 3 } });
    const other = await browser.open(TELEFONO);
    await allowed(other);
    await signInAs(other.page, 'solo.macchine');
    await other.page.goto(address('/home/scansiona'));
    await other.page.getByText(/non vede questo lavoratore/).waitFor();
  }, 60_000);
});
