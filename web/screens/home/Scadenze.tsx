import { queryOptions, useQuery } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, Wrench, type LucideIcon } from 'lucide-react';
import { Link } from 'wouter';
import { IN_USE } from '#contracts/modules/macchinari.ts';
import { api } from '#web/lib/api-client.ts';
import { formatNumber } from '#web/lib/format.ts';
import { keys } from '#web/lib/query.ts';
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx';
import { ErrorState } from '#web/ui/feedback/states.tsx';

/** What is expiring, in two figures. */
export function Scadenze() {
  const { data, isError, refetch } = useQuery(scadenzeOptions);
  if (isError)
    return (
      <div className="panel">
        <ErrorState title="Scadenze non caricate" onRetry={() => void refetch()} />
      </div>
    );
  return (
    <div className="grid gap-3 md:grid-cols-2">
      <Figura
        titolo="Macchinari con una scadenza passata"
        valore={data?.scaduti}
        icon={CircleAlert}
        tone="text-danger-ink"
        href="/home/macchinari?scaduti=1"
        note="In rosso nell’elenco dei macchinari"
      />
      <Figura
        titolo="Macchinari con manutenzione dovuta"
        valore={data?.manutenzioni}
        icon={Wrench}
        tone="text-due-ink"
        href="/home/macchinari?manutenzione=1"
        note="In viola nell’elenco dei macchinari"
      />
    </div>
  );
}

interface FiguraProps {
  titolo: string;
  valore: number | undefined;
  icon: LucideIcon;
  tone: string;
  href: string;
  note: string;
}

function Figura({ titolo, valore, icon, tone, href, note }: FiguraProps) {
  const Icon = valore === 0 ? CircleCheck : icon;
  return (
    <Link href={href} className="panel block px-4 py-3 hover:border-line-strong">
      <h2 className="group-title mb-1">{titolo}</h2>
      <p className="num flex h-9 items-center gap-2 text-figure font-semibold">
        {valore === undefined ? (
          <Skeleton width={72} className="!h-5" />
        ) : (
          <>
            <Icon className={`h-5 w-5 ${valore === 0 ? 'text-ok-ink' : tone}`} aria-hidden />
            {formatNumber(valore, 0)}
          </>
        )}
      </p>
      <p className="text-label text-ink-3">{valore === 0 ? 'Tutto in regola' : note}</p>
    </Link>
  );
}

interface Scadenze {
  /** Machines with an expired deadline. */
  scaduti: number;
  /** Machines with maintenance due. */
  manutenzioni: number;
}

/** Counts only, by the filters of the list itself: a press opens exactly those. */
const scadenzeOptions = queryOptions({
  queryKey: keys.scadenze,
  queryFn: async ({ signal }): Promise<Scadenze> => {
    const count = async (which: string) => {
      const filtri = JSON.stringify({ ...IN_USE, [which]: true });
      return (await api.get<{ totale: number }>('/api/macchinari', { query: { pagina: 1, righe: 1, filtri }, signal })).totale;
    };
    const [scaduti, manutenzioni] = await Promise.all([count('scaduti'), count('manutenzione')]);
    return { scaduti, manutenzioni };
  },
});
