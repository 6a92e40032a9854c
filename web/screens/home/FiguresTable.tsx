import { formatNumber } from '#web/lib/format.ts';
import { figureText } from './figures.ts';
import { total, totalOf, type Chart } from './model.ts';

interface FiguresTableProps {
  figures: Figures;
  /** "GIORNALIERO". */
  label: string;
  /** Head of the names: "Lavorazione". */
  head: string;
}

/** The figures of a chart as they are. */
export function FiguresTable({ figures: { columns, rows }, label, head }: FiguresTableProps) {
  return (
    <div className="h-full overflow-auto" tabIndex={0} role="region" aria-label={`${label}, tabella`}>
      <table className="num w-full border-separate border-spacing-0 text-label">
        <thead>
          <tr>
            {[head, ...columns, 'Totale'].map((name, i) => (
              <th
                key={name}
                scope="col"
                className={`sticky top-0 h-8 whitespace-nowrap border-b border-line bg-sunken px-3 font-medium text-ink-3 ${i === 0 ? 'left-0 z-head text-left' : 'z-cell text-right'}`}
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
              <td className="h-8 whitespace-nowrap border-b border-line-faint px-3 text-right font-semibold">{figureText(total, unit)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

export interface Figures {
  columns: readonly string[];
  rows: readonly { name: string; color?: string; values: readonly number[]; total: number; unit: string }[];
}

/** A row for each bar. */
export function byBar({ series, bars, unit }: Chart): Figures {
  const name = (bar: Chart['bars'][number]) => bar.name ?? [bar.label, bar.detail].filter(Boolean).join(' ');
  const some = bars.filter((bar) => totalOf(bar) > 0);
  return {
    columns: series.map((serie) => serie.name),
    rows: some.map((bar) => ({ name: name(bar), values: bar.values, total: totalOf(bar), unit })),
  };
}

/** Work items down, of every chart, and across the days that have something in one of them. */
export function byWorkItem(charts: readonly Chart[]): Figures {
  const days = charts[0]?.bars.map(({ id }) => id) ?? [];
  const some = days.flatMap((id, day) => (charts.some(({ bars }) => totalOf(bars[day]!) > 0) ? [{ id, day }] : []));
  return {
    columns: some.map(({ id }) => id),
    rows: charts.flatMap(({ series, bars, unit }) =>
      series.map(({ name, color }, i) => {
        const values = some.map(({ day }) => bars[day]?.values[i] ?? 0);
        return { name, color, values, total: total(values), unit };
      }),
    ),
  };
}
