import { useState, type ReactNode } from 'react';
import type { LegendItem } from '#contracts/modules/analisi.ts';
import { loadLater } from '#web/lib/load-later.ts';
import { useLoaded } from '#web/lib/use-loaded.ts';
import { formatEuro, formatNumber } from '#web/lib/format.ts';
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx';
import { changeInWords } from '#web/ui/period/difference.ts';
import type { Dashboard, Earlier } from './analisi.api.ts';
import { cardRows } from './card-rows.ts';
import { distinctColors, NO_COLOR, tints } from './colors.ts';
import { firstOf } from './drawing.ts';

const shareDonut = loadLater(() => import('./ShareDonut.tsx'));

interface SummaryProps {
  data: Dashboard | undefined;
  /** Of the period before; `undefined` until it is there. */
  earlier: Earlier | undefined;
  /** What `earlier` is of, in words. */
  before: string;
  filtered?: boolean | undefined;
}

/** The cards over the charts: they follow the filters of the daily section. */
export function Summary({ data, earlier, before, filtered = false }: SummaryProps) {
  const nothing = filtered ? 'con questi filtri' : 'nel periodo';
  const value = data?.totalValue[0]?.value ?? 0;
  const average = data?.averageValue[0]?.value ?? 0;
  const days = average > 0 ? Math.round(value / average) : 0;
  return (
    <div className="grid gap-3 md:grid-cols-3 wide:grid-cols-[repeat(3,minmax(0,1fr))_248px_388px]">
      <WorkItems title="Min" nothing={nothing} rows={data && cardRows(data.lowest, data)} legend={data?.legend} />
      <WorkItems title="Max" nothing={nothing} rows={data && cardRows(data.highest, data)} legend={data?.legend} />
      <WorkItems title="Media per lavorazione" nothing={nothing} rows={data && cardRows(data.averages, data)} legend={data?.legend} />
      <div className="flex flex-col gap-3">
        <Figure
          title="Valore Produzione"
          value={data && formatEuro(value)}
          note={
            data && days > 0 ? (days === 1 ? '1 giorno di produzione' : `${formatNumber(days, 0)} giorni di produzione`) : 'nel periodo'
          }
          change={data && earlier && changeInWords(value, earlier.totalValue[0]?.value ?? 0, before)}
        />
        <Figure
          title="Media Produzione"
          value={data && formatEuro(average)}
          note="al giorno di produzione"
          change={data && earlier && changeInWords(average, earlier.averageValue[0]?.value ?? 0, before)}
        />
      </div>
      <Share data={data} total={value} nothing={nothing} />
    </div>
  );
}

function Card({ title, children, className = '' }: { title: string; children: ReactNode; className?: string }) {
  return (
    <section className={`panel flex min-h-[236px] max-md:min-h-[120px] flex-col px-4 pb-2.5 pt-3 ${className}`} aria-label={title}>
      <h2 className="group-title mb-1.5">{title}</h2>
      {children}
    </section>
  );
}

interface WorkItemsProps {
  title: string;
  /** Where there is nothing: "nel periodo", "con questi filtri". */
  nothing: string;
  rows: readonly { lavorazione: string | null; value: number; date?: string; colore: string | null }[] | undefined;
  legend: readonly LegendItem[] | undefined;
}

function WorkItems({ title, nothing, rows, legend = [] }: WorkItemsProps) {
  return (
    <Card title={title}>
      {rows ? (
        <ListOf title={title} empty={rows.length === 0 ? `Nessuna produzione ${nothing}` : undefined}>
          {rows.map(({ lavorazione, value, date }) => (
            <tr key={lavorazione} className="h-6" title={date}>
              <Name name={lavorazione} color={colorIn(legend, lavorazione)} />
              <td className="whitespace-nowrap pl-2 text-right font-semibold">{formatNumber(value, 3)}</td>
              <td className="w-9 pl-1.5 text-ink-3">{legend.find((item) => item.lavorazione === lavorazione)?.um}</td>
            </tr>
          ))}
        </ListOf>
      ) : (
        <Waiting />
      )}
    </Card>
  );
}

function Share({ data, total, nothing }: { data: Dashboard | undefined; total: number; nothing: string }) {
  const draw = useLoaded(shareDonut);
  const rows = (data?.share ?? []).filter(({ value }) => value > 0).toSorted((a, b) => b.value - a.value);
  const colors = rows.map(({ lavorazione }) => colorIn(data?.legend ?? [], lavorazione));
  return (
    <section
      className="panel flex min-h-[236px] max-md:min-h-[120px] items-center gap-5 px-4 py-3 md:max-[1399px]:col-span-2"
      aria-label="Quota per lavorazione"
      style={tints(colors)}
    >
      {!data ? (
        <Waiting />
      ) : rows.length === 0 ? (
        <p className="m-auto text-body text-ink-3">{`Nessun valore ${nothing}`}</p>
      ) : (
        <>
          {draw?.({ rows, total }) ?? <div className="h-[148px] w-[148px] flex-none" />}
          <ListOf title="Quote">
            {rows.map(({ lavorazione, value, produzione }, i) => (
              <tr key={lavorazione} className="h-6" title={formatEuro(value)}>
                <Name name={lavorazione} color={colors[i] ?? ''} />
                <td className="w-14 text-right font-semibold">{formatNumber(produzione, 1)}%</td>
              </tr>
            ))}
          </ListOf>
        </>
      )}
    </section>
  );
}

const colorIn = (legend: readonly LegendItem[], name: string | null): string => distinctColors(legend).get(name ?? '') ?? NO_COLOR;

/** As many lines as a card has room for. */
const MOST = 7;

/** The first lines, the others in place after a press. */
function ListOf({ title, empty, children }: { title: string; empty?: string | undefined; children: ReactNode[] }) {
  const [whole, setWhole] = useState(false);
  const [first, others] = firstOf(children, MOST);
  if (empty) return <p className="m-auto text-body text-ink-3">{empty}</p>;
  return (
    <div className="min-w-0 flex-1">
      <table className="num w-full text-label" aria-label={`${title}, elenco`}>
        <tbody>{whole ? children : first}</tbody>
      </table>
      {others.length > 0 ? (
        <button
          type="button"
          className="link flex h-6 items-center text-label font-medium max-md:h-11"
          aria-expanded={whole}
          onClick={() => setWhole(!whole)}
        >
          {whole ? 'Solo le prime' : `Altre (${others.length})`}
        </button>
      ) : null}
    </div>
  );
}

function Name({ name, color }: { name: string | null; color: string }) {
  return (
    <th scope="row" className="w-full max-w-0 truncate text-left font-normal text-ink-2">
      <span className="swatch mr-2" style={{ backgroundColor: `rgb(${color})` }} />
      {name ?? 'Non indicata'}
    </th>
  );
}

interface FigureProps {
  title: string;
  value: string | undefined;
  note: string;
  /** "+12 % su ottobre"; its line is there before it is. */
  change: string | undefined;
}

function Figure({ title, value, note, change }: FigureProps) {
  return (
    <section className="panel flex h-[112px] flex-col justify-center px-4 py-1" aria-label={title}>
      <h2 className="group-title">{title}</h2>
      <p className="num mt-0.5 flex h-9 items-center text-figure font-semibold">{value ?? <Skeleton width={120} className="!h-5" />}</p>
      <p className="num flex-none truncate text-label leading-4 text-ink-3">{note}</p>
      <p className="num min-h-4 flex-none text-label leading-4 text-balance font-medium text-ink-2">{change}</p>
    </section>
  );
}

function Waiting() {
  return (
    <div className="grid w-full gap-4 pt-2">
      {[180, 140, 160, 120].map((width) => (
        <Skeleton key={width} width={width} />
      ))}
    </div>
  );
}
