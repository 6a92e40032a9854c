import type { CSSProperties } from 'react';
import { countOf, formatEuro } from '#web/lib/format.ts';
import { usePhone } from '#web/lib/use-media.ts';
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx';
import { changeInWords } from '#web/ui/period/difference.ts';
import type { Dashboard, Earlier } from './analisi.api.ts';
import { linesOf, rowHeights } from './card-rows.ts';
import { ShareCard } from './ShareCard.tsx';
import { WorkItemCards } from './WorkItemCards.tsx';
import { WorkItemTable } from './WorkItemTable.tsx';

interface SummaryProps {
  data: Dashboard | undefined;
  /** Figures of the period before; `undefined` until loaded. */
  earlier: Earlier | undefined;
  /** Name of the period of `earlier`. */
  before: string;
  filtered?: boolean | undefined;
}

/** Shows the cards above the charts, in one row of equal height. They follow the filters of the daily section. */
export function Summary({ data, earlier, before, filtered = false }: SummaryProps) {
  const phone = usePhone();
  const nothing = filtered ? 'con questi filtri' : 'nel periodo';
  const value = data?.totalValue[0]?.value ?? 0;
  const heights = rowHeights(linesOf(data?.legend.length));
  return (
    <div
      className="grid gap-3 md:grid-cols-3 wide:grid-cols-[repeat(3,minmax(0,1fr))_284px_356px]"
      style={{ '--card-height': `${heights.card}px`, '--row-height': `${heights.line}px` } as CSSProperties}
    >
      {phone ? <WorkItemTable data={data} nothing={nothing} /> : <WorkItemCards data={data} nothing={nothing} />}
      <Figures data={data} earlier={earlier} before={before} value={value} />
      <ShareCard data={data} total={value} nothing={nothing} size={heights.ring} />
    </div>
  );
}

/** Shows Valore Produzione and Media Produzione. For a single production day both are equal, so a phone shows one. */
function Figures({ data, earlier, before, value }: Omit<SummaryProps, 'filtered'> & { value: number }) {
  const phone = usePhone();
  const average = data?.averageValue[0]?.value ?? 0;
  const days = average > 0 ? Math.round(value / average) : 0;
  const changeOf = (now: number, of: 'totalValue' | 'averageValue') =>
    data && earlier && changeInWords(now, earlier[of][0]?.value ?? 0, before);
  return (
    <div className="panel flex min-h-[var(--card-height)] flex-col divide-y divide-line-faint">
      <Figure
        title="Valore Produzione"
        value={data && formatEuro(value)}
        note={data && days > 0 ? countOf(days, 'giorno lavorato', 'giorni lavorati') : 'nel periodo'}
        change={changeOf(value, 'totalValue')}
      />
      <Figure
        title="Media Produzione"
        value={data && (phone && days === 1 ? 'Un giorno solo' : formatEuro(average))}
        note="al giorno lavorato"
        change={changeOf(average, 'averageValue')}
      />
    </div>
  );
}

interface FigureProps {
  title: string;
  value: string | undefined;
  note: string;
  /** Change against the period before: "+12 % su ottobre". Its line is reserved until known. */
  change: string | undefined;
}

function Figure({ title, value, note, change }: FigureProps) {
  return (
    <section className="flex flex-1 flex-col justify-center px-4 py-0.5 max-md:py-2" aria-label={title}>
      <div className="flex items-baseline justify-between gap-2">
        <h2 className="group-title whitespace-nowrap">{title}</h2>
        <p className="num truncate text-label leading-4 text-ink-3">{note}</p>
      </div>
      <p className="num flex h-7 items-center text-head font-semibold">{value ?? <Skeleton width={120} className="!h-5" />}</p>
      <p className="num min-h-4 flex-none text-balance text-label font-medium leading-4 text-ink-2">{change}</p>
    </section>
  );
}
