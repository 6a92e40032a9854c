import { BarChart, ResponsiveContainer, XAxis, YAxis } from 'recharts';
import { drawnBars, type DrawnChart } from './drawing.ts';
import { figureText } from './figures.ts';
import { totalOf } from './model.ts';
import { stackedBars } from './stacked-bars.tsx';
import { useRowsInView } from './use-rows-in-view.ts';

const ROW = 32;

/** A bar per name, lying, with the exact figure at its end. All names and figures are there; of the bars those in view. */
export default function SideBars({ chart, hidden, label, title }: DrawnChart) {
  const { from, to, onScroll } = useRowsInView(chart.bars.length, ROW);
  const totals = chart.bars.map((bar) => totalOf(bar, hidden));
  const longest = totals.reduce((most, value) => Math.max(most, value), 0);
  return (
    <div className="h-full overflow-y-auto px-1" tabIndex={0} role="region" aria-label={`${title}, grafico`} onScroll={onScroll}>
      <div className="grid grid-cols-[minmax(90px,30%)_minmax(0,1fr)_auto] gap-x-2 text-label max-md:grid-cols-[84px_minmax(0,1fr)_auto]">
        <ul>
          {chart.bars.map((bar) => (
            <li
              key={bar.id}
              className="flex items-center gap-1.5 overflow-hidden whitespace-nowrap [content-visibility:auto]"
              style={{ height: ROW }}
              title={[bar.label, bar.detail].filter(Boolean).join(' ')}
            >
              <span className={`num ${bar.detail ? 'flex-none max-md:truncate' : 'truncate'}`}>{bar.label}</span>
              {bar.detail ? <span className="truncate text-ink-3 max-md:hidden">{bar.detail}</span> : null}
            </li>
          ))}
        </ul>
        <div role="img" aria-label={label} style={{ paddingTop: from * ROW }}>
          <ResponsiveContainer height={(to - from) * ROW}>
            <BarChart
              data={drawnBars({ ...chart, bars: chart.bars.slice(from, to) }, hidden)}
              layout="vertical"
              margin={{ top: 0, right: 0, bottom: 0, left: 0 }}
              barCategoryGap="25%"
            >
              <XAxis hide type="number" domain={[0, longest]} />
              <YAxis hide type="category" dataKey="id" />
              {stackedBars({ chart, hidden, lying: true, top: `calc(var(--scrolled, 0px) - ${from * ROW}px)` })}
            </BarChart>
          </ResponsiveContainer>
        </div>
        <ul className="num text-right text-ink-2">
          {chart.bars.map((bar, i) => (
            <li key={bar.id} className="flex items-center justify-end whitespace-nowrap" style={{ height: ROW }}>
              {figureText(totals[i] ?? 0, chart.unit)}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
