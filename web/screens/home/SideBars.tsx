import { BarChart } from '@tremor/react';
import { figureText } from './figures.ts';
import { ChartTooltip } from './ChartTooltip.tsx';
import { visibleRows, type DrawnChart } from './drawing.ts';
import { totalOf } from './model.ts';

const ROW = 32;
/** What the chart keeps over its first bar. */
const OVER = 5;

/** A bar per name, lying, with the exact figure at its end. */
export default function SideBars({ chart, hidden, label }: DrawnChart) {
  const { data, keys, colors } = visibleRows(chart, hidden);
  const height = chart.bars.length * ROW;
  return (
    <div className="grid grid-cols-[minmax(90px,30%)_minmax(0,1fr)_auto] gap-x-2 text-label max-md:grid-cols-[84px_minmax(0,1fr)_auto]">
      <ul>
        {chart.bars.map((bar) => (
          <li key={bar.id} className="flex items-center gap-1.5 overflow-hidden whitespace-nowrap" style={{ height: ROW }} title={[bar.label, bar.detail].filter(Boolean).join(' ')}>
            <span className={`num ${bar.detail ? 'flex-none max-md:truncate' : 'truncate'}`}>{bar.label}</span>{bar.detail ? <span className="truncate text-ink-3 max-md:hidden">{bar.detail}</span> : null}
          </li>
        ))}
      </ul>
      <div role="img" aria-label={label} style={{ height: height + OVER, marginTop: -OVER }}>
        <BarChart
          className="!h-full" data={data} index="label" categories={keys} colors={colors} stack layout="vertical"
          showXAxis={false} showYAxis={false} showGridLines={false} showLegend={false} barCategoryGap="25%"
          customTooltip={({ active, payload }) => (active ? <ChartTooltip chart={chart} hidden={hidden} id={payload?.[0]?.payload?.id as string | undefined} /> : null)}
        />
      </div>
      <ul className="num text-right text-ink-2">
        {chart.bars.map((bar) => <li key={bar.id} className="flex items-center justify-end whitespace-nowrap" style={{ height: ROW }}>{figureText(totalOf(bar, hidden), chart.unit)}</li>)}
      </ul>
    </div>
  );
}
