import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays } from '../../core/dates.ts';
import { litresOf, type CurvePoint } from './litres.ts';
import { lastDay, quarterOf, type Quarter } from './quarter.ts';
import type { Reading } from './readings.ts';
import { totalOf } from './statement.ts';
import { computeRows, type MachineReadings } from './compute-rows.ts';

const Q2: Quarter = { anno: 2026, trimestre: 2 };
const MACHINE = { targa: null, tipologia: 'Perforatrice', accisa_ammessa: null, quota_accisa: null };
/** Consumption curve: 12 litres per hour at 1000 revolutions per minute, 30 at 2000. */
const CURVE: CurvePoint[] = [
  { giri: 1000, litri_ora: 12 },
  { giri: 2000, litri_ora: 30 },
];

let id = 0;
/** Creates a reading with hours and thousands of revolutions. */
const reading = (data: string, ore: number, k_giri: number, other: Partial<Reading> = {}): Reading => ({
  id: (id += 1),
  data,
  cantiere: 'C1',
  m_giri: null,
  k_giri,
  ore,
  minuti: null,
  ...other,
});
const recorded = (readings: Reading[], other: Partial<MachineReadings> = {}): MachineReadings => ({
  matricola: 'M1',
  readings,
  curve: CURVE,
  machine: MACHINE,
  ...other,
});
const rows = (readings: Reading[], other: Partial<MachineReadings> = {}, quarter = Q2) => computeRows([recorded(readings, other)], quarter);

describe('la dichiarazione delle accise', () => {
  it('conta ore e giri fra due letture e li porta in litri con la curva ai giri medi', () => {
    // ten hours at 1500 revolutions: half way between 12 and 30
    expect(rows([reading('2026-04-01', 100, 5000), reading('2026-04-06', 110, 5900)])).toEqual([
      {
        matricola: 'M1',
        cantiere: 'C1',
        ore_inizio: 100,
        ore_fine: 110,
        ore: 10,
        giri_inizio: 5_000_000,
        giri_fine: 5_900_000,
        giri: 900_000,
        litri: 210,
        ammessa: 1,
        motivo: 'Proposta: ammessa, senza targa.',
        lacune: ['Prima lettura il 2026-04-01: si conta da 100 ore e 5.000.000 giri.'],
      },
    ]);
  });

  it('minuti e milioni di giri sono parte dei contatori', () => {
    const [row] = rows([
      reading('2026-04-01', 1, 500, { m_giri: 2, minuti: 45 }),
      reading('2026-04-02', 2, 590, { m_giri: 2, minuti: 15, ore: 2 }),
    ]);
    expect(row).toMatchObject({ ore_inizio: 1.75, ore_fine: 2.25, ore: 0.5, giri_inizio: 2_500_000, giri: 90_000, litri: 15 });
  });

  it('fuori dai punti della curva i litri all’ora restano quelli del primo e dell’ultimo', () => {
    const at = (perMinute: number) => litresOf({ time: 600_000n, giri: BigInt(perMinute) * 6000n }, CURVE, 100);
    expect([at(0), at(500), at(1000), at(1250), at(2000), at(5000)]).toEqual([1200, 1200, 1200, 1650, 3000, 3000]);
  });

  it('una curva di un punto solo vale a ogni numero di giri; di due punti agli stessi giri vale il più basso', () => {
    const hour = { time: 6000n, giri: 90_000n };
    expect(litresOf(hour, [{ giri: 1000, litri_ora: 7 }], 100)).toBe(7);
    expect(
      litresOf(
        hour,
        [
          { giri: 1500, litri_ora: 9 },
          { giri: 1500, litri_ora: 8 },
        ],
        100,
      ),
    ).toBe(8);
    expect(litresOf(hour, [], 100)).toBeNull();
  });

  it('la quota dichiarata riduce i litri, e quella di zero li toglie', () => {
    const readings = [reading('2026-04-01', 0, 0), reading('2026-04-05', 10, 900)];
    const litres = (quota_accisa: number | null) => rows(readings, { machine: { ...MACHINE, quota_accisa } })[0]?.litri;
    expect([litres(null), litres(100), litres(33.33), litres(0)]).toEqual([210, 210, 70, 0]);
  });

  it('arrotonda mezzo litro per eccesso, una volta sola', () => {
    const one = [{ giri: 1000, litri_ora: 1 }];
    const half = (minutes: number) => litresOf({ time: BigInt(minutes) * 100n, giri: 0n }, one, 100);
    expect([half(29), half(30), half(89), half(90)]).toEqual([0, 1, 1, 2]);
  });

  it('un intervallo è del trimestre e del cantiere della lettura che lo chiude', () => {
    const readings = [
      reading('2026-03-28', 0, 0),
      reading('2026-04-02', 10, 900),
      reading('2026-04-05', 14, 1260, { cantiere: 'C2' }),
      reading('2026-04-08', 20, 1800),
      reading('2026-07-01', 30, 2700),
    ];
    expect(rows(readings).map(({ cantiere, ore, ore_inizio, ore_fine }) => [cantiere, ore_inizio, ore_fine, ore])).toEqual([
      ['C1', 0, 20, 16],
      ['C2', 10, 14, 4],
    ]);
    expect(rows(readings, {}, { anno: 2026, trimestre: 3 })).toMatchObject([{ ore: 10, lacune: [expect.stringContaining('84 giorni')] }]);
  });

  it('dice le lacune con date e cifre: la prima lettura, più di sette giorni, un contatore che scende', () => {
    const [row] = rows([
      reading('2026-04-01', 100, 5000),
      reading('2026-04-08', 110, 5900),
      reading('2026-04-16', 111, 5990),
      reading('2026-04-17', 4, 6000),
      reading('2026-04-18', 5, 10),
      reading('2026-04-19', 6, 100),
    ]);
    expect(row?.lacune).toEqual([
      'Prima lettura il 2026-04-01: si conta da 100 ore e 5.000.000 giri.',
      'Dal 2026-04-08 al 2026-04-16 nessuna lettura per 8 giorni.',
      'Dal 2026-04-16 al 2026-04-17 il contaore scende da 111 ore a 4 ore: non conta.',
      'Dal 2026-04-17 al 2026-04-18 il contagiri scende da 6.000.000 giri a 10.000 giri: non conta.',
    ]);
    expect(row).toMatchObject({ ore: 12, giri: 1_080_000 });
  });

  it('una lettura senza ore o senza giri non conta, e il conto continua da quella prima', () => {
    const [row] = rows([
      reading('2026-04-01', 100, 5000),
      reading('2026-04-03', 105, 5450, { ore: null }),
      reading('2026-04-04', 107, 0, { k_giri: null }),
      reading('2026-04-05', 110, 5900),
    ]);
    expect(row).toMatchObject({ ore: 10, giri: 900_000, litri: 210 });
    expect(row?.lacune.slice(1)).toEqual(['Lettura del 2026-04-03 senza ore: non conta.', 'Lettura del 2026-04-04 senza giri: non conta.']);
  });

  it('nomina le ore che nel tempo passato non ci stanno, e i giri senza ore', () => {
    const [row] = rows([reading('2026-04-01', 0, 0), reading('2026-04-02', 49, 4000), reading('2026-04-03', 49, 4010)]);
    expect(row?.lacune.slice(1)).toEqual([
      'Dal 2026-04-01 al 2026-04-02 49 ore, più delle 48 che sono passate: da controllare.',
      'Dal 2026-04-02 al 2026-04-03 10.000 giri senza ore: nessun consumo.',
    ]);
    expect(row?.ore).toBe(49);
  });

  it('senza curva i litri mancano e il motivo lo dice; i totali sommano le righe arrotondate', () => {
    const readings = [reading('2026-04-01', 0, 0), reading('2026-04-05', 10.5, 945)];
    const data = computeRows(
      [
        recorded(readings, { matricola: 'B' }),
        recorded(readings, { matricola: 'A', machine: { ...MACHINE, accisa_ammessa: 0 } }),
        recorded(readings, { matricola: 'C', curve: [] }),
      ],
      Q2,
    );
    expect(data.map(({ matricola, litri, ammessa }) => [matricola, litri, ammessa])).toEqual([
      ['A', 221, 0],
      ['B', 221, 1],
      ['C', null, 1],
    ]);
    expect(data[2]?.motivo).toMatch(/^Senza curva di consumo/);
    expect(totalOf(data)).toEqual({ litri: 442, litri_ammessi: 221 });
  });

  it('letture senza cantiere e macchine che non ci sono più non danno rimborso', () => {
    const readings = (cantiere: string | null) => [reading('2026-04-01', 0, 0, { cantiere }), reading('2026-04-05', 1, 90, { cantiere })];
    expect(rows(readings(null))).toMatchObject([{ cantiere: null, ammessa: 0, motivo: expect.stringContaining('senza cantiere') }]);
    expect(rows(readings('C1'), { machine: null, curve: [] })).toMatchObject([{ ammessa: 0, motivo: expect.stringContaining('registro') }]);
  });
});

/** Arbitrary of a machine's work between readings: days, minutes, revolutions per minute; counters only rise. */
const steps = fc.array(
  fc.record({
    days: fc.integer({ min: 0, max: 40 }),
    minutes: fc.integer({ min: 0, max: 5000 }),
    perMinute: fc.integer({ min: 0, max: 250 }),
    site: fc.constantFrom('C1', 'C2', null),
  }),
  { minLength: 1, maxLength: 20 },
);
type Step = { days: number; minutes: number; perMinute: number; site: string | null };

/** Returns the readings after each step; revolutions are multiples of ten, the resolution of the field. */
function walk(taken: readonly Step[]): Reading[] {
  let [day, minutes, giri] = ['2026-01-05', 60_000, 7_000_000];
  return [
    reading(day, 1000, 7000),
    ...taken.map((step) => {
      day = addDays(day, step.days);
      minutes += step.minutes;
      giri += step.minutes * step.perMinute * 10;
      return reading(day, Math.floor(minutes / 60), (giri % 1e6) / 1e3, {
        minuti: minutes % 60,
        m_giri: Math.floor(giri / 1e6),
        cantiere: step.site,
      });
    }),
  ];
}

const quartersOf = (readings: readonly Reading[]): Quarter[] => [
  ...new Map(readings.map(({ data }) => [lastDay(quarterOf(data)), quarterOf(data)])).values(),
];
const sum = (values: readonly number[]) => values.reduce((a, b) => a + b, 0);
const minutesOf = ({ ore, minuti }: Reading) => (ore ?? 0) * 60 + (minuti ?? 0);
const giriOf = ({ m_giri, k_giri }: Reading) => Math.round((m_giri ?? 0) * 1e6 + (k_giri ?? 0) * 1e3);
const STRAIGHT: CurvePoint[] = [
  { giri: 0, litri_ora: 3 },
  { giri: 10_000, litri_ora: 83 },
];

describe('la dichiarazione, qualunque siano le letture', () => {
  it('non dipende dall’ordine in cui arrivano', () =>
    fc.assert(
      fc.property(steps, fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })), (taken, random) => {
        const readings = walk(taken);
        const shuffled = readings.map((one) => ({ one, at: random.next().value })).sort((a, b) => a.at - b.at);
        for (const quarter of quartersOf(readings))
          expect(
            rows(
              shuffled.map(({ one }) => one),
              {},
              quarter,
            ),
          ).toEqual(rows(readings, {}, quarter));
      }),
    ));

  it('dà ai trimestri e ai cantieri, insieme, tutte le ore e tutti i giri dalla prima lettura all’ultima', () =>
    fc.assert(
      fc.property(steps, (taken) => {
        const readings = walk(taken);
        const all = quartersOf(readings).flatMap((quarter) => rows(readings, {}, quarter));
        const [first, last] = [readings[0]!, readings.at(-1)!];
        expect(sum(all.map(({ giri }) => giri))).toBe(giriOf(last) - giriOf(first));
        // each row is rounded to the hundredth of an hour
        const passed = (minutesOf(last) - minutesOf(first)) / 60;
        expect(Math.abs(sum(all.map(({ ore }) => ore)) - passed)).toBeLessThanOrEqual(all.length * 0.005 + 1e-9);
      }),
    ));

  it('con una curva dritta i litri delle righe sono, all’arrotondamento, quelli di tutto il tempo', () =>
    fc.assert(
      fc.property(steps, (taken) => {
        const readings = walk(taken);
        const all = quartersOf(readings).flatMap((quarter) => rows(readings, { curve: STRAIGHT }, quarter));
        const [first, last] = [readings[0]!, readings.at(-1)!];
        const whole = ((minutesOf(last) - minutesOf(first)) / 60) * 3 + (giriOf(last) - giriOf(first)) / 60 / 125;
        expect(Math.abs(sum(all.map(({ litri }) => litri ?? NaN)) - whole)).toBeLessThanOrEqual(all.length * 0.5 + 1e-6);
      }),
    ));

  it('una lettura in più in mezzo a un intervallo, con i giri in proporzione, non cambia niente', () =>
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 250 }),
        fc.integer({ min: 0, max: 3000 }),
        fc.integer({ min: 0, max: 3000 }),
        (perMinute, one, other) => {
          const step = (minutes: number): Step => ({ days: 2, minutes, perMinute, site: 'C1' });
          const [split, whole] = [walk([step(one), step(other)]), walk([step(one + other)])];
          const figures = (readings: Reading[]) => rows(readings, {}, { anno: 2026, trimestre: 1 }).map((row) => ({ ...row, lacune: [] }));
          expect(figures(split)).toEqual(figures(whole));
        },
      ),
    ));

  it('i litri non superano mai quelli dell’ora più cara della curva, e non sono mai meno di zero', () =>
    fc.assert(
      fc.property(steps, (taken) => {
        const readings = walk(taken);
        for (const quarter of quartersOf(readings))
          for (const { litri, ore } of rows(readings, {}, quarter)) {
            expect(litri).toBeGreaterThanOrEqual(0);
            expect(litri).toBeLessThanOrEqual((ore + 0.005) * 30 + 0.5);
          }
      }),
    ));
});
