import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scadenzeOf, entriesOf, GENERIC_ENTRY, type Intervento } from './formula.ts';

const intervento = (id: number, data: string | null, entry: string, ore_scadenza: number | null): Intervento => ({
  id,
  data,
  voce: entry,
  ore_scadenza,
});

describe('le voci di una manutenzione', () => {
  it('sono separate da virgole, senza vuoti e senza doppi', () => {
    expect(entriesOf('Filtro Gasolio, Cambio Olio Motore', null)).toEqual(['Filtro Gasolio', 'Cambio Olio Motore']);
    expect(entriesOf(' A ,, A,B ', 5)).toEqual(['A', 'B']);
  });

  it('mancano in una lettura delle ore; una scadenza senza voci vale per la manutenzione in genere', () => {
    expect(entriesOf(null, null)).toEqual([]);
    expect(entriesOf('  ', null)).toEqual([]);
    expect(entriesOf(null, 500)).toEqual([GENERIC_ENTRY]);
  });
});

describe('le scadenze di una macchina', () => {
  it('la manutenzione è scaduta quando le ore raggiungono la cifra', () => {
    const [before] = scadenzeOf([intervento(1, '2026-01-01', 'A', 500)], [499.5]);
    const [after] = scadenzeOf([intervento(1, '2026-01-01', 'A', 500)], [499.5, null, 500]);
    expect(before?.ore_mancanti).toBe(0.5);
    expect(after).toEqual({ intervento: 1, manutenzione: 'A', ore_scadenza: 500, ore_attuali: 500, ore_mancanti: 0 });
  });

  it("conta l'ultimo intervento della voce: quello dopo, senza cifra, la salda", () => {
    expect(scadenzeOf([intervento(1, '2026-01-01', 'A', 500), intervento(2, '2026-02-01', 'A', null)], [900])).toEqual([]);
    expect(scadenzeOf([intervento(2, '2026-01-01', 'A', null), intervento(1, '2026-02-01', 'A', 500)], [900])).toMatchObject([
      { intervento: 1 },
    ]);
    expect(scadenzeOf([intervento(1, '2026-01-01', 'A', 500), intervento(2, '2026-01-01', 'A', 800)], [900])).toMatchObject([
      { ore_scadenza: 800 },
    ]);
  });

  it("una voce non salda l'altra", () => {
    expect(scadenzeOf([intervento(1, '2026-01-01', 'A', 500), intervento(2, '2026-02-01', 'B', null)], [900])).toMatchObject([
      { manutenzione: 'A' },
    ]);
  });

  it('senza data un intervento è il più vecchio; senza letture le ore sono zero', () => {
    expect(scadenzeOf([intervento(9, null, 'A', 100), intervento(1, '2020-01-01', 'A', 200)], [])).toMatchObject([
      { ore_scadenza: 200, ore_attuali: 0, ore_mancanti: 200 },
    ]);
  });
});

const interventi = fc.uniqueArray(
  fc.record({
    id: fc.integer({ min: 1, max: 40 }),
    data: fc.constantFrom(null, '2026-01-01', '2026-01-02', '2026-02-01'),
    voce: fc.constantFrom('A', 'B', 'C'),
    ore_scadenza: fc.option(
      fc.integer({ min: 0, max: 900 }).map((n) => n / 10),
      { nil: null },
    ),
  }),
  { selector: (i) => `${i.id}/${i.voce}`, maxLength: 25 },
);
const ore = fc.array(
  fc.option(
    fc.integer({ min: 0, max: 900 }).map((n) => n / 10),
    { nil: null },
  ),
  { maxLength: 6 },
);

/** Computes the deadlines with the plain rule, as a reference for the fast implementation. */
function naive(list: readonly Intervento[], read: readonly (number | null)[]) {
  const after = (a: Intervento, b: Intervento) =>
    `${a.data ?? ''}#${String(a.id).padStart(5, '0')}` > `${b.data ?? ''}#${String(b.id).padStart(5, '0')}`;
  const current = Math.max(0, ...read.filter((n) => n !== null));
  return list
    .filter((i) => i.ore_scadenza !== null)
    .filter((i) => !list.some((other) => other.voce === i.voce && after(other, i)))
    .map((i) => ({
      intervento: i.id,
      manutenzione: i.voce,
      ore_scadenza: i.ore_scadenza,
      ore_attuali: current,
      scaduta: (i.ore_scadenza ?? 0) <= current,
    }))
    .sort((a, b) => a.manutenzione.localeCompare(b.manutenzione));
}

const forEntry = (list: ReturnType<typeof scadenzeOf>) => list.toSorted((a, b) => a.manutenzione.localeCompare(b.manutenzione));

describe('per qualunque insieme di interventi', () => {
  it('dà quello che dà la regola come è scritta, in qualunque ordine li legga', () => {
    fc.assert(
      fc.property(interventi, ore, (list, read) => {
        const computed = forEntry(scadenzeOf(list, read));
        expect(computed.map(({ ore_mancanti, ...s }) => ({ ...s, scaduta: ore_mancanti <= 0 }))).toEqual(naive(list, read));
        expect(forEntry(scadenzeOf(list.toReversed(), read.toReversed()))).toEqual(computed);
      }),
    );
  });

  it("bastano l'ultimo intervento di ogni voce e la lettura più alta", () => {
    fc.assert(
      fc.property(interventi, ore, (list, read) => {
        const last = [...Map.groupBy(list, (i) => i.voce).values()].map(
          (gruppo) =>
            gruppo.toSorted((a, b) =>
              (a.data ?? '') === (b.data ?? '') ? b.id - a.id : (a.data ?? '') < (b.data ?? '') ? 1 : -1,
            )[0] as Intervento,
        );
        const max = read.reduce<number | null>((max, n) => (n !== null && (max === null || n > max) ? n : max), null);
        expect(forEntry(scadenzeOf(last, [max]))).toEqual(forEntry(scadenzeOf(list, read)));
      }),
    );
  });
});
