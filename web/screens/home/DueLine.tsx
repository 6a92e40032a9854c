import { queryOptions, useQuery } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, Wrench, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { permission } from '#contracts/core/permissions.ts';
import { IN_USE } from '#contracts/modules/macchinari.ts';
import { seesBoard, type Board } from '#contracts/modules/scadenze/board.ts';
import { api } from '#web/lib/api-client.ts';
import { formatNumber } from '#web/lib/format.ts';
import { keys } from '#web/lib/query.ts';
import { useIdentity } from '#web/lib/session.ts';
import { Ellipsis } from '#web/ui/feedback/Ellipsis.tsx';
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx';

/** Query for the figures of the deadline board. */
const boardOptions = queryOptions({
  queryKey: [...keys.board, 'home'],
  queryFn: ({ signal }) => api.get<Board>('/api/scadenze', { query: { pagina: 1, righe: 1 }, signal }),
});

/** Counts the machines by the filters of their list: a press opens exactly those. */
const machinesOptions = queryOptions({
  queryKey: keys.scadenze,
  queryFn: async ({ signal }) => {
    const count = async (switchName: string) => {
      const filtri = JSON.stringify({ ...IN_USE, [switchName]: true });
      return (await api.get<{ totale: number }>('/api/macchinari', { query: { pagina: 1, righe: 1, filtri }, signal })).totale;
    };
    const [scaduti, manutenzioni] = await Promise.all([count('scaduti'), count('manutenzione')]);
    return { scaduti, manutenzioni };
  },
});

/** Shows what is due in one line of three figures, each a link to its list; nothing to who may see neither board nor machines. */
export function DueLine() {
  const who = useIdentity();
  const machines = permission(who, 'macchinari').allowView !== 0;
  if (!seesBoard(who) && !machines) return null;
  return (
    <section
      className="panel flex min-h-11 min-w-0 flex-1 flex-wrap items-center gap-x-6 px-4 wide:flex-nowrap max-md:flex-col max-md:items-stretch max-md:py-1"
      aria-label="Scadenze"
    >
      {seesBoard(who) ? <BoardFigure /> : null}
      {machines ? <MachineFigures /> : null}
    </section>
  );
}

function BoardFigure() {
  const { data, isError, refetch } = useQuery(boardOptions);
  if (isError) return <NotLoaded message="Scadenzario non caricato" onRetry={() => void refetch()} />;
  const fasce = data?.fasce;
  return (
    <span className="flex flex-wrap items-center gap-x-3 wide:flex-none">
      <h2 className="group-title max-md:sr-only">Scadenze</h2>
      <Figure value={fasce?.scaduto} icon={CircleAlert} tone="text-danger-ink" href="/home/scadenze?fascia=scaduto" text="Scadenze scadute">
        <span className="md:hidden">Scadenze </span>scadute
      </Figure>
      {fasce ? (
        <Link href="/home/scadenze" className="link num inline-flex min-h-6 items-center text-label max-md:ml-auto max-md:min-h-11">
          {formatNumber(fasce['7'] + fasce['30'], 0)} entro 30 giorni
        </Link>
      ) : null}
    </span>
  );
}

function MachineFigures() {
  const { data, isError, refetch } = useQuery(machinesOptions);
  if (isError) return <NotLoaded message="Macchinari non caricati" onRetry={() => void refetch()} />;
  return (
    <>
      <Figure
        value={data?.scaduti}
        icon={CircleAlert}
        tone="text-danger-ink"
        href="/home/macchinari?scaduti=1"
        text="Macchinari con una scadenza passata"
      />
      <Figure
        value={data?.manutenzioni}
        icon={Wrench}
        tone="text-due-ink"
        href="/home/macchinari?manutenzione=1"
        text="Macchinari con manutenzione dovuta"
      />
    </>
  );
}

interface FigureProps {
  /** The figure; `undefined` until known. */
  value: number | undefined;
  icon: LucideIcon;
  tone: string;
  href: string;
  text: string;
  /** The text with markup, if a part is for phones only; default: `text`. */
  children?: ReactNode;
}

function Figure({ value, icon, tone, href, text, children }: FigureProps) {
  const Icon = value === 0 ? CircleCheck : icon;
  return (
    <Link href={href} className="group num inline-flex h-10 min-w-0 items-center gap-2 max-md:h-11">
      {value === undefined ? (
        <Skeleton width={40} className="!h-4" />
      ) : (
        <>
          <Icon className={`h-[18px] w-[18px] flex-none ${value === 0 ? 'text-ok-ink' : tone}`} aria-hidden />
          <span className="text-title font-semibold max-md:min-w-8">{formatNumber(value, 0)}</span>
        </>
      )}
      <Ellipsis text={text} className="text-label text-ink-2 underline-offset-2 group-hover:underline max-md:text-body">
        {children}
      </Ellipsis>
    </Link>
  );
}

function NotLoaded({ message, onRetry }: { message: string; onRetry(): void }) {
  return (
    <span className="flex h-10 items-center gap-2 text-label text-danger-ink" role="alert">
      {message}
      <button type="button" className="link" onClick={onRetry}>
        Riprova
      </button>
    </span>
  );
}
