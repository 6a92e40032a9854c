import { useQuery } from '@tanstack/react-query';
import { CalendarOff, ChevronLeft, ChevronRight } from 'lucide-react';
import { useMemo, useState } from 'react';
import { LAVORAZIONE_PREDEFINITA } from '#contracts/modules/produzione.ts';
import { ApiError, messageOf } from '#web/lib/api-client.ts';
import { todayInRome } from '#web/lib/format.ts';
import { Button } from '#web/ui/feedback/Button.tsx';
import { IconButton } from '#web/ui/feedback/IconButton.tsx';
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/feedback/states.tsx';
import { Combobox } from '#web/ui/inputs/Combobox.tsx';
import { MonthTable } from './MonthTable.tsx';
import { isEmptyMonth, monthOf, nameOf, shift } from './month.ts';
import { monthOptions } from './produzione.api.ts';
import { useLavorazioni } from './use-site.ts';

/** Shows under the list on which days of a month each site had lines of a work item. */
export default function MonthlyOverview() {
  const [month, setMonth] = useState(() => monthOf(todayInRome()));
  const [chosen, choose] = useState<string>(LAVORAZIONE_PREDEFINITA);
  const [shown, show] = useState<string>(LAVORAZIONE_PREDEFINITA);
  const workItems = useLavorazioni();
  const options = useMemo(() => {
    const all = workItems.map((row) => ({
      value: String(row.descrizione),
      detail: row.um ? String(row.um) : undefined,
      color: typeof row.colore === 'string' ? row.colore : null,
    }));
    return all.some(({ value }) => value === LAVORAZIONE_PREDEFINITA)
      ? all
      : [{ value: LAVORAZIONE_PREDEFINITA, detail: 'ml', color: null }, ...all];
  }, [workItems]);
  const { data, error, refetch, isPlaceholderData } = useQuery(monthOptions(month, shown));
  if (error instanceof ApiError && error.status === 403) return null;
  return (
    <section className="panel mt-4 print:break-before-page" aria-labelledby="mese">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line px-4 py-2 max-md:px-3">
        <h2 id="mese" className="mr-auto text-label font-semibold tracking-action max-md:w-full">
          PRODUZIONE DEL MESE
        </h2>
        <span className="w-[260px] max-md:w-auto max-md:flex-1">
          <Combobox
            aria-label="Lavorazione"
            value={chosen}
            onChange={(next) => choose(next ?? LAVORAZIONE_PREDEFINITA)}
            options={options}
            boxClass="tel-input"
          />
        </span>
        <Button onClick={() => show(chosen)}>FILTRA</Button>
        <span className="flex items-center gap-1 max-md:w-full max-md:justify-between">
          <IconButton icon={ChevronLeft} label="Mese precedente" variant="secondary" onClick={() => setMonth(shift(month, -1))} />
          <span className="num w-32 text-center text-body font-medium first-letter:uppercase" aria-live="polite">
            {nameOf(month)}
          </span>
          <IconButton icon={ChevronRight} label="Mese successivo" variant="secondary" onClick={() => setMonth(shift(month, 1))} />
        </span>
      </div>
      {error ? <ErrorState title="Prospetto non caricato" text={messageOf(error)} onRetry={() => void refetch()} /> : null}
      {!error && data === undefined ? (
        <div className="grid gap-4 p-4" aria-hidden="true">
          {[0, 1, 2, 3].map((i) => (
            <Skeleton key={i} width="100%" />
          ))}
        </div>
      ) : null}
      {data && isEmptyMonth(data) ? (
        <EmptyState icon={CalendarOff} title="PRODUZIONI NON PRESENTI" text={`${shown}, ${nameOf(month)}.`} />
      ) : null}
      {data && !isEmptyMonth(data) ? <MonthTable rows={data} month={month} lavorazione={shown} busy={isPlaceholderData} /> : null}
    </section>
  );
}
