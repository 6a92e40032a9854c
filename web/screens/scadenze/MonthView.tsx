import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { DueGroup } from '#contracts/modules/scadenze/board.ts';
import { messageOf } from '#web/lib/api-client.ts';
import { countOf, formatNumber, todayInRome } from '#web/lib/format.ts';
import { usePhone } from '#web/lib/use-media.ts';
import { Badge } from '#web/ui/feedback/Badge.tsx';
import { IconButton } from '#web/ui/feedback/IconButton.tsx';
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/feedback/states.tsx';
import type { ListState } from '#web/ui/grid/list-state.ts';
import { firstDay, lastDay, monthName, shiftMonth, weeksOf, type MonthText } from './month.ts';
import { boardOptions } from './scadenze.api.ts';

interface MonthViewProps {
  state: ListState;
  month: MonthText;
  onMonth(month: MonthText): void;
  day: string | null;
  /** Called to show a day's rows under the month. */
  onDay(day: string | null): void;
  children?: React.ReactNode;
}

const WEEK = ['lun', 'mar', 'mer', 'gio', 'ven', 'sab', 'dom'];

/** Shows the number of deadlines on each day of a month; on a phone, lists the days that have any. */
export function MonthView({ state, month, onMonth, day, onDay, children }: MonthViewProps) {
  const { cerca, ordina, filtri, conditions } = state;
  const query = {
    cerca,
    ordina,
    filtri,
    conditions,
    pagina: 1,
    righe: 1,
    dal: firstDay(month),
    al: lastDay(month),
    gruppo: 'giorno' as const,
  };
  const { data, error, refetch } = useQuery(boardOptions(query));
  const phone = usePhone();
  const groups = new Map((data?.gruppi ?? []).map((group) => [group.chiave, group]));
  return (
    <section className="panel mb-3" aria-label="Mese">
      <div className="flex items-center gap-1 border-b border-line px-4 py-2">
        <IconButton icon={ChevronLeft} label="Mese precedente" variant="secondary" onClick={() => onMonth(shiftMonth(month, -1))} />
        <h2 className="num w-40 text-center text-body font-medium first-letter:uppercase" aria-live="polite">
          {monthName(month)}
        </h2>
        <IconButton icon={ChevronRight} label="Mese successivo" variant="secondary" onClick={() => onMonth(shiftMonth(month, 1))} />
        <span className="num ml-auto text-label text-ink-3">{data ? countOf(data.totale, 'scadenza', 'scadenze') : ''}</span>
      </div>
      {error ? <ErrorState title="Mese non caricato" text={messageOf(error)} onRetry={() => void refetch()} /> : null}
      {!error && !data ? (
        <div className="grid gap-4 p-4" aria-hidden="true">
          {[0, 1, 2, 3].map((i) => (
            <Skeleton key={i} width="100%" />
          ))}
        </div>
      ) : null}
      {data && phone && groups.size === 0 ? <EmptyState title="Nessuna scadenza nel mese" /> : null}
      {data && phone ? (
        <ul className="divide-y divide-line-faint">
          {data.gruppi?.map((group) => (
            <li key={group.chiave}>
              <DayButton date={group.chiave!} group={group} day={day} onDay={onDay} wide />
            </li>
          ))}
        </ul>
      ) : null}
      {data && !phone ? (
        <table className="w-full table-fixed border-collapse" aria-label={`Scadenze di ${monthName(month)}`}>
          <thead>
            <tr className="h-8 bg-sunken text-label text-ink-3">
              {WEEK.map((name) => (
                <th key={name} scope="col" className="border-b border-line px-3 text-left font-medium">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {weeksOf(month).map((week) => (
              <tr key={week.find(Boolean)}>
                {week.map((date, at) => (
                  <td key={date ?? at} className={clsx('h-20 border border-line-faint p-0 align-top', date === null && 'bg-sunken')}>
                    {date === null ? null : <DayButton date={date} group={groups.get(date)} day={day} onDay={onDay} />}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
      {children}
    </section>
  );
}

interface DayProps extends Pick<MonthViewProps, 'day' | 'onDay'> {
  date: string;
  group: DueGroup | undefined;
  wide?: boolean;
}

function DayButton({ date, group, day, onDay, wide = false }: DayProps) {
  const today = date === todayInRome();
  const on = date === day;
  const count = group?.totale ?? 0;
  return (
    <button
      type="button"
      aria-pressed={on}
      disabled={count === 0}
      className={clsx(
        'num flex w-full px-3 text-left text-label',
        wide ? 'min-h-12 items-center justify-between py-2' : 'h-full min-h-20 flex-col items-start gap-1.5 py-2',
        count > 0 && 'hover:bg-hover',
        on && '!bg-accent-soft',
      )}
      onClick={() => onDay(on ? null : date)}
    >
      <span className={clsx(today ? 'font-semibold text-accent-ink' : 'text-ink-2')}>
        {wide ? date : Number(date.slice(8))}
        {today ? ', oggi' : ''}
      </span>
      {count > 0 ? (
        <Badge tone={(group?.scaduti ?? 0) > 0 ? 'danger' : (group?.entro_30 ?? 0) > 0 ? 'warn' : 'neutral'}>
          {formatNumber(count, 0)}
        </Badge>
      ) : null}
    </button>
  );
}
