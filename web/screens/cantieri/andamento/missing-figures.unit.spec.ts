import { describe, expect, it } from 'vitest';
import type { AndamentoSintesi } from '#contracts/modules/andamento/answer.ts';
import { elsewhereInWords, isSeen, marginShare, missingInWords, ownInWords, seesMargin } from './missing-figures.ts';

type Seen = Parameters<typeof seesMargin>[0];
const site = (over: Partial<AndamentoSintesi> = {}): Seen => ({ produzione: 0, mancano: {}, solo_tue: [], ...over });

describe('ciò che una persona vede di un cantiere', () => {
  it.each<['produzione' | 'costi' | 'noleggi' | 'manodopera', Partial<AndamentoSintesi>, boolean]>([
    ['produzione', {}, true],
    ['costi', {}, false],
    ['costi', { costi: 0 }, true],
    // what lacks data is seen, though unknown
    ['noleggi', {}, false],
    ['noleggi', { mancano: { manodopera: [] } }, false],
    ['noleggi', { mancano: { noleggi: [] } }, true],
    ['noleggi', { noleggi: 0 }, true],
    ['manodopera', { mancano: { noleggi: ['A1'] } }, false],
    ['manodopera', { mancano: { manodopera: ['2026-01'] } }, true],
    ['manodopera', { manodopera: 12 }, true],
  ])('%s: %j %s', (name, over, seen) => {
    expect(isSeen(site(over), name)).toBe(seen);
  });

  it('dei costi non si dice che manchino dati', () => {
    expect(isSeen(site({ mancano: { costi: [] } as object }), 'costi')).toBe(false);
  });

  it.each<[Partial<AndamentoSintesi>, boolean]>([
    [{ costi: 1, noleggi: 2, manodopera: 3 }, true],
    [{ costi: 1, manodopera: 3, mancano: { noleggi: ['A1'] } }, true],
    [{ noleggi: 2, manodopera: 3 }, false],
    [{ costi: 1, manodopera: 3 }, false],
    [{ costi: 1, noleggi: 2 }, false],
    [{ costi: 1, noleggi: 2, manodopera: 3, solo_tue: ['costi'] }, false],
  ])('il margine, che vuole tutto di tutto: %j %s', (over, seen) => {
    expect(seesMargin(site(over))).toBe(seen);
  });
});

describe('ciò che manca, in parole', () => {
  it('di ogni cosa una frase; di ciò che non manca nessuna', () => {
    expect(missingInWords({})).toEqual([]);
    expect(missingInWords({ noleggi: [], inizi: [], manodopera: [], mesi_parziali: [] })).toEqual([]);
    expect(
      missingInWords({ noleggi: ['A1', 'B2'], inizi: ['7', '8'], manodopera: ['2026-01'], mesi_parziali: ['2026-02', '2026-03'] }),
    ).toEqual([
      'la tariffa di A1, B2',
      'il noleggio 7, 8, che non dice quando è cominciato',
      'la manodopera di 2026-01 (nessuna elaborazione delle paghe)',
      'la manodopera di 2026-02, 2026-03 (mese non intero)',
    ]);
  });

  it('sei mesi si nominano tutti, di più solo gli ultimi sei', () => {
    const months = ['2026-01', '2026-02', '2026-03', '2026-04', '2026-05', '2026-06', '2026-07'];
    const last = '2026-02, 2026-03, 2026-04, 2026-05, 2026-06, 2026-07';
    expect(missingInWords({ manodopera: months.slice(1) })).toEqual([`la manodopera di ${last} (nessuna elaborazione delle paghe)`]);
    expect(missingInWords({ mesi_parziali: months })).toEqual([`la manodopera di 7 mesi, gli ultimi ${last} (mese non intero)`]);
  });
});

describe('il margine sulla produzione', () => {
  it.each<[Partial<AndamentoSintesi>, string | null]>([
    [{ produzione: 800, margine: 100 }, '12,5 %'],
    [{ produzione: 800, margine: -100 }, '-12,5 %'],
    [{ produzione: 300, margine: 100 }, '33,3 %'],
    [{ produzione: 800, margine: 0 }, '0 %'],
    [{ produzione: 0.5, margine: 0.1, mancano: { noleggi: [] } }, '20 %'],
    [{ produzione: 800 }, null],
    [{ produzione: 0, margine: 100 }, null],
    [{ produzione: -5, margine: 100 }, null],
    [{ produzione: 800, margine: 100, mancano: { noleggi: ['A1'] } }, null],
  ])('%j: %s', (over, share) => {
    expect(marginShare(site(over))).toBe(share);
  });
});

describe('gli importi su commesse che non esistono', () => {
  it.each([
    [{ produzione: 5000, costi: 1, noleggi: 0.5 }, '€ 5.000,00 di produzione, € 1,00 di costi, € 0,50 di noleggi'],
    [{ produzione: 0, costi: 12, noleggi: 0 }, '€ 12,00 di costi'],
    [{ produzione: 0 }, 'Righe senza importo'],
  ])('%j: %s', (figures, words) => {
    expect(elsewhereInWords({ ...figures, commesse: ['0042', '0043'] })).toBe(
      `${words.replaceAll('€ ', '€\u00a0')} su commesse che non esistono: 0042, 0043`,
    );
  });
});

it('ciò che conta solo i propri record si nomina', () => {
  expect(ownInWords(['produzione'])).toBe('Solo le tue giornate.');
  expect(ownInWords(['produzione', 'costi', 'noleggi'])).toBe('Solo le tue giornate, i tuoi costi, i tuoi noleggi.');
});
