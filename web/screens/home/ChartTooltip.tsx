import { figureText } from './figures.ts';
import type { Ghost } from './drawing.ts';
import { total, totalOf, type Chart } from './model.ts';

interface ChartTooltipProps {
  chart: Chart;
  /** Id of the bar under the pointer. */
  id: string | undefined;
  hidden: ReadonlySet<number>;
  ghost?: Ghost | undefined;
}

/** Maximum of lines in the tooltip; the table shows all. */
const MOST = 12;

/** Shows the exact figures of one bar; of very many, only the largest. */
export function ChartTooltip({ chart, id, hidden, ghost }: ChartTooltipProps) {
  const at = chart.bars.findIndex((one) => one.id === id);
  const bar = chart.bars[at];
  if (!bar) return null;
  const shown = chart.series.flatMap((serie, i) => (hidden.has(i) || !bar.values[i] ? [] : [{ ...serie, value: bar.values[i] ?? 0 }]));
  const large = new Set(shown.length > MOST ? shown.toSorted((a, b) => b.value - a.value).slice(0, MOST - 1) : shown);
  const others = shown.filter((one) => !large.has(one));
  return (
    <div className="tooltip num !px-2.5 !py-2">
      <p className="mb-1 font-semibold">
        {bar.title ?? bar.label}
        {bar.detail ? ` ${bar.detail}` : ''}
      </p>
      {[...large].map(({ name, color, value }) => (
        <p key={name} className="flex items-center gap-2">
          <span className="swatch" style={{ backgroundColor: `rgb(${color})` }} />
          <span className="mr-4">{name}</span>
          <span className="ml-auto whitespace-nowrap">{figureText(value, chart.unit)}</span>
        </p>
      ))}
      {others.length > 0 ? (
        <p className="flex justify-between gap-4">
          <span>altre {others.length}, nella tabella</span>
          <span className="whitespace-nowrap">{figureText(total(others.map(({ value }) => value)), chart.unit)}</span>
        </p>
      ) : null}
      {shown.length === 0 ? <p>Niente</p> : null}
      {shown.length > 1 ? (
        <p className="mt-1 flex justify-between gap-4 font-semibold">
          <span>Totale</span>
          <span>{figureText(totalOf(bar, hidden), chart.unit)}</span>
        </p>
      ) : null}
      {ghost?.totals[at] ? (
        <p className="mt-1 flex justify-between gap-4">
          <span>{ghost.name}</span>
          <span className="whitespace-nowrap">{figureText(ghost.totals[at] ?? 0, chart.unit)}</span>
        </p>
      ) : null}
    </div>
  );
}
