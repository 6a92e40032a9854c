import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { componenteOf } from '#contracts/modules/componenti.ts';
import { addMonths } from '#contracts/modules/scadenze/due-date.ts';
import { deadlinesOf, type Machine, type PlanRow, type Work } from './plan.ts';

const row = (values: Partial<PlanRow> = {}): PlanRow => ({
  id: 1,
  componente: 'filtro_olio',
  ogni_ore: null,
  ogni_mesi: null,
  dal: '2026-01-31',
  ...values,
});
const work = (values: Partial<Work> = {}): Work => ({
  id: 1,
  data: '2026-03-31',
  voce: 'Filtro Olio',
  ore_scadenza: null,
  ore: 1200,
  lavoro: true,
  ...values,
});
const of = (machine: Partial<Machine>) => deadlinesOf({ works: [], plan: [], first: 1000, current: 1500, ...machine });
const told = (machine: Partial<Machine>) => of(machine).map((d) => [d.manutenzione, d.origine, d.ore_scadenza, d.scadenza, d.ore_mancanti]);

describe('Una riga del piano', () => {
  it('mai eseguita conta le ore dalla prima lettura e i mesi da quando è scritta', () => {
    expect(told({ plan: [row({ ogni_ore: 500, ogni_mesi: 1 })] })).toEqual([['Filtro olio', 'piano', 1500, '2026-02-28', 0]]);
    expect(of({ plan: [row({ ogni_ore: 400.5 })] })).toEqual([
      {
        manutenzione: 'Filtro olio',
        voce: 'filtro_olio',
        origine: 'piano',
        ore_scadenza: 1400.5,
        scadenza: null,
        ore_attuali: 1500,
        ore_mancanti: -99.5,
        intervento: null,
      },
    ]);
  });

  it('riparte dall’ultimo intervento che la nomina, di ore e di mesi', () => {
    const plan = [row({ ogni_ore: 500, ogni_mesi: 6 })];
    expect(told({ plan, works: [work()] })).toEqual([['Filtro olio', 'piano', 1700, '2026-09-30', 200]]);
    const works = [
      work(),
      work({ id: 2, data: '2026-04-01', voce: 'Filtro Motore', ore: 1300 }),
      work({ id: 3, voce: 'Batterie', ore: 1499 }),
    ];
    expect(told({ plan, works })).toEqual([['Filtro olio', 'piano', 1800, '2026-10-01', 300]]);
    expect(of({ plan, works })[0]?.intervento).toBe(2);
  });

  it('senza ore e senza mesi non dice nulla; senza letture tace delle ore; senza le ore dell’intervento restano i mesi', () => {
    expect(of({ plan: [row()] })).toEqual([]);
    expect(of({ plan: [row({ ogni_ore: 500 })], first: null, current: null })).toEqual([]);
    expect(of({ plan: [row({ ogni_ore: 500 })], works: [work({ ore: null })] })).toEqual([]);
    expect(told({ plan: [row({ ogni_ore: 500, ogni_mesi: 6 })], works: [work({ ore: null })] })).toEqual([
      ['Filtro olio', 'piano', null, '2026-09-30', null],
    ]);
  });

  it('non riparte con una lettura delle ore', () => {
    const plan = [row({ ogni_ore: 500 })];
    expect(told({ plan, works: [work({ lavoro: false, ore: 1490 })] })).toEqual([['Filtro olio', 'piano', 1500, null, 0]]);
  });

  it('cede alla cifra dell’ultimo intervento, e i suoi mesi restano', () => {
    const works = [work({ ore_scadenza: 1900 })];
    expect(told({ plan: [row({ ogni_ore: 500 })], works })).toEqual([['Filtro Olio', 'intervento', 1900, null, 400]]);
    expect(told({ plan: [row({ ogni_ore: 500, ogni_mesi: 6 })], works })).toEqual([['Filtro Olio', 'intervento', 1900, '2026-09-30', 400]]);
    const later = [...works, work({ id: 2, voce: 'Filtro Motore', data: '2026-05-01', ore: 1450 })];
    expect(told({ plan: [row({ ogni_ore: 500 })], works: later })).toEqual([['Filtro olio', 'piano', 1950, null, 450]]);
  });

  it('lascia com’erano le voci che non nomina, e le macchine senza piano', () => {
    const works = [work({ voce: 'Batterie', ore_scadenza: 1600 }), work({ id: 2, voce: 'Olio Motore', ore_scadenza: 1700 })];
    expect(told({ plan: [row({ ogni_ore: 500 })], works })).toEqual([
      ['Batterie', 'intervento', 1600, null, 100],
      ['Olio Motore', 'intervento', 1700, null, 200],
      ['Filtro olio', 'piano', 1500, null, 0],
    ]);
    expect(told({ works: [work({ ore_scadenza: 1600 })], plan: [row()] })).toEqual([['Filtro Olio', 'intervento', 1600, null, 100]]);
  });

  it('scritta due volte conta la prima', () => {
    expect(told({ plan: [row({ id: 7, ogni_ore: 100 }), row({ id: 3, ogni_ore: 900 })] })).toEqual([
      ['Filtro olio', 'piano', 1900, null, 400],
    ]);
  });
});

const hours = fc.option(
  fc.integer({ min: 0, max: 9000 }).map((n) => n / 10),
  { nil: null },
);
const days = fc.constantFrom(null, '2026-01-01', '2026-01-31', '2026-02-01');
const works = fc.uniqueArray(
  fc.record({
    id: fc.integer({ min: 1, max: 30 }),
    data: days,
    voce: fc.constantFrom('Filtro Olio', 'filtro motore', 'Antigelo', 'Batterie'),
    ore_scadenza: hours,
    ore: hours,
    lavoro: fc.boolean(),
  }),
  { selector: ({ id }) => id, maxLength: 15 },
);
const plan = fc.uniqueArray(
  fc.record({
    id: fc.integer({ min: 1, max: 5 }),
    componente: fc.constantFrom('filtro_olio' as const, 'antigelo' as const),
    ogni_ore: fc.option(fc.integer({ min: 1, max: 500 }), { nil: null }),
    ogni_mesi: fc.option(fc.integer({ min: 1, max: 30 }), { nil: null }),
    dal: days,
  }),
  { selector: ({ componente }) => componente },
);

/** Computes the due date of each planned component with the plain rule, as a reference for the fast implementation. */
function naive(list: readonly Work[], rows: readonly PlanRow[], first: number | null) {
  const sorted = [...list].sort((a, b) => (a.data ?? '').localeCompare(b.data ?? '') || a.id - b.id);
  return rows.flatMap(({ componente, ogni_ore, ogni_mesi, dal }) => {
    if (ogni_ore === null && ogni_mesi === null) return [];
    const all = sorted.filter(({ voce }) => componenteOf(voce) === componente);
    const done = all.filter(({ lavoro }) => lavoro).at(-1);
    const own = all.at(-1)?.ore_scadenza ?? done?.ore_scadenza ?? null;
    const from = done ? done.ore : first;
    const byPlan = ogni_ore !== null && from !== null ? Math.round((from + ogni_ore) * 100) / 100 : null;
    const since = done?.data ?? dal;
    const ore = own ?? byPlan;
    const day = ogni_mesi !== null && since !== null ? addMonths(since, ogni_mesi) : null;
    return ore === null && day === null ? [] : [`${componente} ${ore} ${day}`];
  });
}

describe('Per qualunque piano e qualunque insieme di interventi', () => {
  it('dà quello che dà la regola come è scritta, in qualunque ordine li legga', () => {
    fc.assert(
      fc.property(works, plan, hours, hours, (list, rows, first, current) => {
        const found = deadlinesOf({ works: list, plan: rows, first, current });
        const planned = new Set<string>(rows.filter((r) => r.ogni_ore !== null || r.ogni_mesi !== null).map((r) => r.componente));
        const ofPlan = found.filter(({ voce }) => planned.has(voce));
        expect(ofPlan.map((d) => `${d.voce} ${d.ore_scadenza} ${d.scadenza}`).sort()).toEqual(naive(list, rows, first).sort());
        for (const d of found)
          expect(d.ore_mancanti).toBe(d.ore_scadenza === null ? null : Math.round((d.ore_scadenza - (current ?? 0)) * 100) / 100);
        // a row for each item
        expect(new Set(found.map((d) => d.manutenzione)).size).toBe(found.length);
        const turned = deadlinesOf({ works: list.toReversed(), plan: rows.toReversed(), first, current });
        expect(new Set(turned.map((d) => JSON.stringify(d)))).toEqual(new Set(found.map((d) => JSON.stringify(d))));
      }),
    );
  });

  it('bastano, di ogni voce, l’ultimo intervento e l’ultima lettura', () => {
    fc.assert(
      fc.property(works, plan, hours, hours, (list, rows, first, current) => {
        const last = [...Map.groupBy(list, ({ voce, lavoro }) => `${voce}/${lavoro}`).values()].map(
          (group) => group.toSorted((a, b) => (a.data ?? '').localeCompare(b.data ?? '') || a.id - b.id).at(-1) as Work,
        );
        const sorted = (these: readonly Work[]) =>
          deadlinesOf({ works: these, plan: rows, first, current }).toSorted((a, b) => a.manutenzione.localeCompare(b.manutenzione));
        expect(sorted(last)).toEqual(sorted(list));
      }),
    );
  });

  it('un intervento nuovo che la nomina, con le sue ore e senza cifra, la fa ripartire', () => {
    fc.assert(
      fc.property(works, fc.integer({ min: 1, max: 500 }), fc.integer({ min: 1, max: 30 }), (list, hours, months) => {
        const done = work({ id: 99, data: '2026-06-30', ore: 5000 });
        const found = of({ works: [...list, done], plan: [row({ ogni_ore: hours, ogni_mesi: months })], current: 5000 }).find(
          (d) => d.voce === 'filtro_olio',
        );
        expect(found).toMatchObject({ ore_mancanti: hours, scadenza: addMonths('2026-06-30', months), intervento: 99 });
      }),
    );
  });
});
