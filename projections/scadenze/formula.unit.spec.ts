import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scadenzeDi, vociDi, VOCE_GENERICA, type Intervento } from './formula.ts';

const intervento = (id: number, data: string | null, voce: string, ore_scadenza: number | null): Intervento => ({ id, data, voce, ore_scadenza });

describe('le voci di una manutenzione', () => {
  it('sono separate da virgole, senza vuoti e senza doppi', () => {
    expect(vociDi('Filtro Gasolio, Cambio Olio Motore', null)).toEqual(['Filtro Gasolio', 'Cambio Olio Motore']);
    expect(vociDi(' A ,, A,B ', 5)).toEqual(['A', 'B']);
  });

  it('mancano in una lettura delle ore; una scadenza senza voci vale per la manutenzione in genere', () => {
    expect(vociDi(null, null)).toEqual([]);
    expect(vociDi('  ', null)).toEqual([]);
    expect(vociDi(null, 500)).toEqual([VOCE_GENERICA]);
  });
});

describe('le scadenze di una macchina', () => {
  it('la manutenzione è scaduta quando le ore raggiungono la cifra', () => {
    const [prima] = scadenzeDi([intervento(1, '2026-01-01', 'A', 500)], [499.5]);
    const [dopo] = scadenzeDi([intervento(1, '2026-01-01', 'A', 500)], [499.5, null, 500]);
    expect(prima?.ore_mancanti).toBe(0.5);
    expect(dopo).toEqual({ intervento: 1, manutenzione: 'A', ore_scadenza: 500, ore_attuali: 500, ore_mancanti: 0 });
  });

  it('conta l\'ultimo intervento della voce: quello dopo, senza cifra, la salda', () => {
    expect(scadenzeDi([intervento(1, '2026-01-01', 'A', 500), intervento(2, '2026-02-01', 'A', null)], [900])).toEqual([]);
    expect(scadenzeDi([intervento(2, '2026-01-01', 'A', null), intervento(1, '2026-02-01', 'A', 500)], [900])).toMatchObject([{ intervento: 1 }]);
    expect(scadenzeDi([intervento(1, '2026-01-01', 'A', 500), intervento(2, '2026-01-01', 'A', 800)], [900])).toMatchObject([{ ore_scadenza: 800 }]);
  });

  it('una voce non salda l\'altra', () => {
    expect(scadenzeDi([intervento(1, '2026-01-01', 'A', 500), intervento(2, '2026-02-01', 'B', null)], [900])).toMatchObject([{ manutenzione: 'A' }]);
  });

  it('senza data un intervento è il più vecchio; senza letture le ore sono zero', () => {
    expect(scadenzeDi([intervento(9, null, 'A', 100), intervento(1, '2020-01-01', 'A', 200)], [])).toMatchObject([{ ore_scadenza: 200, ore_attuali: 0, ore_mancanti: 200 }]);
  });
});

const interventi = fc.uniqueArray(
  fc.record({
    id: fc.integer({ min: 1, max: 40 }),
    data: fc.constantFrom(null, '2026-01-01', '2026-01-02', '2026-02-01'),
    voce: fc.constantFrom('A', 'B', 'C'),
    ore_scadenza: fc.option(fc.integer({ min: 0, max: 900 }).map((n) => n / 10), { nil: null }),
  }),
  { selector: (i) => `${i.id}/${i.voce}`, maxLength: 25 },
);
const ore = fc.array(fc.option(fc.integer({ min: 0, max: 900 }).map((n) => n / 10), { nil: null }), { maxLength: 6 });

/** The rule as it is written, without a thought for speed. */
function ingenua(elenco: readonly Intervento[], lette: readonly (number | null)[]) {
  const dopo = (a: Intervento, b: Intervento) => `${a.data ?? ''}#${String(a.id).padStart(5, '0')}` > `${b.data ?? ''}#${String(b.id).padStart(5, '0')}`;
  const attuali = Math.max(0, ...lette.filter((n) => n !== null));
  return elenco
    .filter((i) => i.ore_scadenza !== null)
    .filter((i) => !elenco.some((altro) => altro.voce === i.voce && dopo(altro, i)))
    .map((i) => ({ intervento: i.id, manutenzione: i.voce, ore_scadenza: i.ore_scadenza, ore_attuali: attuali, scaduta: (i.ore_scadenza ?? 0) <= attuali }))
    .sort((a, b) => a.manutenzione.localeCompare(b.manutenzione));
}

const perVoce = (elenco: ReturnType<typeof scadenzeDi>) => elenco.toSorted((a, b) => a.manutenzione.localeCompare(b.manutenzione));

describe('per qualunque insieme di interventi', () => {
  it('dà quello che dà la regola come è scritta, in qualunque ordine li legga', () => {
    fc.assert(fc.property(interventi, ore, (elenco, lette) => {
      const calcolate = perVoce(scadenzeDi(elenco, lette));
      expect(calcolate.map(({ ore_mancanti, ...s }) => ({ ...s, scaduta: ore_mancanti <= 0 }))).toEqual(ingenua(elenco, lette));
      expect(perVoce(scadenzeDi(elenco.toReversed(), lette.toReversed()))).toEqual(calcolate);
    }));
  });

  it('bastano l\'ultimo intervento di ogni voce e la lettura più alta', () => {
    fc.assert(fc.property(interventi, ore, (elenco, lette) => {
      const ultimi = [...Map.groupBy(elenco, (i) => i.voce).values()].map((gruppo) =>
        gruppo.toSorted((a, b) => ((a.data ?? '') === (b.data ?? '') ? b.id - a.id : (a.data ?? '') < (b.data ?? '') ? 1 : -1))[0] as Intervento);
      const massima = lette.reduce<number | null>((max, n) => (n !== null && (max === null || n > max) ? n : max), null);
      expect(perVoce(scadenzeDi(ultimi, [massima]))).toEqual(perVoce(scadenzeDi(elenco, lette)));
    }));
  });
});
