import { formatNumber } from '#web/lib/format.ts';
import { figureText } from './figures.ts';
import { totalOf, type Chart } from './model.ts';

interface FiguresTableProps {
  chart: Chart;
  /** "GIORNALIERO". */
  label: string;
  /** Head of the names: "Lavorazione". */
  head: string;
  /** Work items down and days across, instead of a row for each bar. */
  turned?: boolean;
}

/** The figures of a chart as they are. */
export function FiguresTable({ chart, label, head, turned = false }: FiguresTableProps) {
  const { columns, rows } = tableOf(chart, turned);
  return (
    <div className="h-full overflow-auto" tabIndex={0} role="region" aria-label={`${label}, tabella`}>
      <table className="num w-full border-separate border-spacing-0 text-label">
        <thead>
          <tr>{[head, ...columns, 'Totale'].map((name, i) => (
            <th key={name} scope="col" className={`sticky top-0 h-8 whitespace-nowrap border-b border-line bg-sunken px-3 font-medium text-ink-3 ${i === 0 ? 'left-0 z-head text-left' : 'z-cell text-right'}`}>{name}</th>
          ))}</tr>
        </thead>
        <tbody>
          {rows.map(({ name, color, values, total }) => (
            <tr key={name}>
              <th scope="row" className="sticky left-0 h-8 whitespace-nowrap border-b border-line-faint bg-surface px-3 text-left font-medium">
                {color ? <span className="swatch mr-2" style={{ backgroundColor: `rgb(${color})` }} /> : null}{name}
              </th>
              {values.map((value, i) => <td key={columns[i]} className="h-8 whitespace-nowrap border-b border-line-faint px-3 text-right">{value === 0 ? <span className="text-ink-off" aria-label="niente">–</span> : formatNumber(value, chart.unit === '€' ? 2 : 3)}</td>)}
              <td className="h-8 whitespace-nowrap border-b border-line-faint px-3 text-right font-semibold">{figureText(total, chart.unit)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

export interface FigureRow {
  name: string;
  color?: string;
  values: number[];
  total: number;
}

/** `turned`: a row per series, a column per bar that has something. */
export function tableOf({ series, bars }: Chart, turned: boolean): { columns: string[]; rows: FigureRow[] } {
  if (!turned) {
    const name = (bar: Chart['bars'][number]) => (bar.title ? bar.id : [bar.label, bar.detail].filter(Boolean).join(' '));
    return { columns: series.map((serie) => serie.name), rows: bars.filter((bar) => totalOf(bar) > 0).map((bar) => ({ name: name(bar), values: [...bar.values], total: totalOf(bar) })) };
  }
  const some = bars.filter((bar) => totalOf(bar) > 0);
  return {
    columns: some.map(({ id }) => id),
    rows: series.map(({ name, color }, i) => {
      const values = some.map((bar) => bar.values[i] ?? 0);
      return { name, color, values, total: totalOf({ id: '', label: '', values }) };
    }),
  };
}
