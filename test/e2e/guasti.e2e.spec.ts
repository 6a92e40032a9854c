import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { romeDate } from '#contracts/core/dates.ts';
import { realJpeg } from '../real-jpeg.ts';
import { accessible, address, noSidewaysScroll, photograph, SCRIVANIA, signIn, tabs, TELEFONO } from './browser.ts';
import { asPerson } from './demo-people.ts';

const MACHINE = 'GUA1';
const QR = `/home/macchinari/qrcode/${MACHINE}`;
const REASON = 'Perde olio dal freno';
const OF_MACHINE = new URLSearchParams({ filtri: JSON.stringify({ matricola: MACHINE }) }).toString();
const today = romeDate(new Date());

const fitness = (page: Page) => page.getByRole('region', { name: 'Idoneità oggi' });
const list = async (page: Page) => page.goto(address(`/home/macchinari?cerca=${MACHINE}`));

describe('Un guasto, da chi lo vede a chi lo chiude', () => {
  const browser = tabs();

  test('dal codice della macchina, con foto e macchina ferma, in dieci tocchi; poi lo sanno tutti, e l’ufficio lo chiude', async () => {
    const api = await asPerson('admin');
    const machine = { matricola: MACHINE, tipologia: 'Perforatrice', marca: 'Casagrande', modello: 'C7', responsabile: 'direzione' };
    expect((await api('POST', '/api/macchinari', { macchinario: machine })).status).toBe(201);

    // the foreman, before the machine
    const { page } = await browser.open(TELEFONO);
    await signIn(page, 'capo', QR);
    let taps = 0;
    const tap = (button: Locator) => {
      taps += 1;
      return button.click();
    };
    await tap(page.getByRole('link', { name: 'Controllo o guasto' }));
    const points = page.getByRole('region', { name: 'Controllo prima dell’uso' });
    const point = points.locator('div[role=group]').first();
    const name = (await point.getAttribute('aria-label'))!;
    await photograph(page, 'guasto-segnala-telefono');
    await accessible(page, 'segnala un guasto');
    await noSidewaysScroll(page, 'segnala un guasto');
    await tap(point.getByRole('button', { name: 'Problema' }));
    const words = page.getByLabel('Che cosa non va');
    await tap(words);
    await page.keyboard.type(REASON);
    const chooser = page.waitForEvent('filechooser');
    await tap(page.getByRole('button', { name: 'Aggiungi una foto' }));
    await (await chooser).setFiles({ name: 'freno.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(realJpeg({ columns: 40, rows: 30 })) });
    await page.getByText('freno.jpg').waitFor();
    await tap(page.getByRole('switch', { name: 'FERMA LA MACCHINA' }));
    await photograph(page, 'guasto-pronto-telefono');
    // two fingers on the same button are one report
    taps += 1;
    await page.getByRole('button', { name: 'INVIA' }).dblclick();
    await page.getByText('Segnalazione inviata').waitFor();
    await page.waitForURL(`**${QR}`);
    expect(taps).toBeLessThanOrEqual(10);
    await fitness(page).getByText('ferma per un guasto').waitFor();
    await photograph(page, 'guasto-qr-telefono');
    await accessible(page, 'macchina ferma, pagina del codice');

    const faults = (await api('GET', `/api/guasti?${OF_MACHINE}`)).body.data;
    expect(faults).toEqual([
      expect.objectContaining({ testo: REASON, ferma: 1, quando: today, utente: 'capo', foto: expect.stringContaining('GUASTO_') }),
    ]);
    const { id } = faults[0] as { id: number };
    const { data } = (await api('GET', `/api/idoneo?macchina=${MACHINE}`)).body;
    expect(data[0].esito).toBe('no');

    // the list and the board say it
    await list(page);
    await page
      .getByText(/^Ferma (per guasto: )?dal/)
      .first()
      .waitFor();
    await photograph(page, 'guasto-elenco-macchine-telefono');
    await page.goto(address(`/home/scadenze?cerca=${MACHINE}`));
    await page.getByText(`n. ${id}: ${REASON}`).first().waitFor();

    // the foreman sees what came of it
    await page.goto(address(`/home/guasti/${id}`));
    await page.getByAltText(`Foto del guasto di ${MACHINE}`).waitFor();
    await photograph(page, 'guasto-telefono');
    await noSidewaysScroll(page, 'guasto');

    // the office
    const desk = (await browser.open(SCRIVANIA)).page;
    await signIn(desk, 'admin');
    await desk.goto(address('/home/posta'));
    await desk
      .locator('tbody tr')
      .filter({ hasText: `${MACHINE}: macchina ferma per guasto` })
      .first()
      .click();
    const mail = desk.getByRole('complementary', { name: 'MAIL' });
    await mail.getByText('direzione@strato.example').waitFor();
    await mail.getByText(`${name}: ${REASON}`).waitFor();

    await list(desk);
    await desk
      .getByText(/^Ferma (per guasto: )?dal/)
      .first()
      .waitFor();
    await photograph(desk, 'guasto-elenco-macchine-scrivania');
    await desk.goto(address('/home/guasti'));
    await desk.getByRole('row').filter({ hasText: MACHINE }).getByText('Macchina ferma').waitFor();
    await photograph(desk, 'guasti-elenco-scrivania');
    await accessible(desk, 'elenco dei guasti');
    await desk.goto(address(`/home/guasti/${id}`));
    await desk.getByRole('link', { name: 'MANUTENZIONE' }).waitFor();
    await desk.getByAltText(`Foto del guasto di ${MACHINE}`).waitFor();
    await photograph(desk, 'guasto-scrivania');
    await accessible(desk, 'guasto');
    await desk.getByRole('button', { name: 'STORICO', exact: true }).click();
    await desk.getByText(`${name}: non va`).first().waitFor();
    await photograph(desk, 'guasto-storico-scrivania');
    await desk.getByRole('button', { name: 'STORICO', exact: true }).click();
    const [draft] = (await api('GET', `/api/manutenzioni?${OF_MACHINE}`)).body.data;
    expect(draft.note).toBe(`Bozza da completare, guasto n. ${id}: ${name}: ${REASON}`);
    await desk.getByRole('button', { name: 'CHIUDI IL GUASTO' }).click();
    await desk.getByText(`Da oggi questo guasto non ferma più la macchina ${MACHINE}.`).waitFor();
    await desk.getByRole('dialog').getByRole('button', { name: 'CHIUDI IL GUASTO' }).click();
    await desk.getByText('Guasto chiuso').waitFor();

    await desk.goto(address(`/home/macchinari/${MACHINE}?scheda=andamento`));
    const still = desk.getByRole('region', { name: 'Giorni di fermo' });
    await expect.poll(() => still.getByRole('paragraph').innerText()).toBe('1');
    await photograph(desk, 'macchina-andamento-scrivania');
    await accessible(desk, 'andamento di una macchina');

    await desk.goto(address(`/home/guasti/${id}`));
    await desk.getByText(`Chiuso il ${today} da admin.`).waitFor();

    // free again, for the foreman too
    await page.goto(address(QR));
    await page.getByRole('link', { name: 'Controllo o guasto' }).waitFor();
    await expect.poll(() => fitness(page).getByText('ferma per un guasto').count()).toBe(0);
    expect((await api('GET', `/api/idoneo?macchina=${MACHINE}`)).body.data[0].motivi).not.toContainEqual(
      expect.objectContaining({ stato: 'fermo' }),
    );
  }, 180_000);

  test('un controllo senza problemi non ferma niente, e si registra con due tocchi', async () => {
    const { page } = await browser.open(TELEFONO);
    await signIn(page, 'capo', '/home/macchinari/qrcode/A0002');
    await page.getByRole('link', { name: 'Controllo o guasto' }).click();
    await page.getByRole('button', { name: 'Tutto OK' }).click();
    await page.getByRole('button', { name: 'INVIA' }).click();
    await page.getByText('Controllo registrato').waitFor();
    await page.waitForURL('**/home/macchinari/qrcode/A0002');
    await page.goto(address('/home/guasti'));
    await page.getByText('Tutto OK').first().waitFor();
    await photograph(page, 'guasti-elenco-telefono');
    await accessible(page, 'guasti, telefono');
    await noSidewaysScroll(page, 'guasti, telefono');
    await page.goto(address('/home/macchinari/A0002?scheda=andamento'));
    await page.getByRole('region', { name: 'Ore' }).waitFor();
    await photograph(page, 'macchina-andamento-telefono');
    await noSidewaysScroll(page, 'andamento di una macchina, telefono');
  }, 60_000);
});
