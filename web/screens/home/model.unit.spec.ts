import { describe, expect, it } from 'vitest';
import type { Period } from '#contracts/core/period.ts';
import type { VoceGiorno, LegendItem } from '#contracts/modules/analisi.ts';
import { cardRows } from './card-rows.ts';
import { colorOf, distinctColors, machineColors, tintName, tints } from './colors.ts';
import { dailyTable } from './daily-table.ts';
import { drawnBars, pathsOf } from './drawing.ts';
import { axisText, figureText } from './figures.ts';
import { byBar, byWorkItem } from './FiguresTable.tsx';
import {
  dailyCharts,
  dateCharts,
  equipmentChart,
  ghostChart,
  machinesChart,
  notesOf,
  operatorsChart,
  sitesChart,
  totalOf,
  unitsOf,
  valueChart,
} from './model.ts';
import { siteOptions, wbsOptions, workItemOptions } from './filter-options.ts';

const LEGEND: LegendItem[] = [
  { lavorazione: 'DIAFRAMMI', um: 'mq', colore: '#2C6E8C' },
  { lavorazione: 'PALI', um: 'ml', colore: '#123456' },
  { lavorazione: 'TIRANTI', um: 'ml', colore: null },
];
const PERIOD = { dal: '2026-11-02', al: '2026-11-04' };
const voice = (lavorazione: string | null, quantita: number, other: Partial<VoceGiorno> = {}): VoceGiorno => ({
  lavorazione,
  quantita,
  commessa: '0001',
  wbs: null,
  note: null,
  colore: null,
  committente: 'Rossi',
  via: 'via Po',
  ...other,
});
const day = (date: string, ...voices: VoceGiorno[]) => ({ date, lavorazioni: JSON.stringify(voices) });
const DAYS = [
  day('2026-11-02', voice('PALI', 10.1, { wbs: 'W1', note: 'bene' }), voice('PALI', 0.2), voice('DIAFRAMMI', 99)),
  day('2026-11-04', voice('TIRANTI', 5, { commessa: '0002' }), voice(null, 0, { note: 'pioggia' })),
];
const quantities = (...rows: [string, number][]) =>
  JSON.stringify(rows.map(([lavorazione, quantita]) => ({ lavorazione, quantita, colore: null })));

describe('il grafico giornaliero', () => {
  it('ha una barra per ogni giorno del periodo e le lavorazioni di una sola unità', () => {
    const [chart] = dailyCharts(DAYS, LEGEND, {}, PERIOD);
    expect(chart.unit).toBe('ml');
    const colors = distinctColors(LEGEND);
    expect(chart.series).toEqual(['PALI', 'TIRANTI'].map((name) => ({ name, color: colors.get(name) })));
    expect(chart.bars.map(({ label, title, values }) => [label, title, values])).toEqual([
      ['lun 2', 'lunedì 2026-11-02', [10.3, 0]],
      ['mar 3', 'martedì 2026-11-03', [0, 0]],
      ['mer 4', 'mercoledì 2026-11-04', [0, 5]],
    ]);
  });

  it('segue i suoi filtri', () => {
    const sums = (filters: object) => dailyCharts(DAYS, LEGEND, filters as never, PERIOD)[0].bars.map((bar) => totalOf(bar));
    expect(sums({ lav: ['DIAFRAMMI'] })).toEqual([99, 0, 0]);
    expect(sums({ lav: ['PALI'] })).toEqual([10.3, 0, 0]);
    expect(sums({ can: ['0002'] })).toEqual([0, 0, 5]);
    expect(sums({ wbs: ['W1'] })).toEqual([10.1, 0, 0]);
  });

  it('di un periodo lungo somma per settimana o per mese, anche dove non c’è nulla, e lo dice', () => {
    const bars = (dal: string, al: string) => {
      const [chart] = dailyCharts(DAYS, LEGEND, {}, { dal, al });
      return [chart.per, chart.bars.length, ...chart.bars.flatMap((bar) => (totalOf(bar) > 0 ? [[bar.label, totalOf(bar)]] : []))];
    };
    expect(bars('2026-09-01', '2026-11-30')).toEqual(['a settimana', 14, ['2 nov', 15.3]]);
    expect(bars('2026-01-01', '2026-12-31')).toEqual(['al mese', 12, ['nov', 15.3]]);
    expect(bars('2025-12-01', '2026-11-30').at(-1)).toEqual(['nov 26', 15.3]);
  });

  it('dietro sta il periodo prima, passo per passo, nella stessa unità', () => {
    const rows = [
      day('2026-10-01', voice('PALI', 3), voice('DIAFRAMMI', 50)),
      day('2026-10-31', voice('TIRANTI', 7, { commessa: '0002' })),
    ];
    const november = { dal: '2026-11-01', al: '2026-11-30' };
    const [chart] = dailyCharts(DAYS, LEGEND, {}, november);
    const totals = (filters: Record<string, string[]>) =>
      ghostChart({ perDay: rows, legend: LEGEND }, filters, november, chart)?.bars.map((bar) => totalOf(bar));
    // October has a day more: no bar of November stands before it
    expect(totals({})).toEqual([3, ...Array<number>(29).fill(0)]);
    expect(totals({ can: ['0001'] })?.[0]).toBe(3);
    expect(ghostChart({ perDay: [], legend: [] }, {}, november, chart)).toBeUndefined();
    expect(
      drawnBars(chart, new Set(), { name: 'ottobre', totals: [3] })
        .slice(0, 2)
        .map(({ before }) => before),
    ).toEqual([3, 0]);
  });

  it('dietro a una settimana ci sono altrettanti giorni, dietro a un mese il suo', () => {
    const behind = (period: Period, ...days: string[]) => {
      const [chart] = dailyCharts([day(period.dal, voice('PALI', 1))], LEGEND, {}, period);
      const rows = days.map((date) => day(date, voice('PALI', 3)));
      return ghostChart({ perDay: rows, legend: LEGEND }, {}, period, chart)?.bars.map((bar) => totalOf(bar));
    };
    // the first bar is the 1st and the 2nd of August, whatever weekday the 1st of May was
    const quarter = behind({ dal: '2026-08-01', al: '2026-10-31' }, '2026-05-02', '2026-05-03');
    expect(quarter?.slice(0, 3)).toEqual([3, 3, 0]);
    expect(quarter).toHaveLength(14);
    expect(behind({ dal: '2028-01-01', al: '2028-12-31' }, '2027-02-28', '2027-03-01', '2027-12-31')).toEqual([
      0,
      3,
      3,
      ...Array<number>(8).fill(0),
      3,
    ]);
  });

  it('la tabella e il foglio restano per data, anche quando il grafico è per mese', () => {
    const table = byWorkItem(dateCharts(DAYS, LEGEND, {}));
    expect(table).toEqual(byWorkItem(dailyCharts(DAYS, LEGEND, {}, PERIOD)));
    expect(byWorkItem(dateCharts([], LEGEND, {}))).toEqual({ columns: [], rows: [] });
  });

  it("l'unità è quella scelta, altrimenti la più usata, a pari uso quella con più quantità", () => {
    const groups = [
      {
        entries: [
          { lavorazione: 'PALI', quantita: 1 },
          { lavorazione: 'DIAFRAMMI', quantita: 2 },
        ],
      },
    ];
    expect(unitsOf(groups, LEGEND)).toEqual(['mq', 'ml']);
    expect(unitsOf(groups, LEGEND, ['TIRANTI'])).toEqual(['ml']);
    expect(unitsOf([], LEGEND)).toEqual([]);
  });

  it('le note vanno dalla più recente, del fermo anche', () => {
    expect(notesOf(DAYS, {}).map(({ data, lavorazione, note }) => [data, lavorazione, note])).toEqual([
      ['2026-11-04', 'Fermo', 'pioggia'],
      ['2026-11-02', 'PALI', 'bene'],
    ]);
    expect(notesOf(DAYS, { lav: ['PALI'] })).toHaveLength(1);
  });

  it('diventa la tabella delle lavorazioni per data, di ogni unità, e il foglio con le stesse cifre', () => {
    const charts = dailyCharts(DAYS, LEGEND, {}, PERIOD);
    const figures = byWorkItem(charts);
    expect(figures).toMatchObject({
      columns: ['2026-11-02', '2026-11-04'],
      rows: [
        { name: 'PALI', values: [10.3, 0], total: 10.3, unit: 'ml' },
        { name: 'TIRANTI', values: [0, 5], total: 5, unit: 'ml' },
        { name: 'DIAFRAMMI', values: [99, 0], total: 99, unit: 'mq' },
      ],
    });
    const sheet = dailyTable(figures);
    expect(sheet.columns.map(({ label }) => label)).toEqual(['Lavorazione', 'UM', '2026-11-02', '2026-11-04', 'Totale']);
    expect(sheet.rows).toEqual([
      ['PALI', 'ml', 10.3, null, 10.3],
      ['TIRANTI', 'ml', null, 5, 5],
      ['DIAFRAMMI', 'mq', 99, null, 99],
    ]);
  });

  it('nella tabella di chi ha scelto una lavorazione c’è quella sola, nei suoi giorni', () => {
    expect(byWorkItem(dailyCharts(DAYS, LEGEND, { lav: ['DIAFRAMMI'] }, PERIOD))).toMatchObject({
      columns: ['2026-11-02'],
      rows: [{ name: 'DIAFRAMMI', total: 99, unit: 'mq' }],
    });
    expect(byWorkItem(dailyCharts([], LEGEND, {}, PERIOD))).toEqual({ columns: [], rows: [] });
  });

  it('un giorno con sole lavorazioni di un’altra unità è nella tabella', () => {
    const days = [...DAYS, day('2026-11-03', voice('DIAFRAMMI', 1))];
    expect(byWorkItem(dailyCharts(days, LEGEND, {}, PERIOD)).columns).toEqual(['2026-11-02', '2026-11-03', '2026-11-04']);
  });

  it('una riga per barra, dove la tabella è del grafico', () => {
    expect(byBar(dailyCharts(DAYS, LEGEND, {}, PERIOD)[0]).rows.map(({ name, total, unit }) => [name, total, unit])).toEqual([
      ['2026-11-02', 10.3, 'ml'],
      ['2026-11-04', 5, 'ml'],
    ]);
  });
});

describe('gli altri grafici', () => {
  it("l'attrezzatura per giorno mostra un'unità alla volta: quantità di unità diverse non si sommano", () => {
    const rows = [
      {
        date: '2026-11-02',
        attrezzatura: 'A1',
        descrizione: 'Sonda',
        somma: 33,
        lavorazioni: quantities(['PALI', 1.1], ['TIRANTI', 1.9], ['DIAFRAMMI', 30]),
      },
      { date: '2026-11-02', attrezzatura: null, descrizione: null, somma: 1, lavorazioni: quantities(['PALI', 1]) },
      { date: '2026-11-03', attrezzatura: 'B2', descrizione: null, somma: 7, lavorazioni: quantities(['DIAFRAMMI', 7]) },
    ];
    const { chart, units } = equipmentChart(rows, LEGEND, {}, PERIOD);
    expect([units, chart.unit, chart.series.map(({ name }) => name), chart.bars.map(({ values }) => values)]).toEqual([
      ['ml', 'mq'],
      'ml',
      ['A1 Sonda', 'Non indicata'],
      [
        [3, 1],
        [0, 0],
        [0, 0],
      ],
    ]);
    const other = equipmentChart(rows, LEGEND, { um: ['mq'] }, PERIOD).chart;
    expect([other.unit, other.series.map(({ name }) => name), other.bars.map(({ values }) => values)]).toEqual([
      'mq',
      ['A1 Sonda', 'B2'],
      [
        [30, 0],
        [0, 7],
        [0, 0],
      ],
    ]);
    // a unit that the period does not have is no reason for an empty chart
    expect(equipmentChart(rows, LEGEND, { um: ['kg'] }, PERIOD).chart.unit).toBe('ml');
  });

  it('per commessa, attrezzatura e operatore la barra più lunga viene prima e quelle vuote non ci sono', () => {
    const rows = (key: string) => [
      { [key]: 'uno', committente: 'Rossi', via: null, descrizione: 'Sonda', lavorazioni: quantities(['PALI', 1]) },
      { [key]: 'due', committente: null, via: null, descrizione: null, lavorazioni: quantities(['PALI', 2], ['TIRANTI', 3]) },
      { [key]: null, committente: null, via: null, descrizione: null, lavorazioni: quantities(['DIAFRAMMI', 9]) },
    ];
    const labels = (chart: { bars: readonly { label: string }[] }) => chart.bars.map(({ label }) => label);
    expect(labels(sitesChart(rows('cantieri') as never, LEGEND, {}))).toEqual(['due', 'uno']);
    expect(labels(sitesChart(rows('cantieri') as never, LEGEND, { can: ['uno'] }))).toEqual(['uno']);
    expect(labels(machinesChart(rows('attrezzatura') as never, LEGEND, { lav: ['DIAFRAMMI'] }))).toEqual(['Non indicata']);
    expect(labels(operatorsChart(rows('operatore') as never, LEGEND, { oper: ['due'] }))).toEqual(['due']);
  });

  it('la produzione è in euro, ogni lavorazione nel suo colore, dei cantieri scelti', () => {
    const rows = [
      {
        lavorazione: 'PALI',
        colore: '#123456',
        lavorazioni: JSON.stringify([
          { commessa: '0001', produzione: 10.01 },
          { commessa: '0002', produzione: 5 },
        ]),
      },
      { lavorazione: 'TIRANTI', colore: null, lavorazioni: JSON.stringify([{ commessa: '0002', produzione: 99 }]) },
    ];
    const chart = valueChart(rows, LEGEND, {});
    expect(chart.bars.map((bar) => [bar.label, totalOf(bar)])).toEqual([
      ['TIRANTI', 99],
      ['PALI', 15.01],
    ]);
    expect(chart.series.map(({ color }) => color)).toEqual(['18 52 86', distinctColors(LEGEND).get('TIRANTI')]);
    expect(valueChart(rows, LEGEND, { can: ['0001'] }).bars.map((bar) => totalOf(bar))).toEqual([10.01]);
  });

  it('i filtri offrono ciò che il periodo ha', () => {
    expect(workItemOptions(LEGEND).map(({ value, group }) => [value, group])).toEqual([
      ['PALI', 'ml'],
      ['TIRANTI', 'ml'],
      ['DIAFRAMMI', 'mq'],
    ]);
    expect(siteOptions([{ cantieri: '0001', committente: 'Rossi', via: 'via Po', lavorazioni: '[]' }])).toEqual([
      { value: '0001', label: '0001', detail: 'Rossi, via Po' },
    ]);
    expect(wbsOptions(DAYS)).toEqual([{ value: 'W1', label: 'W1' }]);
  });
});

describe('il disegno', () => {
  it('il colore della lavorazione vince; uno della tavolozza segue il buio', () => {
    expect([colorOf('#123456', 0), colorOf('#2c6e8c', 5), colorOf(null, 11)]).toEqual(['18 52 86', 'var(--serie-1)', 'var(--serie-2)']);
    expect(tints(['1 2 3'])).toEqual({ '--tinta-1': '1 2 3' });
    expect(tintName(24)).toBe('tinta-1');
  });

  it('due lavorazioni non hanno mai lo stesso colore, e il proprio resta a chi lo ha', () => {
    const item = (lavorazione: string, colore: string | null = null) => ({ lavorazione, colore });
    const some = distinctColors([item('B', '#2C6E8C'), item('A', '#2c6e8c'), item('C', '#123456'), item('D')]);
    expect([some.get('A'), some.get('C')]).toEqual(['var(--serie-1)', '18 52 86']);
    expect(new Set(some.values()).size).toBe(4);
    const many = distinctColors(Array.from({ length: 30 }, (_, i) => item(`L${i}`)));
    expect(new Set(many.values()).size).toBe(30);
    for (const count of [2, 4, 10]) expect(new Set(machineColors(count)).size).toBe(count);
  });

  it('una lavorazione senza colore ha lo stesso in ogni periodo, con chiunque stia', () => {
    const alone = distinctColors([{ lavorazione: 'TIRANTI', colore: null }]).get('TIRANTI');
    const taken = distinctColors(LEGEND).get('TIRANTI');
    const withOthers = distinctColors([...LEGEND, { lavorazione: 'ZEPPE', colore: '#123457' }]).get('TIRANTI');
    expect([alone, withOthers]).toEqual([taken, taken]);
  });

  it('nelle schede le lavorazioni di una unità stanno insieme, la maggiore in euro prima', () => {
    const row = (lavorazione: string | null, value = 1) => ({ lavorazione, value, produzione: 0, colore: null });
    const share = [row('DIAFRAMMI', 50), row('PALI', 10), row('TIRANTI', 90)];
    const names = cardRows([row('DIAFRAMMI'), row('PALI'), row('TIRANTI'), row(null)], { share, legend: LEGEND });
    expect(names.map(({ lavorazione }) => lavorazione)).toEqual(['TIRANTI', 'PALI', 'DIAFRAMMI', null]);
  });

  const chart = {
    series: [
      { name: 'a.b', color: 'rosso' },
      { name: 'c', color: 'blu' },
      { name: 'd', color: 'rosso' },
      { name: 'e', color: 'verde' },
    ],
    bars: [{ id: 'x', label: 'X', values: [1, 2, 5, 0] }],
    unit: 'ml',
  };

  it('lascia fuori le serie spente e quelle senza nulla, il totale è di ciò che resta', () => {
    expect(drawnBars(chart, new Set([0]))).toEqual([
      {
        id: 'x',
        label: 'X',
        total: 7,
        parts: [
          { color: 'blu', from: 0, to: 2 },
          { color: 'rosso', from: 2, to: 7 },
        ],
      },
    ]);
    expect(drawnBars(chart, new Set([0, 1, 2]))).toEqual([{ id: 'x', label: 'X', total: 0, parts: [] }]);
    expect(totalOf({ id: 'x', label: 'x', values: [0.1, 0.2] })).toBe(0.3);
    expect(totalOf({ id: 'x', label: 'x', values: [1, 2] }, new Set([0]))).toBe(2);
  });

  it('di una barra fa un tracciato per colore, ogni serie al suo posto, tonda solo in cima', () => {
    const [bar] = drawnBars(chart, new Set());
    const box = { x: 10, y: 100, width: 20, height: 80 };
    // 10 px each unit: 1, then 2, then 5; a pixel apart
    expect(pathsOf(bar!, box, false)).toEqual([
      ['rosso', 'M10 180v-9h20v9zM10 150v-48a2 2 0 0 1 2 -2h16a2 2 0 0 1 2 2v48z'],
      ['blu', 'M10 170v-19h20v19z'],
    ]);
    expect(pathsOf(bar!, { ...box, width: 80, height: 20 }, true)).toEqual([
      ['rosso', 'M10 100h9v20h-9zM40 100h48a2 2 0 0 1 2 2v16a2 2 0 0 1 -2 2h-48z'],
      ['blu', 'M20 100h19v20h-19z'],
    ]);
    expect(pathsOf({ parts: [] }, box, false)).toEqual([]);
  });

  it('centinaia di serie sono tanti tracciati quanti i colori, e nessuna sparisce', () => {
    const series = Array.from({ length: 400 }, (_, i) => ({ name: `B${i}`, color: `tinta ${i % 8}` }));
    const [bar] = drawnBars({ series, bars: [{ id: 'x', label: 'x', values: series.map(() => 1) }], unit: 'ml' }, new Set());
    const paths = pathsOf(bar!, { x: 0, y: 0, width: 20, height: 200 }, false);
    expect(paths).toHaveLength(8);
    expect(paths.map(([, path]) => path.match(/M/g)?.length)).toEqual(Array(8).fill(50));
  });

  it('le cifre sono esatte, gli assi tondi', () => {
    expect(figureText(1234.567, 'ml')).toBe('1.234,567 ml');
    expect(figureText(82517.3, '€')).toMatch(/^€\s82\.517,30$/);
    expect([axisText(150, 'ml'), axisText(1.5, 'ml'), axisText(12_000, '€')]).toEqual(['150', '1,5', '€ 12.000']);
  });
});
