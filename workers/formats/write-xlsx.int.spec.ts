import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { campoCsv, cella, type ColonnaFoglio, type Grezzo } from '#contracts/export/cells.ts';
import { writeCsv } from '#web/ui/grid/write-csv.ts';
import { writeXlsx } from '#web/ui/grid/write-xlsx.ts';
import { leggiXlsx } from '../../test/xlsx.ts';
import { comeRisultato } from './result-file.ts';
import { scriviCsv } from './write-csv.ts';
import { scriviXlsx } from './write-xlsx.ts';

const COLONNE: ColonnaFoglio[] = [
  { etichetta: 'Testo & "altro" <x>', tipo: 'testo' }, { etichetta: 'Ore', tipo: 'numero', decimali: 2 }, { etichetta: 'Costo', tipo: 'euro' },
  { etichetta: 'Data', tipo: 'data' }, { etichetta: 'Quando', tipo: 'istante' }, { etichetta: 'Attivo', tipo: 'logico' }, { etichetta: 'Pezzi', tipo: 'numero', decimali: 0 },
];
const mai = new AbortController().signal;

let cartella: string;
beforeEach(async () => void (cartella = await mkdtemp(join(tmpdir(), 'strato-xlsx-'))));
afterEach(() => rm(cartella, { recursive: true, force: true }));

const celleDi = (righe: readonly (readonly Grezzo[])[]) => righe.map((riga) => COLONNE.map((c, i) => cella(c, riga[i])));
const scriviTutto = async (righe: readonly (readonly Grezzo[])[], altro: { righePerFoglio?: number; lotto?: number } = {}) => {
  const file = join(cartella, `${Math.random()}.xlsx`);
  await scriviXlsx(file, { titolo: 'PROVA', colonne: COLONNE, signal: mai, ...altro }, async (aggiungi) => {
    for (let i = 0; i < righe.length; i += altro.lotto ?? 1000) await aggiungi(celleDi(righe.slice(i, i + (altro.lotto ?? 1000))));
  });
  return file;
};

/** Rows of any content: what people type and what they paste. */
const righeQualsiasi = fc.array(fc.tuple(
  fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('=1+1', '-1', '_x000D_', ' bordi ', 'a\r\nb', 'a\rb', '😀', '\uD800', '"', "'")),
  fc.option(fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e12, max: 1e12 })), fc.option(fc.integer({ min: -1e11, max: 1e11 }).map((n) => n / 100)),
  fc.option(fc.constantFrom('1900-01-01', '1999-12-31', '2026-11-20', 'mai')), fc.option(fc.constantFrom('2026-11-20T08:30:00.000Z', 'ora')), fc.option(fc.constantFrom(0, 1)), fc.option(fc.integer()),
), { maxLength: 12 });

describe('il foglio scritto riga per riga', () => {
  it('ha cella per cella ciò che scrive il browser, qualunque testo contenga', async () => {
    await fc.assert(fc.asyncProperty(righeQualsiasi, async (righe) => {
      const [qui] = await leggiXlsx(await scriviTutto(righe, { lotto: 5 }));
      const [la] = await leggiXlsx(Buffer.from(writeXlsx({ name: 'PROVA', columns: COLONNE, rows: righe })));
      expect(qui!.nome).toBe(la!.nome);
      expect(qui!.righe).toEqual(la!.righe);
    }), { numRuns: 60 });
  });

  it('il csv è, byte per byte, quello del browser', async () => {
    await fc.assert(fc.asyncProperty(righeQualsiasi, async (righe) => {
      const file = join(cartella, `${Math.random()}.csv`);
      await scriviCsv(file, COLONNE, mai, async (aggiungi) => {
        for (const riga of righe) await aggiungi([COLONNE.map((c, i) => campoCsv(c, riga[i]))]);
      });
      expect((await readFile(file)).equals(Buffer.from(writeCsv({ name: 'x', columns: COLONNE, rows: righe })))).toBe(true);
    }), { numRuns: 60 });
  });

  it('oltre ciò che un foglio contiene continua in altri, ognuno con la sua intestazione', async () => {
    const righe = Array.from({ length: 25 }, (_, i) => [`riga ${i}`, i]);
    const fogli = await leggiXlsx(await scriviTutto(righe, { righePerFoglio: 10, lotto: 7 }));
    expect(fogli.map(({ nome, righe: r }) => [nome, r.length])).toEqual([['PROVA', 11], ['PROVA 2', 11], ['PROVA 3', 6]]);
    expect(fogli.flatMap(({ righe: [, ...r] }) => r.map((c) => c[1]!.valore))).toEqual(righe.map(([, n]) => n));
    expect(new Set(fogli.map(({ righe: [testa] }) => testa![1]!.valore))).toEqual(new Set(['Ore']));
    expect((await leggiXlsx(await scriviTutto(righe.slice(0, 20), { righePerFoglio: 10 }))).map(({ nome }) => nome)).toEqual(['PROVA', 'PROVA 2']);
  });

  it('non legge oltre finché ciò che ha in mano non è scritto: la fonte aspetta il disco', async () => {
    let mano = 0;
    let massimo = 0;
    await scriviXlsx(join(cartella, 'a.xlsx'), { titolo: 'PROVA', colonne: COLONNE, signal: mai }, async (aggiungi) => {
      for (let i = 0; i < 50; i += 1) {
        massimo = Math.max(massimo, (mano += 1));
        await aggiungi(celleDi(Array.from({ length: 500 }, (_, n) => ['x'.repeat(100), n])));
        mano -= 1;
      }
    });
    expect(massimo).toBe(1);
  });

  it('interrotto o guasto non lascia niente, e dice perché', async () => {
    const file = join(cartella, 'a.xlsx');
    const interrotto = new AbortController();
    const scrivi = (temp: string, signal: AbortSignal, dopo: () => void) => scriviXlsx(temp, { titolo: 'PROVA', colonne: COLONNE, signal }, async (aggiungi) => {
      await aggiungi(celleDi([['uno']]));
      dopo();
      for (let i = 0; i < 200; i += 1) await aggiungi(celleDi(Array.from({ length: 1000 }, () => ['x'.repeat(200)])));
    });
    await expect(comeRisultato(file, (temp) => scrivi(temp, interrotto.signal, () => interrotto.abort(new Error('spento'))))).rejects.toThrow('spento');
    await expect(comeRisultato(file, (temp) => scrivi(temp, mai, () => { throw new Error('fonte persa'); }))).rejects.toThrow('fonte persa');
    await expect(scrivi(join(cartella, 'non', 'esiste.xlsx'), mai, () => {})).rejects.toMatchObject({ code: 'ENOENT' });
    await expect(scriviCsv(join(cartella, 'non', 'esiste.csv'), COLONNE, mai, async (aggiungi) => aggiungi([['x']]))).rejects.toMatchObject({ code: 'ENOENT' });
    expect(await readdir(cartella)).toEqual([]);
  });
});
