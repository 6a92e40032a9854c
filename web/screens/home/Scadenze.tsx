import { useQuery } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, Wrench, type LucideIcon } from 'lucide-react';
import { formatNumero } from '#web/lib/format.ts';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { ErrorState } from '#web/ui/states.tsx';
import { scadenzeOptions } from './scadenze.api.ts';

/** What is expiring, in two figures. */
export function Scadenze() {
  const { data, isError, refetch } = useQuery(scadenzeOptions);
  if (isError) return <div className="panel"><ErrorState title="Scadenze non caricate" onRetry={() => void refetch()} /></div>;
  return (
    <div className="grid gap-3 md:grid-cols-2">
      <Figura titolo="Macchinari con una scadenza passata" valore={data?.scaduti} icon={CircleAlert} tono="text-danger-ink" />
      <Figura titolo="Macchinari con manutenzione dovuta" valore={data?.manutenzioni} icon={Wrench} tono="text-due-ink" />
    </div>
  );
}

function Figura({ titolo, valore, icon, tono }: { titolo: string; valore: number | undefined; icon: LucideIcon; tono: string }) {
  const Icon = valore === 0 ? CircleCheck : icon;
  return (
    <section className="panel px-4 py-3">
      <h2 className="group-title mb-1">{titolo}</h2>
      <p className="num flex h-9 items-center gap-2 text-figure font-semibold">
        {valore === undefined ? <Skeleton width={72} className="!h-5" /> : <><Icon className={`h-5 w-5 ${valore === 0 ? 'text-ok-ink' : tono}`} aria-hidden />{formatNumero(valore, 0)}</>}
      </p>
      <p className="text-label text-ink-3">{valore === 0 ? 'Tutto in regola' : 'In rosso e in viola nell’elenco dei macchinari'}</p>
    </section>
  );
}
