import { describe, expect, it } from 'vitest';
import type { Andamento } from '#contracts/modules/andamento/answer.ts';
import { siteSheet } from './site-sheet.ts';

const PERIOD = { dal: '2026-03-01', al: '2026-03-31' };
const EMPTY: Andamento = {
  commessa: '0042',
  committente: 'Comune',
  produzione: 1000,
  precedente: { produzione: 900 },
  in_tutto: { produzione: 5000, mancano: {} },
  budget: { quantita: null, importo: null },
  mancano: {},
  solo_tue: [],
  ultimi_mesi: [],
  lavorazioni: [],
  operatori: [],
  attrezzature: [],
  mesi: [],
  curva: { mesi: [] },
};
const FULL: Andamento = {
  ...EMPTY,
  costi: 100,
  noleggi: 200,
  manodopera: 300,
  margine: 400,
  precedente: { produzione: 900, costi: 90, noleggi: 190, manodopera: 290, margine: 330 },
  in_tutto: { produzione: 5000, costi: 500, noleggi: 600, manodopera: 700, margine: 3200, mancano: {} },
};
const rowsOf = (site: Partial<Andamento>) => siteSheet({ ...EMPTY, ...site }, PERIOD).rows;

describe('il foglio di un cantiere', () => {
  it('ha il nome della commessa e del periodo, e una testata per ogni cella', () => {
    const { name, columns } = siteSheet(EMPTY, PERIOD);
    expect(name).toBe('Andamento 0042 2026-03-01 2026-03-31');
    expect(columns.map(({ label, type, decimals }) => [label, type, decimals])).toEqual([
      ['Voce', 'testo', undefined],
      ['Che cosa', 'testo', undefined],
      ['Quantità', 'numero', 3],
      ['UM', 'testo', undefined],
      ['Importo', 'euro', undefined],
      ['Periodo prima', 'euro', undefined],
      ['In tutto (mesi: margine)', 'euro', undefined],
      ['Budget, quantità', 'numero', 3],
      ['Budget, importo', 'euro', undefined],
    ]);
  });

  it('dà ogni voce nel periodo, in quello prima e in tutto', () => {
    expect(rowsOf(FULL)).toEqual([
      ['Produzione', null, null, null, 1000, 900, 5000],
      ['Costi', null, null, null, 100, 90, 500],
      ['Noleggi', null, null, null, 200, 190, 600],
      ['Manodopera', null, null, null, 300, 290, 700],
      ['Margine', null, null, null, 400, 330, 3200],
    ]);
  });

  it('tace le voci che la persona non vede, e il margine con loro', () => {
    expect(rowsOf({ costi: 100, margine: 400 }).map(([label]) => label)).toEqual(['Produzione', 'Costi']);
  });

  it('dice dove contano solo i dati di chi legge, senza margine', () => {
    expect(rowsOf({ ...FULL, solo_tue: ['produzione', 'noleggi'] }).map(([label]) => label)).toEqual([
      'Produzione (solo i tuoi dati)',
      'Costi',
      'Noleggi (solo i tuoi dati)',
      'Manodopera',
    ]);
  });

  it('distingue ciò che non si sa da zero, e dice che cosa manca nel periodo e in tutto', () => {
    const site = {
      costi: 0,
      manodopera: 300,
      mancano: { noleggi: ['A1'] },
      in_tutto: { produzione: 5000, costi: 0, mancano: { noleggi: ['A1', 'B2'] } },
    };
    expect(rowsOf(site)).toEqual([
      ['Produzione', null, null, null, 1000, 900, 5000],
      ['Costi', null, null, null, 0, null, 0],
      ['Noleggi', 'non si sa', null, null, null, null, null],
      ['Manodopera', null, null, null, 300, null, null],
      ['Margine', 'non si sa', null, null, null, null, null],
      ['Manca', 'la tariffa di A1'],
      ['Manca in tutto', 'la tariffa di A1, B2'],
    ]);
  });

  it('elenca poi lavorazioni, operatori, attrezzature e mesi', () => {
    const work = { unita: 'm', quantita: 12.5, produzione: 700, budget_quantita: 20, budget_importo: 2000 };
    const rows = rowsOf({
      mancano: { inizi: ['7'] },
      lavorazioni: [
        { ...work, lavorazione: 'Pali', wbs: '1.2', consumato_importo: 1500 },
        { ...work, lavorazione: null, wbs: '1.3' },
        { ...work, lavorazione: 'Micropali', wbs: null, budget_quantita: null, budget_importo: null, consumato_importo: 0 },
      ],
      operatori: [{ operatore: 'Rossi', unita: 'm', quantita: 3, produzione: 90 }],
      attrezzature: [{ attrezzatura: 'Trivella', giorni: 2, unita: null, quantita: 4, produzione: 80 }],
      mesi: [
        { mese: '2026-02', produzione: 10, margine: -4 },
        { mese: '2026-03', produzione: 20 },
      ],
    });
    expect(rows.slice(1)).toEqual([
      ['Manca', 'il noleggio 7, che non dice quando è cominciato'],
      ['Lavorazione', 'Pali · 1.2', 12.5, 'm', 700, null, 1500, 20, 2000],
      ['Lavorazione', '1.3', 12.5, 'm', 700, null, null, 20, 2000],
      ['Lavorazione', 'Micropali', 12.5, 'm', 700, null, 0, null, null],
      ['Operatore', 'Rossi', 3, 'm', 90],
      ['Attrezzatura', 'Trivella', 4, null, 80],
      ['Mese', '2026-02', null, null, 10, null, -4],
      ['Mese', '2026-03', null, null, 20, null, null],
    ]);
  });
});
