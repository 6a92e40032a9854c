import { BarChart } from '@tremor/react';
import { axisText } from './figures.ts';
import { ChartTooltip } from './ChartTooltip.tsx';
import { visibleRows, type DrawnChart } from './drawing.ts';

/** A bar per day, its work items or machines upon each other. */
export default function DayBars({ chart, hidden, label }: DrawnChart) {
  const { data, keys, colors } = visibleRows(chart, hidden);
  return (
    <div className="flex h-full flex-col" role="img" aria-label={label}>
      <p className="h-4 pl-5 text-caption text-ink-3">{chart.unit || 'quantità'}</p>
      <BarChart
        className="num !h-auto min-h-0 flex-1" data={data} index="label" categories={keys} colors={colors} stack
        valueFormatter={(value) => axisText(value, chart.unit)} yAxisWidth={48} showLegend={false} barCategoryGap="22%" tickGap={4}
        customTooltip={({ active, payload }) => (active ? <ChartTooltip chart={chart} hidden={hidden} id={payload?.[0]?.payload?.id as string | undefined} /> : null)}
      />
    </div>
  );
}
