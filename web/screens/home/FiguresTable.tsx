import { formatNumber } from '#web/lib/format.ts';
import { firstOf } from './drawing.ts';
import { figureText } from './figures.ts';
import { total, totalOf, type Chart } from './model.ts';

interface FiguresTableProps {
  figures: Figures;
  /** "GIORNALIERO". */
  label: string;
  /** Heading of the names: "Lavorazione". */
  head: string;
  /** Number of rows shown before the person expands the table. */
  most: number;
  whole: boolean;
  onWhole(whole: boolean): void;
}

/** Shows the figures of a chart as a table. A wide table scrolls sideways in its panel. */
export function FiguresTable({ figures: { columns, rows: all }, label, head, most, whole, onWhole }: FiguresTableProps) {
  const [first, others] = firstOf(all, most);
  const rows = whole ? all : first;
  return (
    <>
      <div className="overflow-x-auto" tabIndex={0} role="region" aria-label={`${label}, tabella`}>
        <table className="num w-full border-separate border-spacing-0 text-label">
          <thead>
            <tr>
              {[head, ...columns, 'Totale'].map((name, i) => (
                <th
                  key={name}
                  scope="col"
                  className={`h-8 whitespace-nowrap border-b border-line bg-sunken px-3 font-medium text-ink-3 ${i === 0 ? 'sticky left-0 z-head text-left' : 'text-right'}`}
                >
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ name, color, values, total, unit }) => (
              <tr key={name}>
                <th
                  scope="row"
                  className="sticky left-0 h-8 whitespace-nowrap border-b border-line-faint bg-surface px-3 text-left font-medium"
                >
                  {color ? <span className="swatch mr-2" style={{ backgroundColor: `rgb(${color})` }} /> : null}
                  {name}
                </th>
                {values.map((value, i) => (
                  <td key={columns[i]} className="h-8 whitespace-nowrap border-b border-line-faint px-3 text-right">
                    {value === 0 ? (
                      <span className="text-ink-off" aria-label="niente">
                        –
                      </span>
                    ) : (
                      formatNumber(value, unit === '€' ? 2 : 3)
                    )}
                  </td>
                ))}
                <td className="h-8 whitespace-nowrap border-b border-line-faint px-3 text-right font-semibold">
                  {figureText(total, unit)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {others.length > 0 ? (
        <button
          type="button"
          className="link flex h-8 items-center px-3 text-label font-medium max-md:h-11"
          aria-expanded={whole}
          onClick={() => onWhole(!whole)}
        >
          {whole ? 'Solo le prime' : `Altre (${others.length})`}
        </button>
      ) : null}
    </>
  );
}

export interface Figures {
  columns: readonly string[];
  rows: readonly { name: string; color?: string; values: readonly number[]; total: number; unit: string }[];
}

/** Returns the figures of a chart with one row per bar. */
export function byBar({ series, bars, unit }: Chart): Figures {
  const name = (bar: Chart['bars'][number]) => bar.name ?? [bar.label, bar.detail].filter(Boolean).join(' ');
  const shownBars = bars.filter((bar) => totalOf(bar) > 0);
  return {
    columns: series.map((serie) => serie.name),
    rows: shownBars.map((bar) => ({ name: name(bar), values: bar.values, total: totalOf(bar), unit })),
  };
}

/** Returns the figures of several charts: a row per work item or machine, largest first, and a column per day with any value. */
export function byWorkItem(charts: readonly Chart[]): Figures {
  const days = charts[0]?.bars.map(({ id }) => id) ?? [];
  const shownDays = days.flatMap((id, day) => (charts.some(({ bars }) => totalOf(bars[day]!) > 0) ? [{ id, day }] : []));
  return {
    columns: shownDays.map(({ id }) => id),
    rows: charts.flatMap(({ series, bars, unit }) =>
      series
        .map(({ name, color }, i) => {
          const values = shownDays.map(({ day }) => bars[day]?.values[i] ?? 0);
          return { name, color, values, total: total(values), unit };
        })
        .toSorted((a, b) => b.total - a.total),
    ),
  };
}

/** Delays a computation until its first use and caches the result. */
export function onceOf<T>(count: () => T): () => T {
  let cached: { value: T } | undefined;
  return () => (cached ??= { value: count() }).value;
}

/** Removes the colours, for tables whose chart colours only the first series. */
export const withoutColors = ({ columns, rows }: Figures): Figures => ({
  columns,
  rows: rows.map(({ name, values, total, unit }) => ({ name, values, total, unit })),
});
