import { useQueryClient } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight, FileX } from 'lucide-react';
import { useMemo } from 'react';
import { Link } from 'wouter';
import { FIRST_YEAR, LAST_YEAR } from '#contracts/core/dates.ts';
import { firstDay, lastDay, shiftQuarter, quarterForPeople } from '#contracts/modules/accise/quarter.ts';
import type { Dichiarazione } from '#contracts/modules/accise/statement.ts';
import { accise } from '#contracts/registers/accise.ts';
import { messageOf } from '#web/lib/api-client.ts';
import { usePhone } from '#web/lib/use-media.ts';
import { useCatalogue } from '#web/registers/catalogue-context.ts';
import { loadSelector } from '#web/registers/selector.api.ts';
import { IconButton } from '#web/ui/feedback/IconButton.tsx';
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/feedback/states.tsx';
import { Combobox } from '#web/ui/inputs/Combobox.tsx';
import { StatementCards } from './StatementCards.tsx';
import { StatementState } from './StatementState.tsx';
import { StatementTable } from './StatementTable.tsx';
import type { StatementRequest } from './statement.api.ts';

interface StatementPanelProps {
  request: StatementRequest;
  ask(change: Partial<StatementRequest>): void;
  statement: Dichiarazione | undefined;
  busy: boolean;
  error: unknown;
  onRetry(): void;
}

/** Shows the chosen quarter and site, the state of the quarter, and its rows. */
export function StatementPanel({ request, ask, statement, busy, error, onRetry }: StatementPanelProps) {
  const phone = usePhone();
  const Rows = phone ? StatementCards : StatementTable;
  return (
    <section className="panel" aria-labelledby="trimestre">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-4 py-2 max-md:px-3">
        <span className="flex items-center gap-1 max-md:w-full max-md:justify-between">
          <QuarterStep label="Trimestre precedente" icon={ChevronLeft} by={-1} request={request} ask={ask} />
          <h2 id="trimestre" className="num w-44 text-center text-read font-semibold" aria-live="polite">
            {quarterForPeople(request)}
          </h2>
          <QuarterStep label="Trimestre successivo" icon={ChevronRight} by={1} request={request} ask={ask} />
        </span>
        <span className="num text-label text-ink-3 max-md:hidden">
          dal {firstDay(request)} al {lastDay(request)}
        </span>
        <span className="ml-auto w-[300px] max-md:w-full">
          <SiteFilter value={request.cantiere} onChange={(cantiere) => ask({ cantiere })} />
        </span>
      </div>
      {error ? <ErrorState title="Dichiarazione non caricata" text={messageOf(error)} onRetry={onRetry} /> : null}
      {!error && !statement ? (
        <div className="grid gap-4 p-4" aria-hidden="true">
          {[0, 1, 2, 3].map((i) => (
            <Skeleton key={i} width="100%" />
          ))}
        </div>
      ) : null}
      {statement ? <StatementState request={request} statement={statement} /> : null}
      {statement && statement.data.length > 0 ? <Rows statement={statement} busy={busy} /> : null}
      {statement && statement.data.length === 0 ? (
        <EmptyState
          icon={FileX}
          title="Nessuna lettura"
          text={`${quarterForPeople(request)}${request.cantiere ? `, cantiere ${request.cantiere}` : ''}.`}
          action={
            <Link href={accise.list.route} className="link">
              Vai alle letture
            </Link>
          }
        />
      ) : null}
    </section>
  );
}

interface QuarterStepProps extends Pick<StatementPanelProps, 'request' | 'ask'> {
  label: string;
  icon: typeof ChevronLeft;
  by: 1 | -1;
}

function QuarterStep({ label, icon, by, request, ask }: QuarterStepProps) {
  const next = shiftQuarter(request, by);
  return (
    <IconButton
      icon={icon}
      label={label}
      variant="secondary"
      className="tel-icon"
      disabled={next.anno < FIRST_YEAR || next.anno > LAST_YEAR}
      onClick={() => ask(next)}
    />
  );
}

function SiteFilter({ value, onChange }: { value: string | null; onChange(value: string | null): void }) {
  const catalogue = useCatalogue();
  const client = useQueryClient();
  const load = useMemo(() => loadSelector(catalogue, client, accise.fields.cantiere), [catalogue, client]);
  return (
    <Combobox aria-label="Cantiere" placeholder="Tutti i cantieri" value={value} onChange={onChange} load={load} boxClass="tel-input" />
  );
}
