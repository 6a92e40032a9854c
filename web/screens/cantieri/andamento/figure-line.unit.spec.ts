import { describe, expect, it } from 'vitest';
import type { RigaVoce } from '#contracts/modules/andamento/answer.ts';
import { figureLine } from './figure-line.ts';

const RENTAL: RigaVoce['noleggi'] = {
  id: 3,
  id_noleggi: 7,
  matricola: 'N07',
  dal: '2026-10-01',
  al: '2026-10-10',
  giorni: 10,
  tariffa: 1000,
  importo: 322.58,
};
const COST: RigaVoce['costi'] = {
  id: 4,
  data: '2026-10-02',
  wbs: 'GENERALE',
  tipologia_costo: 'Gasolio',
  quantita: 2,
  prezzo: 1.5,
  importo: 3,
};

describe('texts of a row behind a figure', () => {
  it('tells the days and the rate of a rental, and links to the rental', () => {
    expect(figureLine('noleggi', RENTAL)).toEqual({
      text: 'N07',
      note: '2026-10-01 – 2026-10-10, 10 giorni a €\u00A01.000,00 al mese',
      href: expect.stringMatching(/7$/),
    });
    expect(figureLine('noleggi', { ...RENTAL, tariffa: null, importo: null }).note).toBe(
      '2026-10-01 – 2026-10-10, 10 giorni, senza tariffa',
    );
  });

  it('says that a rental has no start date', () => {
    const row = { ...RENTAL, dal: null, al: null, giorni: null, importo: null };
    expect(figureLine('noleggi', row).note).toBe('senza data di inizio a €\u00A01.000,00 al mese');
    expect(figureLine('noleggi', { ...row, tariffa: null }).note).toBe('senza data di inizio, senza tariffa');
  });

  it('leaves out a quantity or price that is unknown', () => {
    expect(figureLine('costi', COST).note).toBe('2026-10-02, GENERALE, 2 × €\u00A01,50');
    expect(figureLine('costi', { ...COST, wbs: null, quantita: null }).note).toBe('2026-10-02');
    expect(figureLine('costi', { ...COST, prezzo: null }).note).toBe('2026-10-02, GENERALE');
  });

  it('names the work item, wbs and quantity of a production line', () => {
    const row: RigaVoce['produzione'] = {
      id: 1,
      id_intestazione: 9,
      data: '2026-10-02',
      lavorazione: 'PALI',
      wbs: 'GENERALE',
      operatore: 'ROSSI',
      attrezzatura: null,
      quantita: 12.5,
      prezzo: 10,
      unita: 'ml',
      importo: 125,
    };
    expect(figureLine('produzione', row)).toEqual({
      text: 'PALI · GENERALE',
      note: '2026-10-02, ROSSI, 12,5 ml',
      href: expect.stringMatching(/9$/),
    });
    expect(figureLine('produzione', { ...row, lavorazione: null, wbs: null, quantita: null, id_intestazione: null })).toEqual({
      text: 'Senza lavorazione',
      note: '2026-10-02, ROSSI',
      href: null,
    });
  });

  it('names month and run of labour, without a link', () => {
    expect(figureLine('manodopera', { numero: 123, mese: '2026-10', importo: 10 })).toEqual({
      text: 'Mese 2026-10',
      note: 'elaborazione 123',
      href: null,
    });
  });
});
