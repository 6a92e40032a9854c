import { read, utils, type WorkSheet } from 'xlsx';
import { describe, expect, it } from 'vitest';
import { choice, color, date, flag, money, multi, note, number, ref, text, url } from '#contracts/core/fields.ts';
import { macchinari } from '#contracts/registers/macchinari.ts';
import { produzione } from '#contracts/registers/produzione.ts';
import { catalogue } from '../../../../test/catalogue.ts';
import { headsOf, matchColumns } from './match-columns.ts';
import { template } from './template.ts';

const cells = (sheet: WorkSheet | undefined): string[][] => utils.sheet_to_json<string[]>(sheet!, { header: 1, defval: '' });

describe('Il modello di un registro', () => {
  it('in csv è la riga dei nomi, che poi si riconoscono tutti', () => {
    const csv = template(catalogue, macchinari, 'csv').toString();
    expect([csv[0], csv.slice(-2)]).toEqual(['\uFEFF', '\r\n']);
    const heads = csv.slice(1, -2).split(';');
    expect(heads.length).toBeGreaterThan(10);
    expect(heads[0]).toBe('Matricola');
    expect(matchColumns(headsOf(macchinari), heads).filter((field) => field === null)).toEqual([]);
  });

  it('in xlsx ha un foglio da riempire, e uno che dice come si scrive ogni colonna', () => {
    const book = read(template(catalogue, macchinari, 'xlsx'), { cellStyles: true });
    expect(book.SheetNames[1]).toBe('ISTRUZIONI');
    const [heads] = cells(book.Sheets[book.SheetNames[0]!]);
    const notes = cells(book.Sheets['ISTRUZIONI']);
    expect(notes[0]).toEqual(['Colonna', 'Serve', 'Come si scrive']);
    expect(notes.slice(1).map(([name]) => name)).toEqual(heads);
    const hintOf = new Map(notes.slice(1).map(([name, needed, hint]) => [name, [needed, hint]]));
    expect(hintOf.get('Matricola')).toEqual(['sì', 'diverso in ogni riga, e da quelli che ci sono già']);
    expect(hintOf.get('Marca')).toEqual(['', expect.stringMatching(/^testo, fino a \d+ caratteri$/)]);
    expect(hintOf.get('Anno acquisto')![1]).toBe('numero intero');
    expect(hintOf.get('Costo acquisto')![1]).toBe('euro, fino a 2 decimali');
    expect(hintOf.get('Ammessa al rimborso accise')![1]).toBe('sì o no');
    expect(hintOf.get('Stato attuale')![1]).toBe('uno tra: Operativo, Venduto/Demolito, Venduto/Demolito');
    expect(hintOf.get('Tipologia')![1]).toMatch(/^come sta scritto in: \S/);
    expect([...hintOf.values()].filter(([, hint]) => hint === '')).toEqual([]);
  });

  it('di una riga figlia dice di chi è; di un numero, che può darlo il portale', () => {
    const notes = cells(read(template(catalogue, produzione, 'xlsx')).Sheets['ISTRUZIONI']);
    const hintOf = new Map(notes.slice(1).map(([name, needed, hint]) => [name, [needed, hint]]));
    expect([...hintOf.values()][0]).toEqual(['', 'un numero libero, o vuoto: lo dà il portale']);
    expect([...hintOf.values()].map(([, hint]) => hint)).toContainEqual(expect.stringMatching(/^il numero o il codice di \S/));
  });

  it('di ogni tipo di campo dice come si scrive', () => {
    const fields = {
      testo: text('Testo', { max: 20 }),
      note: note('Note'),
      intero: number('Intero', { decimals: 0 }),
      numero: number('Numero', { decimals: 3 }),
      peso: number('Peso', { decimals: 2, unit: 'kg' }),
      euro: money('Euro', { decimals: 4 }),
      data: date('Data'),
      scelta: choice('Scelta', ['Uno', { value: '2', label: 'Due' }]),
      segno: flag('Segno'),
      colore: color('Colore'),
      indirizzo: url('Indirizzo'),
      uno: ref('Uno', 'macchinari', 'matricola'),
      molti: multi('Molti', 'altrove', 'x'),
    };
    const notes = cells(read(template(catalogue, { ...macchinari, fields }, 'xlsx')).Sheets['ISTRUZIONI']);
    expect(notes.slice(2).map(([, , hint]) => hint)).toEqual([
      'testo, fino a 20 caratteri',
      'testo, fino a 5000 caratteri',
      'numero intero',
      'numero, fino a 3 decimali',
      'numero, fino a 2 decimali, in kg',
      'euro, fino a 4 decimali',
      'data: 31/12/2026 oppure 2026-12-31',
      'uno tra: Uno, Due',
      'sì o no',
      'colore come #1E88E5',
      'indirizzo che comincia con https://',
      'come sta scritto in: macchinari',
      'uno o più, separati da virgole, come stanno scritti in: altrove',
    ]);
  });
});
