import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { signIn, photograph, TELEFONO, PASSWORD, type Card, tabs } from './browser.ts';
import { demoWorkers, enter, pageOf, type DemoWorker } from './demo-workers.ts';
import { codesOnScreen, READERS, sheetSize, printedPage } from './printed-pages.ts';

const browser = tabs();
let card: Card;
let demo: DemoWorker[] = [];
beforeAll(async () => {
  ({ workers: demo } = await demoWorkers());
});

describe('Tesserini, pagina del codice e stampa', () => {
  test.skipIf(!READERS)(
    'un lettore di codici legge il tesserino, e porta alla pagina del lavoratore passando dall’accesso, anche ricaricato',
    async () => {
      const chosen = demo.slice(0, 2);
      card = await browser.open();
      let { page } = card;
      await signIn(page, 'admin', `/home/personale/print-qrcode?${chosen.map(({ matricola }) => `matricola=${matricola}`).join('&')}`);
      for (const { matricola, nome, cognome } of chosen) {
        await page.getByRole('img', { name: `Codice QR di ${matricola}` }).waitFor();
        await page.getByText(`${nome} ${cognome}`).waitFor();
        await page.getByRole('img', { name: `Tesserino ${matricola}` }).waitFor();
      }
      const widths = await page.evaluate(
        `[document.querySelector('.etichette'), document.querySelector('[aria-label^="Codice QR"]')].map((e) => e.getBoundingClientRect().width)`,
      );
      expect(widths).toEqual([686, 165]);
      const read = await codesOnScreen(page);
      expect(read).toEqual(chosen.map(({ matricola }) => pageOf(matricola)).toSorted());
      const sheets = await printedPage(page);
      expect(sheets.flatMap(({ codici }) => codici).toSorted()).toEqual(read);
      expect(sheets.map(({ testo }) => testo).join()).not.toMatch(/CHIUDI|Print/);
      await page.getByRole('button', { name: 'CHIUDI', exact: true }).waitFor();
      await card.context.close();

      card = await browser.open(TELEFONO);
      page = card.page;
      const first = demo.find(({ matricola }) => read[0] === pageOf(matricola))!;
      await page.goto(read[0]!);
      await page.waitForURL(`**/login-qr?tipo=personale&id=${first.matricola}`);
      await page.reload();
      await page.getByText(`Per aprire la scheda ${first.matricola}`).waitFor();
      await enter(page, 'direzione', PASSWORD.direzione);
      await page.waitForURL(pageOf(first.matricola));
      await page.getByRole('heading', { name: `${first.matricola}_${first.cognome}_${first.nome}` }).waitFor();
      for (const label of ['Nome', 'Cognome', 'Luogo', 'Data Nascita', 'Data Assunzione', 'Mansione', 'Data Termine'])
        await page.getByText(label, { exact: true }).waitFor();
      await page.getByRole('tab', { name: 'DOCUMENTI' }).click();
      const downloaded = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Scarica Idoneità' }).click();
      expect((await readFile(await (await downloaded).path())).subarray(0, 5).toString()).toBe('%PDF-');
      await photograph(page, 'personale-qr-documenti-telefono');
    },
    120_000,
  );

  test.skipIf(!READERS)(
    'la stampa è un foglio A4 pulito, anche da un indirizzo ricaricato',
    async () => {
      const { matricola, cognome } = demo[0]!;
      card = await browser.open();
      const { page } = card;
      await signIn(page, 'admin', `/home/personale/stampa/${matricola}`);
      await page.getByRole('article', { name: 'PERSONALE' }).waitFor();
      await page.getByRole('img', { name: `Codice QR di ${matricola}` }).waitFor();
      expect(await sheetSize(page)).toBe('595 x 842');
      const sheets = await printedPage(page);
      expect(sheets).toHaveLength(1);
      expect(sheets[0]!.testo).toContain(cognome);
      expect(sheets[0]!.testo).toContain(`${matricola}_ci.pdf`);
      expect(sheets[0]!.testo).not.toMatch(/Cancel|Print|Attività/);
      expect(sheets[0]!.codici).toEqual([pageOf(matricola)]);
    },
    90_000,
  );
});
