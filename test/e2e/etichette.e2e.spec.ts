import { createHash } from 'node:crypto';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import {
  signIn,
  accessible,
  accessibleInTheDark,
  photograph,
  address,
  noSidewaysScroll,
  SCRIVANIA,
  TELEFONO,
  PASSWORD,
  type Person,
  type Card,
  tabs,
} from './browser.ts';
import { codesOnScreen, READERS, sheetSize, printedPage } from './printed-pages.ts';

const SETTE = ['A0001', 'A0007', 'A0003', 'A0056', 'A0005', 'A0006', 'A0002'];
const labels = (matricole: readonly string[]) =>
  address(`/home/macchinari/print-qrcode?${matricole.map((m) => `matricola=${m}`).join('&')}`);
const pageOf = (matricola: string) => address(`/home/macchinari/qrcode/${matricola}`);
const A4 = '595 x 842';
const browser = tabs();
let card: Card;

async function open(person: Person | null, viewport = SCRIVANIA, dark = false): Promise<Page> {
  card = await browser.open(viewport, dark);
  if (person) await signIn(card.page, person);
  return card.page;
}

async function enter(page: Page, person: Person): Promise<void> {
  await page.getByLabel('Username').fill(person);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD[person]);
  await page.getByRole('button', { name: 'Accedi' }).click();
}

/** Creates a record by the API as admin; returns its key. */
async function record(register: string, body: object): Promise<string> {
  const call = async (path: string, data: object, token?: string) =>
    (
      await fetch(address(path), {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
        body: JSON.stringify(data),
      })
    ).json();
  const { utente } = (await call('/api/login', {
    username: 'admin',
    password: createHash('md5').update(PASSWORD.admin).digest('hex'),
  })) as { utente: { token: string } };
  const { message } = (await call(`/api/${register}`, body, utente.token)) as { message: { insertId: string | number } };
  return String(message.insertId);
}

describe('Le etichette', () => {
  test.skipIf(!READERS)('stampate su A4 nell’ordine scelto: ogni codice si legge, nessuna è divisa tra due fogli', async () => {
    const page = await open('admin');
    await page.goto(labels(SETTE));
    await page.getByRole('img', { name: 'Codice QR di A0002' }).waitFor();
    await photograph(page, 'etichette');
    const sheets = await printedPage(page);
    expect(await sheetSize(page)).toBe(A4);
    expect(sheets.length).toBe(2);
    await page.emulateMedia({ media: 'print' });
    expect(await page.evaluate(`[...document.querySelectorAll('.etichetta')].map((e) => getComputedStyle(e).breakInside)`)).toEqual(
      SETTE.map(() => 'avoid'),
    );
    await page.emulateMedia({ media: 'screen' });
    expect(sheets.flatMap((sheet) => sheet.codici).toSorted()).toEqual(SETTE.map(pageOf).toSorted());
    for (const { testo, codici } of sheets) {
      // what is written on a sheet is of the codes on the same sheet
      const written = testo.match(/\bA\d{4}\b/g) ?? [];
      expect(written.map(pageOf).toSorted()).toEqual(codici);
      expect(testo).not.toMatch(/CHIUDI|Print|Attrezzature|etichette/);
    }
    expect(sheets.flatMap(({ testo }) => testo.match(/\bA\d{4}\b/g) ?? [])).toEqual(SETTE);
    const marche = (await page.locator('.etichetta p').allTextContents()).toSorted();
    expect(
      sheets
        .flatMap(({ testo }) =>
          testo
            .split('\n')
            .map((row) => row.trim())
            .filter((row) => marche.includes(row)),
        )
        .toSorted(),
    ).toEqual(marche);
  });

  test.skipIf(!READERS)('sullo schermo, anche al buio e sul telefono, il codice si legge e porta alla pagina del macchinario', async () => {
    for (const [viewport, dark] of [
      [SCRIVANIA, true],
      [TELEFONO, true],
    ] as const) {
      const page = await open('admin', viewport, dark);
      await page.goto(labels(['A0056']));
      await page.getByRole('img', { name: 'Codice QR di A0056' }).waitFor();
      const [read, ...others] = await codesOnScreen(page);
      expect(others).toEqual([]);
      expect(read).toBe(pageOf('A0056'));
      await page.goto(read!);
      await page.getByRole('heading', { name: 'A0056' }).waitFor();
      if (viewport === SCRIVANIA) await card.context.close();
    }
  });

  test.skipIf(!READERS)(
    'anche una matricola con segni che negli indirizzi vogliono altro porta alla sua pagina, alla sua scheda e alla sua stampa',
    async () => {
      const matricola = await record('macchinari', { macchinario: { matricola: 'E#1 &+50%23', marca: 'Prova' } });
      const segment = encodeURIComponent(matricola);
      const page = await open('admin');
      await page.goto(address(`/home/macchinari/print-qrcode?${new URLSearchParams({ matricola }).toString()}`));
      await page.getByRole('img', { name: `Codice QR di ${matricola}` }).waitFor();
      expect(await codesOnScreen(page)).toEqual([pageOf(segment)]);
      for (const path of [
        pageOf(segment),
        address(`/home/macchinari/${segment}`),
        address(`/home/macchinari/stampa/${segment}?tipo=MacchinarioDettaglio`),
      ]) {
        await page.goto(path);
        await page.getByRole('heading', { name: matricola }).first().waitFor();
      }
    },
  );

  test('la pagina è larga 600, il codice 165; Print toglie i pulsanti, stampa e ricarica; CHIUDI torna all’elenco', async () => {
    const page = await open('admin');
    // what the printer would see, and the end of printing
    await page.addInitScript(`window.print = () => {
      sessionStorage.setItem('prova.stampe', String(Number(sessionStorage.getItem('prova.stampe') ?? 0) + 1));
      sessionStorage.setItem('prova.pulsanti', String([...document.querySelectorAll('main button')].length));
      setTimeout(() => dispatchEvent(new Event('afterprint')), 0);
    };`);
    await page.goto(address('/home/macchinari'));
    await page.getByText('A0001').first().waitFor();
    await page.goto(labels(['A0001', 'A0056']));
    await page.getByRole('img', { name: 'Codice QR di A0001' }).waitFor();
    const widths = await page.evaluate(
      `[document.querySelector('.etichette'), document.querySelector('[aria-label="Codice QR di A0001"]')].map((e) => e.getBoundingClientRect().width)`,
    );
    expect(widths).toEqual([600, 165]);
    const reload = page.waitForEvent('load');
    await page.getByRole('button', { name: 'Print' }).click();
    await reload;
    await page.getByRole('button', { name: 'Print' }).waitFor();
    expect(await page.evaluate(`[sessionStorage.getItem('prova.stampe'), sessionStorage.getItem('prova.pulsanti')]`)).toEqual(['1', '0']);
    await page.getByRole('button', { name: 'CHIUDI', exact: true }).click();
    await page.waitForURL(/\/home\/macchinari(\?|$)/);
  });

  test('dalla scelta nell’elenco; una matricola che non c’è si dice', async () => {
    const page = await open('admin');
    await page.goto(address('/home/macchinari'));
    await page.getByText('A0001').first().waitFor();
    await page.getByRole('button', { name: 'QR', exact: true }).first().click();
    await page.getByText('Selezionare un macchinario').waitFor();
    for (const matricola of ['A0001', 'A0003'])
      await page
        .getByRole('row', { name: new RegExp(matricola) })
        .getByRole('checkbox')
        .click();
    await page.getByRole('button', { name: 'QR', exact: true }).first().click();
    await page.getByRole('img', { name: 'Codice QR di A0003' }).waitFor();
    await expect.poll(() => page.getByRole('img', { name: /^Codice QR/ }).count()).toBe(2);
    await page.goto(labels(['A0001', 'FANTASMA']));
    await page.getByText(/Non trovato: FANTASMA/).waitFor();
    await expect.poll(() => page.getByRole('img', { name: /^Codice QR/ }).count()).toBe(1);
    await page.goto(labels([]));
    await page.getByText('Nessuna etichetta').waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Print' }).isDisabled()).toBe(true);
  });
});

describe('La pagina pubblica di un macchinario', () => {
  test('senza sessione: i dettagli, niente schede; l’accesso riporta qui, e indietro non torna all’accesso', async () => {
    const page = await open(null, TELEFONO);
    await page.goto(pageOf('A0056'));
    await page.getByRole('heading', { name: 'A0056' }).waitFor();
    await page.getByText('Caterpillar').waitFor();
    await expect.poll(() => page.getByRole('radio', { checked: true }).textContent()).toBe('Operativo');
    await page.getByAltText('Foto di A0056').waitFor();
    await expect.poll(() => page.getByRole('tab').count()).toBe(0);
    await expect
      .poll(() =>
        page
          .getByRole('button', { name: 'AGGIUNGI' })
          .or(page.getByRole('link', { name: 'AGGIUNGI' }))
          .count(),
      )
      .toBe(0);
    await expect.poll(() => page.textContent('body')).not.toMatch(/A0056_CE|174\.400|cespite/i);
    await page.getByRole('link', { name: 'Accedi' }).click();
    await page.waitForURL('**/login-qr?**');
    await page.getByText('Per aprire il macchinario A0056').waitFor();
    await page.reload();
    await enter(page, 'admin');
    await page.waitForURL('**/home/macchinari/qrcode/A0056');
    await page.getByRole('tab', { name: 'MANUTENZIONE' }).waitFor();
    await page.getByRole('tab', { name: 'DOCUMENTI' }).click();
    await page.getByText('A0056_CE.pdf').waitFor();
    await expect
      .poll(() =>
        page
          .getByRole('listitem')
          .filter({ hasText: /Certificato|Carta|Assicurazione/ })
          .count(),
      )
      .toBe(4);
    expect(await page.getByRole('switch').evaluateAll((all) => all.every((s) => (s as unknown as { disabled: boolean }).disabled))).toBe(
      true,
    );
    await page.getByRole('tab', { name: 'AMMINISTRAZIONE' }).click();
    await page.getByText('Non mostrati in questa pagina').waitFor();
    await page.getByRole('link', { name: 'AGGIUNGI' }).click();
    await page.waitForURL('**/home/macchinari/nuovo');
    await page.goBack();
    await page.getByRole('heading', { name: 'A0056' }).waitFor();
    await page.getByRole('button', { name: 'CHIUDI', exact: true }).click();
    await page.waitForURL(/\/home\/macchinari(\?|$)/);
  });

  test('con una password errata lo dice e non perde dove andare; non porta fuori dal portale', async () => {
    const page = await open(null);
    const warnings: string[] = [];
    page.on('dialog', (dialog) => {
      warnings.push(dialog.message());
      void dialog.accept();
    });
    await page.goto(address('/login-qr?tipo=macchinari&id=A0001'));
    await page.getByLabel('Username').fill('capo');
    await page.getByLabel('Password', { exact: true }).fill('sbagliata');
    const reload = page.waitForEvent('load');
    await page.getByRole('button', { name: 'Accedi' }).click();
    await reload;
    expect(warnings).toEqual(['Username o password errati!']);
    await enter(page, 'capo');
    await page.waitForURL('**/home/macchinari/qrcode/A0001');
    await page.getByRole('heading', { name: 'A0001' }).waitFor();
    await page.goto(address('/login-qr?tipo=//evil.example&id=..'));
    await page.waitForURL('**/home');
  });

  test('per un operaio: le schede che può aprire e nessun AGGIUNGI; indietro da dove viene', async () => {
    const page = await open('operaio');
    await page.goto(pageOf('A0001'));
    await page.getByRole('tab', { name: 'DOCUMENTI' }).waitFor();
    await expect.poll(() => page.getByRole('tab').allTextContents()).toEqual(['DETTAGLI', 'DOCUMENTI', 'AMMINISTRAZIONE', 'DATI']);
    await expect.poll(() => page.getByRole('link', { name: 'AGGIUNGI' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Chiudi' }).click();
    await page.waitForURL('**/home');
  });

  test('di un macchinario che non c’è lo dice, con la sessione e senza', async () => {
    for (const person of [null, 'admin'] as const) {
      const page = await open(person);
      await page.goto(pageOf('FANTASMA'));
      await page.getByText('Macchinario non trovato').waitFor();
      if (!person) await card.context.close();
    }
  });
});

describe('Le stampe', () => {
  const TESTS = [
    {
      tipo: 'MacchinarioDettaglio',
      id: 'A0056',
      scritto: [/Matricola costruttore\s+\S/, /Costo acquisto\s+€/, /Certificato CE\s+A0056_CE\.pdf/, /Verifica periodica/],
      codici: ['A0056'],
    },
    {
      tipo: 'ManutenzioneDettaglio',
      id: '1',
      scritto: [/Data\s+\d{4}-\d\d-\d\d/, /Cantiere\s+\S/, /Matricola\s+A\d{4}/, /Tipo Manutenzione/, /Ore\/Km/, /Note/, /Manutenzione/],
      codici: [],
    },
    { tipo: 'AccisaDettaglio', id: '1', scritto: [/Data\s+\d{4}-\d\d-\d\d/, /M Giri/, /K Giri/, /Ore/, /Minuti/], codici: [] },
    {
      tipo: 'CantiereDettaglio',
      id: '0412',
      scritto: [
        /Commessa\s+0412/,
        /Committente\s+\S/,
        /Comune/,
        /Indirizzo/,
        /Provincia/,
        /Referente/,
        /Data inizio/,
        /Data fine/,
        /CIG/,
        /CUP/,
        /Mappa/,
      ],
      codici: [],
    },
  ];
  const NOLEGGIO = {
    tipo: 'NoleggioDettaglio',
    scritto: [/Commessa\s+0412/, /Settimana/, /Vasconi/, /Cisterna Gasolio/, /Impianto di miscelazione/, /Silos/, /Matricola\s+N\d{5}/],
    codici: [],
  };
  const printAddress = (id: string, kind: string) => address(`/home/macchinari/stampa/${id}?tipo=${kind}`);

  test.skipIf(!READERS)('stanno su un foglio A4, senza niente del portale intorno; la foto e il codice ci sono', async () => {
    const page = await open('admin');
    // a rental of its own: the demo data need not have one
    const noleggio = await record('noleggi', { noleggio: { marca: 'Manitou', cantiere: '0412' } });
    for (const { tipo, id, scritto: written, codici } of [...TESTS, { ...NOLEGGIO, id: noleggio }]) {
      await page.goto(printAddress(id, tipo));
      await page.getByRole('article').waitFor();
      await page.getByRole('button', { name: 'Print', disabled: false }).waitFor();
      await photograph(page, `stampa-${tipo}`);
      const sheets = await printedPage(page);
      expect(await sheetSize(page), tipo).toBe(A4);
      expect(sheets.length, tipo).toBe(1);
      for (const expected of written) expect(sheets[0]!.testo, tipo).toMatch(expected);
      expect(sheets[0]!.testo, tipo).not.toMatch(/Cancel|Print\b|Anagrafiche|Attività/);
      expect(sheets[0]!.codici, tipo).toEqual(codici.map(pageOf));
    }
  });

  test.skipIf(!READERS)('di un record che non c’è non esce niente, e lo schermo dice perché', async () => {
    const page = await open('admin');
    for (const [path, sentence] of [
      [printAddress('FANTASMA', 'MacchinarioDettaglio'), 'Record non trovato'],
      [printAddress('abc', 'AccisaDettaglio'), 'Record non trovato'],
      [printAddress('A0056', 'Altro'), 'Niente da stampare'],
    ] as const) {
      await page.goto(path);
      await page.getByText(sentence).waitFor();
      await expect.poll(() => page.getByRole('button', { name: 'Print' }).count()).toBe(0);
      expect((await printedPage(page)).map((sheet) => sheet.testo)).toEqual(['']);
    }
  });

  test('si aprono dal record, resistono a una ricarica, e Cancel torna indietro', async () => {
    const page = await open('admin');
    await page.goto(address('/home/cantieri/dettaglio-cantiere?id=0412'));
    await page.getByRole('link', { name: 'STAMPA' }).click();
    await page.getByRole('article', { name: 'CANTIERE' }).waitFor();
    await page.reload();
    await page.getByRole('article', { name: 'CANTIERE' }).waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.waitForURL('**/dettaglio-cantiere?id=0412');
  });
});

describe('Etichette, pagina pubblica e stampe', () => {
  const SCREENS = [
    { nome: 'etichette', path: '/home/macchinari/print-qrcode?matricola=A0001&matricola=A0056', pronta: 'Codice QR di A0056' },
    { nome: 'macchina-qr', path: '/home/macchinari/qrcode/A0056', pronta: 'Codice QR di A0056' },
    { nome: 'stampa', path: '/home/macchinari/stampa/A0056?tipo=MacchinarioDettaglio', pronta: 'Codice QR di A0056' },
  ];
  const SIZES = { scrivania: SCRIVANIA, telefono: TELEFONO, stretto: { width: 360, height: 740 } };
  // at the other sizes an administrator's screens are walked through with all others
  const WALKS = [
    { person: null, screens: SCREENS.slice(1, 2), sizes: ['scrivania', 'telefono', 'stretto'] },
    { person: 'admin', screens: SCREENS, sizes: ['stretto'] },
  ] as const;
  for (const { person, screens, sizes } of WALKS) {
    test(`${person ?? 'senza sessione'}: accessibili, anche al buio, e niente scorre di lato`, async () => {
      for (const size of sizes) {
        const page = await open(person, SIZES[size]);
        for (const { nome, path, pronta } of screens) {
          await page.goto(address(path));
          await page.getByRole('img', { name: pronta }).waitFor();
          const where = `${nome}, ${person ?? 'ospite'}, ${size}`;
          await photograph(page, `${nome}-${person ?? 'ospite'}-${size}`);
          await noSidewaysScroll(page, where);
          await accessible(page, where);
          await accessibleInTheDark(page, where, `${nome}-${person ?? 'ospite'}-${size}-buio`);
        }
      }
    });
  }
});
