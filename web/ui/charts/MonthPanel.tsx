import { useState, type ReactNode } from 'react';
import { loadLater } from '#web/lib/load-later.ts';

/** Loads the month chart and its library when first needed. */
export const monthChart = loadLater(() => import('./MonthChart.tsx'));

interface MonthPanelProps {
  title: string;
  /** Text beside the title, such as whose records are counted. */
  note?: string | undefined;
  chart: ReactNode;
  /** Table of the chart's figures. */
  table: ReactNode;
}

/** Shows figures by month as a chart; a button switches to the table. */
export function MonthPanel({ title, note, chart, table }: MonthPanelProps) {
  const [asTable, setAsTable] = useState(false);
  return (
    <section className="panel min-w-0" aria-label={title}>
      <header className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line-faint px-4 py-2">
        <h2 className="group-title">{title}</h2>
        {note ? <p className="text-label text-ink-3">{note}</p> : null}
        <div className="segment ml-auto !h-7 max-md:!h-11" role="group" aria-label={`${title}: come si vede`}>
          <button type="button" aria-pressed={asTable} className={asTable ? 'is-on' : ''} onClick={() => setAsTable(true)}>
            TABELLA
          </button>
          <button type="button" aria-pressed={!asTable} className={asTable ? '' : 'is-on'} onClick={() => setAsTable(false)}>
            GRAFICO
          </button>
        </div>
      </header>
      {asTable ? table : chart}
    </section>
  );
}

/** Legend of a chart. */
export function Colors({ series }: { series: readonly { name: string; color: string }[] }) {
  return (
    <ul className="flex flex-wrap gap-x-4 text-label text-ink-2" aria-label="Legenda">
      {series.map(({ name, color }) => (
        <li key={name} className="flex h-6 items-center gap-2">
          <span className="swatch" style={{ backgroundColor: `rgb(${color})` }} />
          {name}
        </li>
      ))}
    </ul>
  );
}
