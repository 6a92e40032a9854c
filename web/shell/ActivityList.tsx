import { useQueryClient } from '@tanstack/react-query';
import { Download, X } from 'lucide-react';
import type { Processo } from '#contracts/modules/processi.ts';
import { messageOf } from '../lib/api-client.ts';
import { formatDay, formatRelativo } from '../lib/format.ts';
import { keys } from '../lib/query.ts';
import { Button } from '../ui/feedback/Button.tsx';
import { ScreenReaderText } from '../ui/feedback/ScreenReaderText.tsx';
import { Dot, type DotState } from '../ui/feedback/Dot.tsx';
import { IconButton } from '../ui/feedback/IconButton.tsx';
import { Progress } from '../ui/feedback/Progress.tsx';
import { useSnackbar } from '../ui/feedback/snackbar.tsx';
import { retryProcesso, downloadResult, removeProcesso } from './processi.api.ts';
import { isUnderWay } from './processo-states.ts';
import type { Processi } from './use-processi.ts';

const DOT: Record<Processo['status'], DotState> = { queued: 'queue', running: 'run', done: 'ok', error: 'danger', annullato: 'none' };
const WORD: Record<Processo['status'], string> = {
  queued: 'In coda',
  running: 'In esecuzione',
  done: 'Completato',
  error: 'Non riuscito',
  annullato: 'Annullato',
};

/** Returns a function that waits for an operation on jobs, shows its failure and reads the jobs again. */
export function useThenReload(): PropsEntry['runThenReload'] {
  const client = useQueryClient();
  const snackbar = useSnackbar();
  return (work, problem) => {
    work
      .catch((error: unknown) => snackbar.error(problem, { detail: messageOf(error, 'Riprova tra poco.') }))
      .finally(() => void client.invalidateQueries({ queryKey: keys.processi }));
  };
}

/** Lists jobs, each with its progress and actions. */
export function ActivityList({ processi, stay, className = '' }: Pick<Processi, 'processi' | 'stay'> & { className?: string }) {
  const runThenReload = useThenReload();
  return (
    <ul className={`divide-y divide-line ${className}`}>
      {processi.map((p) => (
        <Entry key={p.id} processo={p} stay={stay(p)} runThenReload={runThenReload} />
      ))}
    </ul>
  );
}

interface PropsEntry {
  processo: Processo;
  stay: string | null;
  runThenReload(work: Promise<unknown>, problem: string): void;
}

function Entry({ processo: p, stay, runThenReload }: PropsEntry) {
  return (
    <li className="flex gap-3 px-4 py-3">
      <Dot state={DOT[p.status]} label={WORD[p.status]} />
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium" title={p.titolo}>
          {p.titolo}
        </p>
        {p.status === 'running' ? <Progress className="my-2" value={p.progresso} label={p.titolo} /> : null}
        <p
          className={`num line-clamp-4 text-label ${p.status === 'error' ? 'text-danger-ink' : 'text-ink-3'}`}
          title={p.messaggio ?? undefined}
        >
          {detail(p, stay)}
        </p>
      </div>
      {p.status === 'done' && p.name ? (
        <Button size="sm" plain icon={Download} onClick={() => runThenReload(downloadResult(p.id), 'File non scaricato')}>
          Scarica<ScreenReaderText>{p.titolo}</ScreenReaderText>
        </Button>
      ) : null}
      {p.riprovabile ? (
        <Button size="sm" plain onClick={() => runThenReload(retryProcesso(p.id), 'Non è ripartito')}>
          Riprova<ScreenReaderText>{p.titolo}</ScreenReaderText>
        </Button>
      ) : null}
      {p.annullabile ? (
        <Button size="sm" plain onClick={() => runThenReload(removeProcesso(p.id), 'Non annullata')}>
          ANNULLA<ScreenReaderText>{p.titolo}</ScreenReaderText>
        </Button>
      ) : null}
      {isUnderWay(p) ? null : (
        <IconButton
          size="sm"
          icon={X}
          label={`Togli ${p.titolo}`}
          className="-mr-2"
          onClick={() => runThenReload(removeProcesso(p.id), 'Non tolta')}
        />
      )}
    </li>
  );
}

function detail({ status, titolo, messaggio, finito: finished, scade: expires, name, progresso }: Processo, stay: string | null): string {
  if (status === 'queued') return messaggio ?? 'in coda';
  if (status === 'running') return [messaggio ?? `${progresso} %`, stay].filter(Boolean).join(', ');
  if (status === 'error') return messaggio ?? 'Non riuscito';
  if (status === 'annullato') return messaggio ?? 'Annullata';
  const outcome = messaggio && titolo.includes(messaggio) ? null : messaggio?.replace(/\.$/, '');
  return [finished ? formatRelativo(finished) : null, outcome, name && expires ? `fino al ${formatDay(expires)}` : null]
    .filter(Boolean)
    .join(', ');
}
