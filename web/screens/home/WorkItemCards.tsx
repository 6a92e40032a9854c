import type { ReactNode } from 'react';
import { formatNumber } from '#web/lib/format.ts';
import type { Dashboard } from './analisi.api.ts';
import { averageDecimals, cardRows, colorIn, DECIMALS } from './card-rows.ts';
import { FirstRows, ItemName, Waiting } from './FirstRows.tsx';

/** Shows a card each for Min, Max and Media per lavorazione. */
export function WorkItemCards({ data, nothing }: { data: Dashboard | undefined; nothing: string }) {
  const decimals = data && averageDecimals(data.perDay);
  return (
    <>
      <WorkItems title="Min" nothing={nothing} data={data} rows={data?.lowest} />
      <WorkItems title="Max" nothing={nothing} data={data} rows={data?.highest} />
      <WorkItems
        title="Media per lavorazione"
        nothing={nothing}
        data={data}
        rows={data?.averages}
        decimals={(name) => decimals?.get(name) ?? DECIMALS}
      />
    </>
  );
}

interface WorkItemsProps {
  title: string;
  /** End of the sentence of an empty card: "nel periodo", "con questi filtri". */
  nothing: string;
  data: Dashboard | undefined;
  rows: readonly { lavorazione: string | null; value: number; date?: string }[] | undefined;
  decimals?: (lavorazione: string | null) => number;
}

function WorkItems({ title, nothing, data, rows, decimals = () => DECIMALS }: WorkItemsProps) {
  const legend = data?.legend ?? [];
  return (
    <Card title={title}>
      {data && rows ? (
        <FirstRows title={title} empty={rows.length === 0 ? `Nessuna produzione ${nothing}` : undefined}>
          {cardRows(rows, data).map(({ lavorazione, value, date }) => (
            <tr key={lavorazione} className="h-[var(--row-height)]" title={date}>
              <ItemName name={lavorazione} color={colorIn(legend, lavorazione)} />
              <td className="whitespace-nowrap pl-2 text-right font-semibold">{formatNumber(value, decimals(lavorazione))}</td>
              <td className="w-9 pl-1.5 text-ink-3">{legend.find((item) => item.lavorazione === lavorazione)?.um}</td>
            </tr>
          ))}
        </FirstRows>
      ) : (
        <Waiting />
      )}
    </Card>
  );
}

function Card({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="panel flex min-h-[var(--card-height)] min-w-0 flex-col px-4 pb-2 pt-2.5" aria-label={title}>
      <h2 className="group-title mb-1">{title}</h2>
      {children}
    </section>
  );
}
