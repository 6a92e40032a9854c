import { BarChart, CartesianGrid, ResponsiveContainer, XAxis, YAxis } from 'recharts';
import { drawnBars, type DrawnChart } from './drawing.ts';
import { axisText } from './figures.ts';
import { stackedBars } from './stacked-bars.tsx';

const SIDES = { left: 20, right: 20 };
const AXIS = { tickLine: false, axisLine: false, fill: '', stroke: '', className: 'fill-ink-3 text-caption' } as const;

/** Draws a vertical bar per day, week or month, with work items or machines stacked. */
export default function DayBars({ chart, hidden, ghost, label }: DrawnChart) {
  return (
    <div className="absolute inset-0 flex flex-col" role="img" aria-label={label}>
      <p className="h-4 pl-5 text-caption text-ink-3">
        {[chart.unit || 'quantità', chart.per].filter(Boolean).join(' ')}
        {ghost ? `, in grigio ${ghost.name}` : ''}
      </p>
      <div className="num min-h-0 flex-1">
        <ResponsiveContainer>
          <BarChart data={drawnBars(chart, hidden, ghost)} margin={{ top: 5 }} barCategoryGap="22%">
            <CartesianGrid vertical={false} className="stroke-line-faint stroke-1" />
            <XAxis
              {...AXIS}
              dataKey="label"
              interval="equidistantPreserveStart"
              minTickGap={4}
              padding={SIDES}
              tick={{ transform: 'translate(0, 6)' }}
            />
            {ghost ? <XAxis hide xAxisId="before" dataKey="label" padding={SIDES} /> : null}
            <YAxis
              {...AXIS}
              type="number"
              width={48}
              tickFormatter={(value: number) => axisText(value, chart.unit)}
              tick={{ transform: 'translate(-3, 0)' }}
            />
            {stackedBars({ chart, hidden, ghost })}
          </BarChart>
        </ResponsiveContainer>
      </div>
    </div>
  );
}
