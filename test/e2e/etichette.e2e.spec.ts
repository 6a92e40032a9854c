import { createHash } from 'node:crypto';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { accedi, accessibile, apriBrowser, fotografa, indirizzo, nienteScorrimentoLaterale, nuovaScheda, SCRIVANIA, TELEFONO, PASSWORD, type Persona, type Scheda } from './browser.ts';
import { codiciSulloSchermo, LETTORI, misuraFoglio, stampata } from './paper.ts';

const SETTE = ['A0001', 'A0007', 'A0003', 'A0056', 'A0005', 'A0006', 'A0002'];
const etichette = (matricole: readonly string[]) => indirizzo(`/home/macchinari/print-qrcode?${matricole.map((m) => `matricola=${m}`).join('&')}`);
const paginaDi = (matricola: string) => indirizzo(`/home/macchinari/qrcode/${matricola}`);
const A4 = '595 x 842';

let browser: Browser;
let scheda: Scheda;
beforeAll(async () => { browser = await apriBrowser(); });
afterAll(() => browser?.close());
afterEach(async () => {
  expect(scheda.lagnanze).toEqual([]);
  await scheda.context.close();
});

async function apri(persona: Persona | null, viewport = SCRIVANIA, dark = false): Promise<Page> {
  scheda = await nuovaScheda(browser, viewport, dark);
  if (persona) await accedi(scheda.page, persona);
  return scheda.page;
}

async function entra(page: Page, persona: Persona): Promise<void> {
  await page.getByLabel('Username').fill(persona);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD[persona]);
  await page.getByRole('button', { name: 'Accedi' }).click();
}

/** A record made through the calls, as admin; its key. */
async function registra(registro: string, corpo: object): Promise<string> {
  const chiama = async (path: string, dati: object, token?: string) => (await fetch(indirizzo(path), {
    method: 'POST', headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) }, body: JSON.stringify(dati),
  })).json();
  const { utente } = await chiama('/api/login', { username: 'admin', password: createHash('md5').update(PASSWORD.admin).digest('hex') }) as { utente: { token: string } };
  const { message } = await chiama(`/api/${registro}`, corpo, utente.token) as { message: { insertId: string | number } };
  return String(message.insertId);
}

describe('Le etichette', () => {
  test.skipIf(!LETTORI)('stampate su A4 nell’ordine scelto: ogni codice si legge, nessuna è divisa tra due fogli', async () => {
    const page = await apri('admin');
    await page.goto(etichette(SETTE));
    await page.getByRole('img', { name: 'Codice QR di A0002' }).waitFor();
    await fotografa(page, 'etichette');
    const fogli = await stampata(page);
    expect(await misuraFoglio(page)).toBe(A4);
    expect(fogli.length).toBe(2);
    await page.emulateMedia({ media: 'print' });
    expect(await page.evaluate(`[...document.querySelectorAll('.etichetta')].map((e) => getComputedStyle(e).breakInside)`)).toEqual(SETTE.map(() => 'avoid'));
    await page.emulateMedia({ media: 'screen' });
    expect(fogli.flatMap((foglio) => foglio.codici).toSorted()).toEqual(SETTE.map(paginaDi).toSorted());
    for (const { testo, codici } of fogli) {
      // what is written on a sheet is of the codes on the same sheet
      const scritte = testo.match(/\bA\d{4}\b/g) ?? [];
      expect(scritte.map(paginaDi).toSorted()).toEqual(codici);
      expect(testo).not.toMatch(/CHIUDI|Print|Attrezzature|etichette/);
    }
    expect(fogli.flatMap(({ testo }) => testo.match(/\bA\d{4}\b/g) ?? [])).toEqual(SETTE);
    const marche = (await page.locator('.etichetta p').allTextContents()).toSorted();
    expect(fogli.flatMap(({ testo }) => testo.split('\n').map((riga) => riga.trim()).filter((riga) => marche.includes(riga))).toSorted()).toEqual(marche);
  });

  test.skipIf(!LETTORI)('sullo schermo, anche al buio e sul telefono, il codice si legge e porta alla pagina del macchinario', async () => {
    for (const [viewport, dark] of [[SCRIVANIA, true], [TELEFONO, true]] as const) {
      const page = await apri('admin', viewport, dark);
      await page.goto(etichette(['A0056']));
      await page.getByRole('img', { name: 'Codice QR di A0056' }).waitFor();
      const [letto, ...altri] = await codiciSulloSchermo(page);
      expect(altri).toEqual([]);
      expect(letto).toBe(paginaDi('A0056'));
      await page.goto(letto!);
      await page.getByRole('heading', { name: 'A0056' }).waitFor();
      if (viewport === SCRIVANIA) await scheda.context.close();
    }
  });

  test.skipIf(!LETTORI)('anche una matricola con segni che negli indirizzi vogliono altro porta alla sua pagina, alla sua scheda e alla sua stampa', async () => {
    const matricola = await registra('macchinari', { macchinario: { matricola: 'E#1 &+?50%23', marca: 'Prova' } });
    const segmento = encodeURIComponent(matricola);
    const page = await apri('admin');
    await page.goto(indirizzo(`/home/macchinari/print-qrcode?${new URLSearchParams({ matricola }).toString()}`));
    await page.getByRole('img', { name: `Codice QR di ${matricola}` }).waitFor();
    expect(await codiciSulloSchermo(page)).toEqual([paginaDi(segmento)]);
    for (const path of [paginaDi(segmento), indirizzo(`/home/macchinari/${segmento}`), indirizzo(`/home/macchinari/stampa/${segmento}?tipo=MacchinarioDettaglio`)]) {
      await page.goto(path);
      await page.getByRole('heading', { name: matricola }).first().waitFor();
    }
  });

  test('la pagina è larga 600, il codice 165; Print toglie i pulsanti, stampa e ricarica; CHIUDI torna all’elenco', async () => {
    const page = await apri('admin');
    // what the printer would see, and the end of printing
    await page.addInitScript(`window.print = () => {
      sessionStorage.setItem('prova.stampe', String(Number(sessionStorage.getItem('prova.stampe') ?? 0) + 1));
      sessionStorage.setItem('prova.pulsanti', String([...document.querySelectorAll('main button')].length));
      setTimeout(() => dispatchEvent(new Event('afterprint')), 0);
    };`);
    await page.goto(indirizzo('/home/macchinari'));
    await page.getByText('A0001').first().waitFor();
    await page.goto(etichette(['A0001', 'A0056']));
    await page.getByRole('img', { name: 'Codice QR di A0001' }).waitFor();
    const larghezze = await page.evaluate(`[document.querySelector('.etichette'), document.querySelector('[aria-label="Codice QR di A0001"]')].map((e) => e.getBoundingClientRect().width)`);
    expect(larghezze).toEqual([600, 165]);
    const ricarica = page.waitForEvent('load');
    await page.getByRole('button', { name: 'Print' }).click();
    await ricarica;
    await page.getByRole('button', { name: 'Print' }).waitFor();
    expect(await page.evaluate(`[sessionStorage.getItem('prova.stampe'), sessionStorage.getItem('prova.pulsanti')]`)).toEqual(['1', '0']);
    await page.getByRole('button', { name: 'CHIUDI' }).click();
    await page.waitForURL(/\/home\/macchinari(\?|$)/);
  });

  test('dalla scelta nell’elenco; una matricola che non c’è si dice', async () => {
    const page = await apri('admin');
    await page.goto(indirizzo('/home/macchinari'));
    await page.getByText('A0001').first().waitFor();
    await page.getByRole('button', { name: 'QR', exact: true }).first().click();
    await page.getByText('Selezionare un macchinario').waitFor();
    for (const matricola of ['A0001', 'A0003']) await page.getByRole('row', { name: new RegExp(matricola) }).getByRole('checkbox').click();
    await page.getByRole('button', { name: 'QR', exact: true }).first().click();
    await page.getByRole('img', { name: 'Codice QR di A0003' }).waitFor();
    expect(await page.getByRole('img', { name: /^Codice QR/ }).count()).toBe(2);
    await page.goto(etichette(['A0001', 'FANTASMA']));
    await page.getByText(/Non trovato: FANTASMA/).waitFor();
    expect(await page.getByRole('img', { name: /^Codice QR/ }).count()).toBe(1);
    await page.goto(etichette([]));
    await page.getByText('Nessuna etichetta').waitFor();
    expect(await page.getByRole('button', { name: 'Print' }).isDisabled()).toBe(true);
  });
});

describe('La pagina pubblica di un macchinario', () => {
  test('senza sessione: i dettagli, niente schede; l’accesso riporta qui, e indietro non torna all’accesso', async () => {
    const page = await apri(null, TELEFONO);
    await page.goto(paginaDi('A0056'));
    await page.getByRole('heading', { name: 'A0056' }).waitFor();
    await page.getByText('Caterpillar').waitFor();
    expect(await page.getByRole('radio', { checked: true }).textContent()).toBe('Operativo');
    await page.getByAltText('Foto di A0056').waitFor();
    expect(await page.getByRole('tab').count()).toBe(0);
    expect(await page.getByRole('button', { name: 'AGGIUNGI' }).or(page.getByRole('link', { name: 'AGGIUNGI' })).count()).toBe(0);
    expect(await page.textContent('body')).not.toMatch(/A0056_CE|174\.400|cespite/i);
    await page.getByRole('link', { name: 'Accedi' }).click();
    await page.waitForURL('**/login-qr?**');
    await page.getByText('Per aprire il macchinario A0056').waitFor();
    await page.reload();
    await entra(page, 'admin');
    await page.waitForURL('**/home/macchinari/qrcode/A0056');
    await page.getByRole('tab', { name: 'MANUTENZIONE' }).waitFor();
    await page.getByRole('tab', { name: 'DOCUMENTI' }).click();
    await page.getByText('A0056_CE.pdf').waitFor();
    expect(await page.getByRole('listitem').filter({ hasText: /Certificato|Carta|Assicurazione/ }).count()).toBe(4);
    expect(await page.getByRole('switch').evaluateAll((tutti) => tutti.every((s) => (s as unknown as { disabled: boolean }).disabled))).toBe(true);
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
    const page = await apri(null);
    const avvisi: string[] = [];
    page.on('dialog', (dialog) => { avvisi.push(dialog.message()); void dialog.accept(); });
    await page.goto(indirizzo('/login-qr?tipo=macchinari&id=A0001'));
    await page.getByLabel('Username').fill('capo');
    await page.getByLabel('Password', { exact: true }).fill('sbagliata');
    const ricarica = page.waitForEvent('load');
    await page.getByRole('button', { name: 'Accedi' }).click();
    await ricarica;
    expect(avvisi).toEqual(['Username o password errati!']);
    await entra(page, 'capo');
    await page.waitForURL('**/home/macchinari/qrcode/A0001');
    await page.getByRole('heading', { name: 'A0001' }).waitFor();
    await page.goto(indirizzo('/login-qr?tipo=//evil.example&id=..'));
    await page.waitForURL('**/home');
  });

  test('per un operaio: le schede che può aprire e nessun AGGIUNGI; indietro da dove viene', async () => {
    const page = await apri('operaio');
    await page.goto(paginaDi('A0001'));
    await page.getByRole('tab', { name: 'DOCUMENTI' }).waitFor();
    expect(await page.getByRole('tab').allTextContents()).toEqual(['DETTAGLI', 'DOCUMENTI', 'AMMINISTRAZIONE', 'DATI']);
    expect(await page.getByRole('link', { name: 'AGGIUNGI' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Chiudi' }).click();
    await page.waitForURL('**/home');
  });

  test('di un macchinario che non c’è lo dice, con la sessione e senza', async () => {
    for (const persona of [null, 'admin'] as const) {
      const page = await apri(persona);
      await page.goto(paginaDi('FANTASMA'));
      await page.getByText('Macchinario non trovato').waitFor();
      if (!persona) await scheda.context.close();
    }
  });
});

describe('Le stampe', () => {
  const PROVE = [
    { tipo: 'MacchinarioDettaglio', id: 'A0056', scritto: [/Matricola costruttore\s+\S/, /Costo acquisto\s+€/, /Certificato CE\s+A0056_CE\.pdf/, /Verifica periodica/], codici: ['A0056'] },
    { tipo: 'ManutenzioneDettaglio', id: '1', scritto: [/Data\s+\d{4}-\d\d-\d\d/, /Cantiere\s+\S/, /Matricola\s+A\d{4}/, /Tipo Manutenzione/, /Ore\/Km/, /Note/, /Manutenzione/], codici: [] },
    { tipo: 'AccisaDettaglio', id: '1', scritto: [/Data\s+\d{4}-\d\d-\d\d/, /M Giri/, /K Giri/, /Ore/, /Minuti/], codici: [] },
    { tipo: 'CantiereDettaglio', id: '0412', scritto: [/Commessa\s+0412/, /Committente\s+\S/, /Comune/, /Indirizzo/, /Provincia/, /Referente/, /Data inizio/, /Data fine/, /CIG/, /CUP/, /Mappa/], codici: [] },
  ];
  const NOLEGGIO = { tipo: 'NoleggioDettaglio', scritto: [/Commessa\s+0412/, /Settimana/, /Vasconi/, /Cisterna Gasolio/, /Impianto di miscelazione/, /Silos/, /Matricola\s+N\d{5}/], codici: [] };
  const stampa = (id: string, tipo: string) => indirizzo(`/home/macchinari/stampa/${id}?tipo=${tipo}`);

  test.skipIf(!LETTORI)('stanno su un foglio A4, senza niente del portale intorno; la foto e il codice ci sono', async () => {
    const page = await apri('admin');
    // a rental of its own: the demo data need not have one
    const noleggio = await registra('noleggi', { noleggio: { marca: 'Manitou', cantiere: '0412' } });
    for (const { tipo, id, scritto, codici } of [...PROVE, { ...NOLEGGIO, id: noleggio }]) {
      await page.goto(stampa(id, tipo));
      await page.getByRole('article').waitFor();
      await page.getByRole('button', { name: 'Print', disabled: false }).waitFor();
      await fotografa(page, `stampa-${tipo}`);
      const fogli = await stampata(page);
      expect(await misuraFoglio(page), tipo).toBe(A4);
      expect(fogli.length, tipo).toBe(1);
      for (const atteso of scritto) expect(fogli[0]!.testo, tipo).toMatch(atteso);
      expect(fogli[0]!.testo, tipo).not.toMatch(/Cancel|Print\b|Anagrafiche|Attività/);
      expect(fogli[0]!.codici, tipo).toEqual(codici.map(paginaDi));
    }
  });

  test.skipIf(!LETTORI)('di un record che non c’è non esce niente, e lo schermo dice perché', async () => {
    const page = await apri('admin');
    for (const [path, frase] of [[stampa('FANTASMA', 'MacchinarioDettaglio'), 'Record non trovato'], [stampa('abc', 'AccisaDettaglio'), 'Record non trovato'], [stampa('A0056', 'Altro'), 'Niente da stampare']] as const) {
      await page.goto(path);
      await page.getByText(frase).waitFor();
      expect(await page.getByRole('button', { name: 'Print' }).count()).toBe(0);
      expect((await stampata(page)).map((foglio) => foglio.testo)).toEqual(['']);
    }
  });

  test('si aprono dal record, resistono a una ricarica, e Cancel torna indietro', async () => {
    const page = await apri('admin');
    await page.goto(indirizzo('/home/cantieri/dettaglio-cantiere?id=0412'));
    await page.getByRole('link', { name: 'STAMPA' }).click();
    await page.getByRole('article', { name: 'CANTIERE' }).waitFor();
    await page.reload();
    await page.getByRole('article', { name: 'CANTIERE' }).waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.waitForURL('**/dettaglio-cantiere?id=0412');
  });
});

describe('Etichette, pagina pubblica e stampe', () => {
  const SCHERMATE = [
    { nome: 'etichette', path: '/home/macchinari/print-qrcode?matricola=A0001&matricola=A0056', pronta: 'Codice QR di A0056' },
    { nome: 'macchina-qr', path: '/home/macchinari/qrcode/A0056', pronta: 'Codice QR di A0056' },
    { nome: 'stampa', path: '/home/macchinari/stampa/A0056?tipo=MacchinarioDettaglio', pronta: 'Codice QR di A0056' },
  ];
  for (const persona of [null, 'admin'] as const) {
    for (const dark of [false, true]) {
      test(`${persona ?? 'senza sessione'}${dark ? ', al buio' : ''}: accessibili, e niente scorre di lato`, async () => {
        for (const [misura, viewport] of [['scrivania', SCRIVANIA], ['telefono', TELEFONO], ['stretto', { width: 360, height: 740 }]] as const) {
          const page = await apri(persona, viewport, dark);
          for (const { nome, path, pronta } of persona ? SCHERMATE : SCHERMATE.slice(1, 2)) {
            await page.goto(indirizzo(path));
            await page.getByRole('img', { name: pronta }).waitFor();
            const dove = `${nome}, ${persona ?? 'ospite'}, ${misura}`;
            await fotografa(page, `${nome}-${persona ?? 'ospite'}-${misura}${dark ? '-buio' : ''}`);
            await nienteScorrimentoLaterale(page, dove);
            await accessibile(page, dove);
          }
          expect(scheda.lagnanze).toEqual([]);
          if (misura !== 'stretto') await scheda.context.close();
        }
      });
    }
  }
});
