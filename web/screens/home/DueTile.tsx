import { useQuery } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, Clock } from 'lucide-react';
import { Link } from 'wouter';
import type { Board } from '#contracts/modules/scadenze/board.ts';
import { api } from '#web/lib/api-client.ts';
import { formatNumber } from '#web/lib/format.ts';
import { keys } from '#web/lib/query.ts';
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx';
import { ErrorState } from '#web/ui/feedback/states.tsx';

/** The figures of the board itself. */
const figuresOptions = {
  queryKey: [...keys.board, 'home'],
  queryFn: ({ signal }: { signal: AbortSignal }) => api.get<Board>('/api/scadenze', { query: { pagina: 1, righe: 1 }, signal }),
};

/** SCADENZE on the home: what is past, and what is due within thirty days. */
export function DueTile() {
  const { data, isError, refetch } = useQuery(figuresOptions);
  if (isError)
    return (
      <div className="panel">
        <ErrorState title="Scadenzario non caricato" onRetry={() => void refetch()} />
      </div>
    );
  const fasce = data?.fasce;
  return (
    <section className="panel flex flex-wrap items-center gap-x-8 gap-y-2 px-4 py-3" aria-label="Scadenze">
      <h2 className="group-title max-md:w-full">Scadenze</h2>
      <Figure label="scadute" value={fasce?.scaduto} icon={CircleAlert} tone="text-danger-ink" href="/home/scadenze?fascia=scaduto" />
      <Figure label="entro 30 giorni" value={fasce && fasce['7'] + fasce['30']} icon={Clock} tone="text-warn-ink" href="/home/scadenze" />
      <Link href="/home/scadenze" className="link ml-auto inline-flex items-center text-label max-md:ml-0 max-md:min-h-11">
        Apri lo scadenzario
      </Link>
    </section>
  );
}

interface FigureProps {
  label: string;
  value: number | undefined;
  icon: typeof Clock;
  tone: string;
  href: string;
}

function Figure({ label, value, icon, tone, href }: FigureProps) {
  const Icon = value === 0 ? CircleCheck : icon;
  return (
    <Link href={href} className="num inline-flex h-9 min-w-[120px] items-center gap-2 max-md:min-h-11">
      {value === undefined ? (
        <Skeleton width={72} className="!h-5" />
      ) : (
        <>
          <Icon className={`h-5 w-5 ${value === 0 ? 'text-ok-ink' : tone}`} aria-hidden />
          <span className="text-figure font-semibold">{formatNumber(value, 0)}</span>
        </>
      )}
      <span className="text-label text-ink-2">{label}</span>
    </Link>
  );
}
