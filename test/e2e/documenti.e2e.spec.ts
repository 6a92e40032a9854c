import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { realJpeg } from '../real-jpeg.ts';
import { accessible, address, noSidewaysScroll, photograph, SCRIVANIA, signIn, tabs, TELEFONO, type Card } from './browser.ts';

/** Simulates a browser without a PDF viewer, as on most phones. */
const withoutReader = (card: Card) =>
  card.context.addInitScript("Object.defineProperty(navigator, 'pdfViewerEnabled', { get: () => false })");

/** Creates a photo with an EXIF orientation; its first corner is dark, the rest light. */
const photo = (orientation: number) =>
  realJpeg({
    columns: 30,
    rows: 20,
    orientation,
    level: (column, row, channel) => (channel > 0 ? 128 : column < 15 && row < 10 ? 20 : 220),
  });

/** Measures the drawn page's lightness in the middle of each quarter: top left, top right, bottom left, bottom right. */
async function quarters(page: Page, number: number): Promise<string[]> {
  return page.evaluate(`(() => {
    const canvas = document.querySelector('[data-page="${number}"] canvas');
    if (!canvas || canvas.width < 2) return [];
    const light = (x, y) => (canvas.getContext('2d').getImageData(canvas.width * x, canvas.height * y, 1, 1).data[0] > 128 ? 'chiaro' : 'scuro');
    return [light(.3, .3), light(.7, .3), light(.3, .7), light(.7, .7)];
  })()`);
}

describe('Un documento fotografato con il telefono', () => {
  const browser = tabs(() => ({ whole: true }));

  test('due foto diventano un PDF dritto, che si legge a tutto schermo', async () => {
    const card = await browser.open(TELEFONO);
    await withoutReader(card);
    const { page } = card;
    await signIn(page, 'admin');
    const matricola = `FOTO-${Date.now().toString(36)}`;
    await page.goto(address('/home/macchinari/nuovo'));
    await page.getByLabel(/^Matricola\s*\*?$/).fill(matricola);
    await page.getByRole('button', { name: 'SALVA' }).click();
    await page.waitForURL(/\/home\/macchinari(\?|$)/);
    await page.goto(address(`/home/macchinari/${matricola}?scheda=documenti`));
    const carta = page.locator('li.doc[data-campo="documenti_cdc"]');
    await carta
      .locator('input[type=file]')
      .setInputFiles({ name: 'schermata.png', mimeType: 'image/png', buffer: Buffer.from([0x89, 0x50, 0x4e, 0x47]) });
    await carta.getByText('«schermata.png» non è un PDF né una foto JPEG').waitFor();
    await carta
      .locator('input[type=file]')
      .setInputFiles(
        [1, 6].map((orientation) => ({ name: `pagina${orientation}.jpg`, mimeType: 'image/jpeg', buffer: photo(orientation) })),
      );
    await carta.getByText(`${matricola}_CDC.pdf`).waitFor();

    await carta.getByRole('button', { name: /^Visualizza/ }).click();
    const viewer = page.getByRole('dialog', { name: `${matricola}_CDC.pdf` });
    await viewer.getByText('pagina 1 di 2').waitFor();
    await expect.poll(() => quarters(page, 1)).toEqual(['scuro', 'chiaro', 'chiaro', 'chiaro']);
    await expect.poll(() => quarters(page, 2)).toEqual(['chiaro', 'scuro', 'chiaro', 'chiaro']);
    const pages = viewer.getByRole('region', { name: /^Pagine di/ });
    await expect.poll(async () => (await pages.boundingBox())?.width).toBe(TELEFONO.width);
    await expect.poll(async () => Math.round((await pages.boundingBox())?.height ?? 0)).toBeGreaterThan(TELEFONO.height - 120);
    await photograph(page, 'documento-telefono');
    await accessible(page, 'documento, telefono');

    const wide = async () => (await viewer.locator('[data-page="1"]').boundingBox())?.width ?? 0;
    const before = await wide();
    await viewer.getByRole('button', { name: 'Ingrandisci' }).click();
    await expect.poll(wide).toBeCloseTo(before * 1.25, 0);
    await pages.press('End');
    await viewer.getByText('pagina 2 di 2').waitFor();
    await noSidewaysScroll(page, 'documento');
    await viewer.getByRole('button', { name: /^Chiudi/ }).click();
    await viewer.waitFor({ state: 'detached' });

    await page.goto(address(`/home/macchinari/${matricola}?storico=1`));
    await page.getByText('ha caricato un documento da 2 foto').waitFor();
  }, 90_000);

  test('dove il browser legge i PDF resta il suo lettore; dove non li legge anche la finestra dell’elenco è del portale', async () => {
    const desk = await browser.open(SCRIVANIA);
    await signIn(desk.page, 'admin', '/home/macchinari/A0056?scheda=documenti');
    await desk.page.getByRole('button', { name: 'Visualizza Certificato CE' }).click();
    await desk.page.locator('iframe[title="A0056_CE.pdf"]').waitFor();
    await expect.poll(() => desk.page.locator('[data-page]').count()).toBe(0);

    const without = await browser.open(SCRIVANIA);
    await withoutReader(without);
    await signIn(without.page, 'admin', '/home/noleggi');
    const opened = without.page.waitForEvent('popup');
    await without.page
      .getByRole('button', { name: /^Scheda Tecnica: presente.*Apri$/ })
      .first()
      .click();
    const popup = await opened;
    await popup.getByText(/^pagina 1 di \d+$/).waitFor();
    await popup.locator('[data-page="1"]').getByText(/N0000/).first().waitFor({ state: 'attached' });
    await accessible(popup, 'documento in una finestra');
  }, 90_000);
});
