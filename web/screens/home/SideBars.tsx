import { BarChart, ResponsiveContainer, XAxis, YAxis } from 'recharts';
import { drawnBars, firstOf, type DrawnChart } from './drawing.ts';
import { figureText } from './figures.ts';
import { total, totalOf } from './model.ts';
import { stackedBars } from './stacked-bars.tsx';

const ROW = 32;
/** Maximum of bars that fit. */
const MOST = 6;

/** Draws a horizontal bar per name with the exact figure at its end, longest first; a button opens the table with the others. */
export default function SideBars({ chart, hidden, label, onOthers }: DrawnChart) {
  const [bars, hiddenBars] = firstOf(chart.bars, MOST);
  const totals = bars.map((bar) => totalOf(bar, hidden));
  const longest = totals.reduce((most, value) => Math.max(most, value), 0);
  return (
    <div className="px-1">
      <div className="grid grid-cols-[minmax(90px,30%)_minmax(0,1fr)_auto] gap-x-2 text-label max-md:grid-cols-[minmax(84px,34%)_minmax(0,1fr)_auto]">
        <ul>
          {bars.map((bar) => (
            <li
              key={bar.id}
              className="flex items-center gap-1.5 overflow-hidden whitespace-nowrap"
              style={{ height: ROW }}
              title={[bar.label, bar.detail].filter(Boolean).join(' ')}
            >
              <span
                className={`num ${bar.detail ? 'flex-none max-md:flex-initial max-md:truncate' : 'truncate max-md:whitespace-normal max-md:leading-4'}`}
              >
                {bar.label}
              </span>
              {bar.detail ? <span className="truncate text-ink-3 max-md:hidden">{bar.detail}</span> : null}
            </li>
          ))}
        </ul>
        <div role="img" aria-label={label}>
          <ResponsiveContainer height={bars.length * ROW}>
            <BarChart
              data={drawnBars({ ...chart, bars }, hidden)}
              layout="vertical"
              margin={{ top: 0, right: 0, bottom: 0, left: 0 }}
              barCategoryGap="25%"
            >
              <XAxis hide type="number" domain={[0, longest]} />
              <YAxis hide type="category" dataKey="id" />
              {stackedBars({ chart, hidden, lying: true })}
            </BarChart>
          </ResponsiveContainer>
        </div>
        <ul className="num text-right text-ink-2">
          {bars.map((bar, i) => (
            <li key={bar.id} className="flex items-center justify-end whitespace-nowrap" style={{ height: ROW }}>
              {figureText(totals[i] ?? 0, chart.unit)}
            </li>
          ))}
        </ul>
      </div>
      {hiddenBars.length > 0 ? (
        <p className="num flex h-8 items-center justify-between text-label text-ink-2 max-md:h-11">
          <button type="button" className="link inline-flex items-center font-medium max-md:min-h-11" onClick={onOthers}>
            {`Altre (${hiddenBars.length})`}
          </button>
          {figureText(total(hiddenBars.map((bar) => totalOf(bar, hidden))), chart.unit)}
        </p>
      ) : null}
    </div>
  );
}
