import { describe, expect, it } from 'vitest';
import { askedOf, isDocument } from './renewable.ts';

const due = (soggetto: 'lavoratore' | 'macchina' | 'cantiere', id: string, tipo: string, file: boolean | null = true) => ({
  soggetto,
  id,
  tipo,
  file,
});

describe('che cosa si rinnova insieme', () => {
  it('le righe di uno stesso tipo dicono già quale', () => {
    expect(askedOf([due('lavoratore', '1', 'ple'), due('lavoratore', '2', 'ple')], ['lavoratore'])).toEqual({
      soggetto: 'lavoratore',
      tipo: 'ple',
      people: ['1', '2'],
      leftOut: 0,
    });
  });

  it('di più tipi si sceglie dopo, ognuno una volta sola; il resto è contato', () => {
    const rows = [
      due('lavoratore', '1', 'ple'),
      due('lavoratore', '1', 'ps'),
      due('macchina', 'A1', 'funi'),
      due('cantiere', '0421', 'fine_cantiere', null),
    ];
    expect(askedOf(rows, ['lavoratore', 'macchina'])).toEqual({ soggetto: 'lavoratore', tipo: null, people: ['1'], leftOut: 2 });
    expect(askedOf(rows, ['macchina'])).toEqual({ soggetto: 'macchina', tipo: 'funi', people: ['A1'], leftOut: 3 });
    expect(askedOf(rows, [])).toBeNull();
  });

  it('la fine di un cantiere, le ore di una macchina e uno fra più tipi non sono un documento', () => {
    expect(
      [
        due('cantiere', '1', 'fine_cantiere', null),
        due('macchina', '1', 'manutenzione', null),
        due('lavoratore', '1', 'pfr_pd|pfr_gd'),
      ].map(isDocument),
    ).toEqual([false, false, false]);
  });
});
