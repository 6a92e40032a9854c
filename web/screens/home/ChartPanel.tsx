import { ChartColumn } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { loadLater } from '#web/lib/load-later.ts';
import { useLoaded } from '#web/lib/use-loaded.ts';
import { Button } from '#web/ui/feedback/Button.tsx';
import { EmptyState } from '#web/ui/feedback/states.tsx';
import { whyEmpty, type HeldFilter } from './empty-panel.ts';
import type { DrawnChart, Ghost } from './drawing.ts';
import { byBar, FiguresTable, type Figures } from './FiguresTable.tsx';
import { Legend } from './Legend.tsx';
import { figureText } from './figures.ts';
import { totalOf, type Chart } from './model.ts';

const dayBars = loadLater(() => import('./DayBars.tsx'));
const sideBars = loadLater(() => import('./SideBars.tsx'));

export interface ChartPanelProps {
  title: string;
  /** The chart; `undefined` until the first response. */
  chart: Chart | undefined;
  /** Draws vertical bars, one per day. */
  daily?: boolean;
  /** Heading of the names in the table. */
  head: string;
  /** Figures of the table; default: those of the chart, one row per bar. */
  figures?: (() => Figures) | undefined;
  /** Chart of the period before, drawn behind the bars, and that period's name: "ottobre". */
  ghost?: { chart: Chart; name: string } | undefined;
  /** Filters; as a function they depend on whether the table is shown. */
  filters?: ReactNode | ((table: boolean) => ReactNode);
  /** Active filters and their removal, for an empty panel. */
  barFilters?: { filters: readonly HeldFilter[]; takeOff(): void } | undefined;
  /** Buttons before and after the switch between table and chart. */
  before?: ReactNode;
  after?: ReactNode;
  /** Content in place of chart and table. */
  instead?: ReactNode;
  /** A new request is pending. */
  busy: boolean;
}

/** Shows a section of the home: a head with filters, and a body of fixed height, which grows only when a long table is expanded. */
export function ChartPanel({
  title,
  chart,
  daily = false,
  head,
  figures,
  ghost,
  filters,
  barFilters,
  before,
  after,
  instead,
  busy,
}: ChartPanelProps) {
  const [table, setTable] = useState(false);
  const [whole, setWhole] = useState(false);
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const toggle = (name: string) =>
    setHidden((old) => (old.has(name) ? new Set([...old].filter((one) => one !== name)) : new Set([...old, name])));
  const openTable = () => {
    setWhole(true);
    setTable(true);
  };
  const off = new Set(chart?.series.flatMap(({ name }, i) => (hidden.has(name) ? [i] : [])) ?? []);
  const empty = chart !== undefined && chart.bars.every((bar) => totalOf(bar) === 0);
  const draw = useLoaded<DrawnChart>(daily ? dayBars : sideBars);
  return (
    <section className="panel min-w-0" aria-label={title} aria-busy={busy}>
      <header className="flex min-h-12 flex-wrap items-center gap-2 border-b border-line px-4 py-2">
        <h2 className="text-label font-semibold tracking-action">{title}</h2>
        <div className="ml-auto flex flex-wrap items-center gap-2 print:hidden max-md:ml-0 max-md:w-full">
          {typeof filters === 'function' ? filters(table) : filters}
          {before}
          <div className="segment !h-7 max-md:!h-11" role="group" aria-label={`${title}: come si vede`}>
            <button type="button" aria-pressed={table} className={table ? 'is-on' : ''} onClick={() => setTable(true)}>
              TABELLA
            </button>
            <button type="button" aria-pressed={!table} className={table ? '' : 'is-on'} onClick={() => setTable(false)}>
              GRAFICO
            </button>
          </div>
          {after}
        </div>
      </header>
      <div className={`flex flex-col ${daily ? 'min-h-[368px]' : 'min-h-[272px]'}`}>
        {instead ??
          (!chart ? null : empty ? (
            <Empty barFilters={barFilters} />
          ) : table ? (
            <FiguresTable
              figures={figures?.() ?? byBar(chart)}
              label={title}
              head={head}
              most={daily ? 10 : 7}
              whole={whole}
              onWhole={setWhole}
            />
          ) : (
            <div className="flex flex-1 flex-col gap-2 px-3 py-3">
              {chart.unit === '€' ? null : (
                <div className={daily ? 'flex justify-end' : ''}>
                  <Legend series={chart.series} hidden={off} onToggle={(i) => toggle(chart.series[i]?.name ?? '')} />
                </div>
              )}
              <div className={daily ? 'relative min-h-[288px] flex-1' : 'flex-1'}>
                {draw?.({
                  chart,
                  hidden: off,
                  ghost: ghost && ghostOf(ghost, hidden),
                  title,
                  label: describe(title, chart),
                  onOthers: openTable,
                })}
              </div>
            </div>
          ))}
      </div>
    </section>
  );
}

function Empty({ barFilters }: Pick<ChartPanelProps, 'barFilters'>) {
  const chosen = barFilters?.filters.reduce((sum, filter) => sum + filter.chosen.length, 0) ?? 0;
  return (
    <EmptyState
      icon={ChartColumn}
      title="Nessuna produzione"
      text={whyEmpty(barFilters?.filters ?? [])}
      className="flex-1"
      action={
        chosen > 0 ? (
          <Button plain onClick={barFilters?.takeOff}>
            {chosen === 1 ? 'Togli il filtro' : 'Togli i filtri'}
          </Button>
        ) : undefined
      }
    />
  );
}

/** Removes hidden series from the bars of the earlier period. */
function ghostOf({ chart: { series, bars }, name }: { chart: Chart; name: string }, hidden: ReadonlySet<string>): Ghost {
  const off = new Set(series.flatMap((serie, i) => (hidden.has(serie.name) ? [i] : [])));
  return { name, totals: bars.map((bar) => totalOf(bar, off)) };
}

/** Describes a chart in one sentence for screen readers. */
function describe(title: string, chart: Chart): string {
  const all = chart.bars.reduce((sum, bar) => sum + totalOf(bar), 0);
  return `${title}: ${chart.series.map(({ name }) => name).join(', ')}. In tutto ${figureText(Math.round(all * 1000) / 1000, chart.unit)}. Le cifre sono nella tabella.`;
}
