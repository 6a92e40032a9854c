import { describe, expect, it } from 'vitest';
import { macchinari } from '#contracts/registers/macchinari.ts';
import { manutMacchinari } from '#contracts/registers/manut-macchinari.ts';
import { manutenzioni } from '#contracts/registers/manutenzioni.ts';
import { datiMacchina } from '#contracts/registers/dati-macchina.ts';
import { rowOf } from '#web/registers/row.testing.ts';
import { sheetOf, type Cell } from './sheet.ts';
import { readXlsx } from './xlsx-reader.testing.ts';
import { tabOf } from './scheda.ts';
import { writeSheet } from './workbook.ts';

const cardOf = tabOf({
  macchina: rowOf(macchinari, {
    matricola: 'A0038',
    marca: '=HYPERLINK("http://x")',
    modello: 'M9 & <1>',
    chassis: '007',
    tipologia: 'Perforatrice',
  }),
  dati: rowOf(datiMacchina, { motore_marca: 'Deutz', motore_modello: 'TCD 4.1' }),
  piano: [
    rowOf(manutMacchinari, {
      componente: 'olio_motore',
      marca_e_modello: '+39 «Q8»',
      quantita: '18',
      frequenza: '-500',
      ogni_ore: 500,
      ogni_mesi: 12,
    }),
  ],
  manutenzioni: [
    rowOf(manutenzioni, {
      id: 1,
      data: '2026-02-28',
      ore_km: 1510.5,
      manutenzione: 'Cambio Olio Motore, Filtro Aria Esterno, Batterie',
      note: '@SUM(A1)\nseconda riga',
      meccanico: 'Ricci',
      cantiere: '0423',
    }),
    rowOf(manutenzioni, { id: 2, data: '2026-03-01', ore_km: null, note: '=1+1', cantiere: '0420' }),
  ],
});

const letters = 'ABCDEFGHIJKL';
const where = (r: number, c: number) => `${letters[c]}${r + 1}`;

describe('il foglio della scheda, letto da chi non lo ha scritto', () => {
  const sheet = sheetOf(cardOf);
  const read = readXlsx(Buffer.from(writeSheet(sheet)));

  it('ha in ogni cella ciò che la scheda dice, e nient’altro', async () => {
    const { cells } = await read;
    const waits = sheet.righe.flatMap((rowCells, r) =>
      rowCells.flatMap((cell, c) => (cell ? [[where(r, c), written(cell)] as const] : [])),
    );
    expect(new Map([...cells].filter(([, { valore }]) => valore !== '').map(([name, { valore }]) => [name, valore]))).toEqual(
      new Map(waits),
    );
  });

  it('ha titolo, dati, componenti e interventi al loro posto', async () => {
    const { cells, nome, merges } = await read;
    const v = (cellName: string) => cells.get(cellName)?.valore ?? '';
    expect(nome).toBe('Scheda manutenzioni');
    expect(v('A1')).toBe('SCHEDA MANUTENZIONI ATTREZZATURE');
    expect(merges).toContain('A1:L1');
    expect(['A4', 'C4', 'C5', 'A7', 'C7', 'C8', 'C9'].map(v)).toEqual([
      'Marca',
      '=HYPERLINK("http://x")',
      'M9 & <1>',
      'Matricola interna',
      'A0038',
      'Deutz TCD 4.1',
      'Perforatrice',
    ]);
    expect(['A12', 'C12', 'F12', 'H12'].map(v)).toEqual(['Componente', 'Marca e modello', 'Quantità', 'Frequenza manut./sostituz.']);
    expect(['A19', 'C19', 'F19', 'H19'].map(v)).toEqual(['Olio motore (kg)', '+39 «Q8»', '18', '-500']);
    expect(['J12', 'K12', 'J19', 'K19'].map(v)).toEqual(['Ogni ore', 'Ogni mesi', '500', '12']);
    expect(['J19', 'K19'].map((name) => cells.get(name)?.tipo)).toEqual(['n', 'n']);
    expect([...letters].map((l) => v(`${l}27`))).toEqual([
      'Data',
      'Ore',
      'Olio motore',
      'Filtro olio motore',
      'Olio idraulico',
      'Filtro idraulico',
      'Filtro gasolio',
      'Filtro aria interno',
      'Filtro aria esterno',
      'Descrizione interventi',
      'Firma',
      'Cantiere',
    ]);
    // 2026-02-28 is day 46081 of spreadsheets
    expect([...letters].map((l) => v(`${l}28`))).toEqual([
      '46081',
      '1510.5',
      'X',
      '',
      '',
      '',
      '',
      '',
      'X',
      'Batterie. @SUM(A1)\nseconda riga',
      'Ricci',
      '0423',
    ]);
    expect([...letters].map((l) => v(`${l}29`))).toEqual(['46082', '', '', '', '', '', '', '', '', '=1+1', '', '0420']);
  });

  it('le date sono date, le ore numeri, le parole parole: nessuna formula si esegue', async () => {
    const { cells } = await read;
    expect([...cells.values()].filter(({ formula, tipo }) => formula || tipo === 'str')).toEqual([]);
    expect(cells.get('A28')).toMatchObject({ tipo: 'n', formato: 'yyyy-mm-dd' });
    expect(cells.get('B28')).toMatchObject({ tipo: 'n' });
    for (const name of ['C4', 'C6', 'C19', 'H19', 'J28', 'J29', 'L28']) expect(cells.get(name)?.tipo, name).toBe('s');
  });

  it('una macchina senza interventi ha il foglio con le sole intestazioni', async () => {
    const empty = sheetOf({ ...cardOf, interventi: [] });
    const { cells } = await readXlsx(Buffer.from(writeSheet(empty)));
    expect(cells.get('A27')?.valore).toBe('Data');
    expect([...cells.keys()].filter((name) => Number(name.slice(1)) > 27)).toEqual([]);
  });
});

function written(cell: NonNullable<Cell>): string {
  if ('text' in cell) return cell.text;
  return 'numero' in cell ? String(cell.numero) : String(Math.round((Date.parse(cell.giorno) - Date.parse('1899-12-30')) / 86_400_000));
}
