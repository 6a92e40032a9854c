import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { centsToComma, centsToDecimal, centsToText } from './cents.ts';
import { fileContabilita, errorFile, monthsForPeople, taskName } from './names.ts';
import { byCommessa, byMatricola } from './order.ts';
import { isExactSplit, journalSides, splitCents } from './split.ts';

const cents = fc.integer({ min: -999_999_999_999, max: 999_999_999_999 });
const weights = fc.array(fc.integer({ min: 0, max: 450_000_000_000 }), { minLength: 1, maxLength: 40 }).filter((w) => w.some((x) => x > 0));

describe('la ripartizione dei centesimi', () => {
  it('arrivano tutti, e ognuno dista meno di un centesimo dalla sua parte esatta', () => {
    fc.assert(
      fc.property(cents, weights, (amount, w) => {
        const shares = splitCents(amount, w);
        expect(shares.reduce((sum, s) => sum + s, 0)).toBe(amount);
        expect(isExactSplit(amount, w, shares)).toBe(true);
        expect(shares.some((s) => Object.is(s, -0))).toBe(false);
      }),
    );
  });

  it('uno storno si ripartisce come ciò che storna', () => {
    fc.assert(
      fc.property(cents, weights, (amount, w) => {
        expect(splitCents(-amount, w)).toEqual(splitCents(amount, w).map((s) => (s === 0 ? 0 : -s)));
      }),
    );
  });

  it('lo storno di niente è zero, senza segno', () => {
    expect(splitCents(-0, [5])).toEqual([0]);
  });

  it('chi ha peso zero non riceve nulla', () => {
    fc.assert(
      fc.property(cents, weights, (amount, w) => {
        const shares = splitCents(amount, [...w, 0]);
        expect(shares.at(-1)).toBe(0);
        expect(shares.slice(0, -1)).toEqual(splitCents(amount, w));
      }),
    );
  });

  it('a parità di resto il peso maggiore, poi il primo', () => {
    expect(splitCents(180_000, [1205, 395])).toEqual([135_563, 44_437]);
    expect(splitCents(1, [50, 50])).toEqual([1, 0]);
    expect(splitCents(10_000, [3333, 3333, 3333])).toEqual([3334, 3333, 3333]);
  });

  it('una parte sbagliata si vede', () => {
    expect(isExactSplit(100, [1, 1], [51, 49])).toBe(false);
    expect(isExactSplit(100, [1, 1], [50, 51])).toBe(false);
  });
});

it('una riga di prima nota non ha mai importi negativi, e i due lati restano in equilibrio', () => {
  fc.assert(
    fc.property(cents, cents, (dare, avere) => {
      const sides = journalSides(dare, avere);
      expect(Math.min(sides.dare, sides.avere, sides.spostato)).toBeGreaterThanOrEqual(0);
      expect(sides.dare - sides.avere).toBe(dare - avere);
      expect(sides.dare - dare).toBe(sides.spostato);
    }),
  );
});

it('i centesimi si scrivono senza passare da numeri con la virgola', () => {
  expect([0, 5, -5, 100, -123_456_789, 999_999_999_999].map(centsToDecimal)).toEqual([
    '0.00',
    '0.05',
    '-0.05',
    '1.00',
    '-1234567.89',
    '9999999999.99',
  ]);
  expect([0, -5, 123_456_789].map(centsToText)).toEqual(['0,00', '-0,05', '1.234.567,89']);
  expect(centsToComma(-8003)).toBe('-80,03');
});

describe('gli ordini', () => {
  it('matricole di sole cifre per numero, poi le altre; NON_RIPARTITO per ultimo', () => {
    expect(['B', '10', 'A1', '9', '100'].toSorted(byMatricola)).toEqual(['9', '10', '100', 'A1', 'B']);
    expect(['Z', 'NON_RIPARTITO', '', 'a', 'ZZ'].toSorted(byCommessa)).toEqual(['', 'Z', 'ZZ', 'a', 'NON_RIPARTITO']);
  });
});

describe('i nomi', () => {
  it('del processo dicono come è andato', () => {
    expect(taskName({ numero: 123 })).toBe('Contabilità lavoratori #000123');
    expect(taskName({ numero: 123, esito: 'avvisi', mesi: ['2026-01'] })).toBe('Contabilità lavoratori 01/2026 #000123');
    expect(taskName({ numero: 123, esito: 'anomalie', mesi: ['2026-01', '2026-02', '2026-03'], errori: 3 })).toBe(
      'Contabilità lavoratori 01/2026-03/2026 #000123 - DA VERIFICARE (3)',
    );
    expect(taskName({ numero: 123, esito: 'ok', mesi: [] })).toBe('Contabilità lavoratori #000123');
    expect(taskName({ numero: 123, esito: 'errore', messaggio: 'I due file sembrano invertiti.' })).toBe(
      'Contabilità lavoratori #000123 - ERRORE: I due file sembrano invertiti',
    );
  });

  it('dei file dicono mesi e numero', () => {
    const nome = (mesi: string[], importabile = true) =>
      (['cartella', 'prima_nota', 'anomalie'] as const).map((tipo) => fileContabilita(tipo, { numero: 7, mesi, importabile }));
    expect(nome(['2026-01'])).toEqual([
      'contabilita_lavoratori_2026-01_000007.xlsx',
      'prima_nota_2026-01_000007.csv',
      'anomalie_2026-01_000007.csv',
    ]);
    expect(nome(['2026-01', '2026-03'], false)[1]).toBe('prima_nota_BOZZA_2026-01_2026-03_000007.csv');
    expect(nome([])[0]).toBe('contabilita_lavoratori_senza-mese_000007.xlsx');
    expect(errorFile(7)).toBe('errore_contabilita_lavoratori_000007.xlsx');
    expect([monthsForPeople([]), monthsForPeople(['2026-01'])]).toEqual(['', '01/2026']);
  });
});
