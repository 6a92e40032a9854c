import { addDays, daysBetween } from '#contracts/core/dates.ts';
import { oncePer } from '#contracts/core/once-per.ts';
import { firstOfMonth, isWholeMonths, monthOf, monthsOf, previous } from '#contracts/core/period.ts';
import type { Righe, VoceGiorno, LegendItem, VoceQuantita, VoceValore } from '#contracts/modules/analisi.ts';
import { distinctColors, machineColors, NO_COLOR } from './colors.ts';
import type { Period } from '#web/ui/period/period-steps.ts';
import { grainOf, perGrain, stepOf, stepsOf, type Grain } from './period.ts';

export interface Serie {
  name: string;
  /** Content of `rgb(…)`. */
  color: string;
}

export interface Bar {
  id: string;
  /** Label under or beside the bar. */
  label: string;
  detail?: string | null;
  /** Heading of the tooltip; default: the label. */
  title?: string;
  /** Name in the table; default: label and detail. */
  name?: string;
  /** Values in the order of the series. */
  values: readonly number[];
}

/** Stacked bars, which the table and the export show as figures. */
export interface Chart {
  series: readonly Serie[];
  bars: readonly Bar[];
  /** Unit of all figures: `ml`, `€`. */
  unit: string;
  /** Time that a bar stands for: "a settimana". */
  per?: string;
}

/** Chosen values by filter; none chosen: all. */
export type Filters = Readonly<Record<string, readonly string[]>>;

export const NONE = 'Non indicata';
const OTHERS = Symbol('others');
const keeps = (chosen: readonly string[] | undefined, value: string | null): boolean => !chosen?.length || chosen.includes(value ?? NONE);
/** Parses a row's work items once and caches the result, since a month's rows have megabytes. */
const parseWorkItems = oncePer((row: { lavorazioni: string }): unknown => JSON.parse(row.lavorazioni));
export const entries = <T>(row: { lavorazioni: string }): T[] => parseWorkItems(row) as T[];
/** Sums values, rounded to three decimals, since quantities have three and euro two. */
export const total = (values: readonly number[]): number => Math.round(values.reduce((sum, value) => sum + value, 0) * 1000) / 1000;
export const totalOf = ({ values }: Bar, hidden: ReadonlySet<number> = new Set()): number => total(values.filter((_, i) => !hidden.has(i)));

interface Group {
  id: string;
  label: string;
  detail?: string | null;
  title?: string;
  name?: string;
  entries: readonly { lavorazione: string | null; quantita: number }[];
}

/** Returns the units of the chosen work items, default all. The first unit, with which a chart opens, has most of the data. */
export function unitsOf(
  groups: readonly Pick<Group, 'entries'>[],
  legend: readonly LegendItem[],
  chosen: readonly string[] = [],
): string[] {
  const units = new Map(legend.map(({ lavorazione, um }) => [lavorazione, um ?? '']));
  const first = chosen.find((name) => units.has(name));
  if (first !== undefined) return [units.get(first) ?? ''];
  const entries = groups.flatMap((group) => group.entries).filter(({ quantita }) => quantita > 0);
  const ofUnit = Map.groupBy(entries, ({ lavorazione }) => units.get(lavorazione ?? '') ?? '');
  const sum = (part: typeof entries) => total(part.map(({ quantita }) => quantita));
  return [...ofUnit].toSorted(([, a], [, b]) => b.length - a.length || sum(b) - sum(a)).map(([unit]) => unit);
}

/** Builds a chart of the quantities of one unit's work items. */
function quantityChart(
  groups: readonly Group[],
  legend: readonly LegendItem[],
  chosen: readonly string[] = [],
  unit = unitsOf(groups, legend, chosen)[0] ?? '',
): Chart {
  const workItems = new Set(
    groups.flatMap((group) => group.entries.filter(({ quantita }) => quantita > 0).map(({ lavorazione }) => lavorazione)),
  );
  const colors = distinctColors(legend);
  const items = legend
    .map((item) => ({ ...item, color: colors.get(item.lavorazione) ?? NO_COLOR }))
    .filter(({ lavorazione, um }) => (um ?? '') === unit && workItems.has(lavorazione) && keeps(chosen, lavorazione));
  const bars = groups.map(({ entries, ...bar }): Bar => {
    const byWorkItem = Map.groupBy(entries, ({ lavorazione }) => lavorazione);
    return { ...bar, values: items.map(({ lavorazione }) => total(byWorkItem.get(lavorazione)?.map(({ quantita }) => quantita) ?? [])) };
  });
  return { series: items.map(({ lavorazione, color }) => ({ name: lavorazione, color })), bars, unit };
}

/** Returns a chart with its non-empty bars, longest first. */
const longestFirst = (chart: Chart): Chart => ({
  ...chart,
  bars: chart.bars
    .map((bar) => ({ bar, sum: totalOf(bar) }))
    .filter(({ sum }) => sum > 0)
    .toSorted((a, b) => b.sum - a.sum)
    .map(({ bar }) => bar),
});

/** Returns the daily charts by single date, for table and sheet, regardless of the chart's steps. */
export function dateCharts(
  rows: readonly Righe['perDay'][],
  legend: readonly LegendItem[],
  filters: Filters,
): readonly [Chart, ...Chart[]] {
  const [first, last] = [rows[0], rows.at(-1)];
  if (!first || !last) return [quantityChart([], legend)];
  return dailyCharts(rows, legend, filters, { dal: first.date, al: last.date, grain: 'day' });
}

/** Builds the chart of the period before in the given unit. Behind each bar are as many days of that period, or the corresponding month. */
export function ghostChart(
  { perDay, legend }: { perDay: readonly Righe['perDay'][]; legend: readonly LegendItem[] },
  filters: Filters,
  period: Period,
  { unit }: Chart,
): Chart | undefined {
  const grain = grainOf(period);
  const shiftedRows = perDay.flatMap((row) => {
    const date = counterpart(row.date, period, grain);
    return date === null ? [] : [{ ...row, date }];
  });
  return dailyCharts(shiftedRows, legend, filters, { ...period, grain }).find((chart) => chart.unit === unit);
}

/** Returns the day of the period that corresponds to a day of the period before; `null` if there is none. */
function counterpart(day: string, period: Period, grain: Grain): string | null {
  const before = previous(period);
  const byMonth = isWholeMonths(period) && (grain === 'month' || grain === 'year');
  const month = byMonth ? monthsOf(period)[monthsOf(before).indexOf(monthOf(day))] : undefined;
  if (month !== undefined) return firstOfMonth(month);
  const shiftedDay = addDays(period.dal, daysBetween(before.dal, day));
  return shiftedDay < period.dal || shiftedDay > period.al ? null : shiftedDay;
}

/** A period drawn in steps of `grain`; default: the grain that suits its length. */
type Steps = Period & { grain?: Grain };

/** Builds the charts of GIORNALIERO with a bar per step of the period. The first is drawn; the others have work items of other units. */
export function dailyCharts(
  rows: readonly Righe['perDay'][],
  legend: readonly LegendItem[],
  filters: Filters,
  period: Steps,
): readonly [Chart, ...Chart[]] {
  const { grain = grainOf(period) } = period;
  const byStep = Map.groupBy(rows, ({ date }) => stepOf(date, period, grain));
  const groups = stepsOf(period, grain).map((step) => ({
    ...step,
    entries: byStep.get(step.id)?.flatMap((row) => keptEntries(row, filters)) ?? [],
  }));
  const [first = '', ...otherUnits] = unitsOf(groups, legend, filters['lav']);
  const chart = (unit: string): Chart => ({ ...quantityChart(groups, legend, filters['lav'], unit), per: perGrain(grain) });
  return [chart(first), ...otherUnits.map(chart)];
}

const keptEntries = (row: Righe['perDay'], { lav, can, wbs }: Filters): VoceGiorno[] =>
  entries<VoceGiorno>(row).filter((one) => keeps(lav, one.lavorazione) && keeps(can, one.commessa) && keeps(wbs, one.wbs));

export interface NoteRow {
  id: string;
  data: string;
  lavorazione: string;
  note: string;
}

/** Returns the notes of the days, newest first. */
export function notesOf(rows: readonly Righe['perDay'][], filters: Filters): NoteRow[] {
  return rows
    .flatMap((row) =>
      keptEntries(row, filters)
        .filter(({ note }) => note !== null)
        .map(({ lavorazione, note }, i) => ({
          id: `${row.date}/${i}`,
          data: row.date,
          lavorazione: lavorazione ?? 'Fermo',
          note: note ?? '',
        })),
    )
    .toReversed();
}

/** Maximum of machines that can be told apart in a chart. */
const MOST_MACHINES = 10;

/**
 * Builds the chart ATTREZZATURA: a bar per step of the period and a colour per machine, largest first; the rest is summed up. `um` chooses
 * the unit, `most` the number of machines with a colour of their own.
 */
export function equipmentChart(
  all: readonly Righe['equipmentPerDay'][],
  legend: readonly LegendItem[],
  { um }: Filters,
  period: Steps & { most?: number },
): { chart: Chart; units: readonly string[] } {
  const { grain = grainOf(period), most = MOST_MACHINES } = period;
  const units = unitsOf(
    all.map((row) => ({ entries: entries<VoceQuantita>(row) })),
    legend,
  );
  const unit = units.find((one) => um?.includes(one)) ?? units[0] ?? '';
  const unitOf = new Map(legend.map((item) => [item.lavorazione, item.um ?? '']));
  const ofUnit = (row: Righe['equipmentPerDay']) =>
    total(
      entries<VoceQuantita>(row)
        .filter(({ lavorazione }) => (unitOf.get(lavorazione ?? '') ?? '') === unit)
        .map(({ quantita }) => quantita),
    );
  const rows = all.map((row) => ({ ...row, quantita: ofUnit(row) }));
  const names = new Map(
    rows
      .filter(({ quantita }) => quantita > 0)
      .map(({ attrezzatura, descrizione }) => [attrezzatura, [attrezzatura ?? NONE, descrizione].filter(Boolean).join(' ')]),
  );
  const machines = [...names].toSorted(([, a], [, b]) => a.localeCompare(b, 'it'));
  const sums = Map.groupBy(rows, ({ attrezzatura }) => attrezzatura);
  const largest = new Set(
    machines
      .map(([key]) => ({ key, sum: total(sums.get(key)?.map(({ quantita }) => quantita) ?? []) }))
      .toSorted((a, b) => b.sum - a.sum)
      .slice(0, machines.length > most ? most : undefined)
      .map(({ key }) => key),
  );
  const shown = machines.filter(([key]) => largest.has(key));
  const otherCount = machines.length - shown.length;
  const colors = machineColors(shown.length);
  const ofStep = Map.groupBy(rows, ({ date }) => stepOf(date, period, grain));
  const chart = {
    series: [
      ...shown.map(([, name], i) => ({ name, color: colors[i] ?? NO_COLOR })),
      ...(otherCount > 0 ? [{ name: `Altre (${otherCount})`, color: NO_COLOR }] : []),
    ],
    bars: stepsOf(period, grain).map((step) => {
      const byMachine = Map.groupBy(ofStep.get(step.id) ?? [], ({ attrezzatura }) => (largest.has(attrezzatura) ? attrezzatura : OTHERS));
      const sum = (key: string | null | typeof OTHERS) => total(byMachine.get(key)?.map(({ quantita }) => quantita) ?? []);
      return { ...step, values: [...shown.map(([matricola]) => sum(matricola)), ...(otherCount > 0 ? [sum(OTHERS)] : [])] };
    }),
    unit,
    per: perGrain(grain),
  };
  return { chart, units };
}

/** Builds the table of ATTREZZATURA: all machines by date, in the chart's unit. */
export function equipmentFigures(rows: readonly Righe['equipmentPerDay'][], legend: readonly LegendItem[], filters: Filters): Chart {
  const [first, last] = [rows[0], rows.at(-1)];
  if (!first || !last) return { series: [], bars: [], unit: '' };
  return equipmentChart(rows, legend, filters, { dal: first.date, al: last.date, most: Infinity, grain: 'day' }).chart;
}

/** Builds the chart COMMESSE: a bar per site. */
export const sitesChart = (rows: readonly Righe['perSite'][], legend: readonly LegendItem[], { lav, can }: Filters): Chart =>
  longestFirst(
    quantityChart(
      rows
        .filter(({ cantieri }) => keeps(can, cantieri))
        .map((row) => ({
          id: row.cantieri ?? NONE,
          label: row.cantieri ?? NONE,
          detail: row.committente,
          entries: entries<VoceQuantita>(row),
        })),
      legend,
      lav,
    ),
  );

/** Builds the chart ATTREZZATURE: a bar per machine. */
export const machinesChart = (rows: readonly Righe['perEquipment'][], legend: readonly LegendItem[], { lav, attr }: Filters): Chart =>
  longestFirst(
    quantityChart(
      rows
        .filter(({ attrezzatura }) => keeps(attr, attrezzatura))
        .map((row) => ({
          id: row.attrezzatura ?? NONE,
          label: row.attrezzatura ?? NONE,
          detail: row.descrizione,
          entries: entries<VoceQuantita>(row),
        })),
      legend,
      lav,
    ),
  );

/** Builds the chart OPERATORI: a bar per operator. */
export const operatorsChart = (rows: readonly Righe['perOperator'][], legend: readonly LegendItem[], { lav, oper }: Filters): Chart =>
  longestFirst(
    quantityChart(
      rows
        .filter(({ operatore }) => keeps(oper, operatore))
        .map((row) => ({ id: row.operatore ?? NONE, label: row.operatore ?? NONE, entries: entries<VoceQuantita>(row) })),
      legend,
      lav,
    ),
  );

/** Builds the chart PRODUZIONE: euro, a bar per work item in its own colour. */
export function valueChart(rows: readonly Righe['valuePerSite'][], legend: readonly LegendItem[], { lav, can }: Filters): Chart {
  const colors = distinctColors(legend);
  const items = rows.filter(({ lavorazione }) => keeps(lav, lavorazione));
  const value = (row: Righe['valuePerSite']) =>
    total(
      entries<VoceValore>(row)
        .filter(({ commessa }) => keeps(can, commessa))
        .map(({ produzione }) => produzione),
    );
  return longestFirst({
    series: items.map(({ lavorazione }) => ({ name: lavorazione ?? NONE, color: colors.get(lavorazione ?? '') ?? NO_COLOR })),
    bars: items.map((row, i) => ({
      id: row.lavorazione ?? NONE,
      label: row.lavorazione ?? NONE,
      values: items.map((_, j) => (i === j ? value(row) : 0)),
    })),
    unit: '€',
  });
}
