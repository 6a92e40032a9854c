import { useQueryClient } from '@tanstack/react-query';
import { Download, ListChecks, X } from 'lucide-react';
import type { Processo } from '#contracts/modules/processi.ts';
import { messageOf } from '../lib/api-client.ts';
import { formatDay, formatRelativo } from '../lib/format.ts';
import { keys } from '../lib/query.ts';
import { Button } from '../ui/feedback/Button.tsx';
import { Said } from '../ui/feedback/Said.tsx';
import { Dot, type DotState } from '../ui/feedback/Dot.tsx';
import { IconButton } from '../ui/feedback/IconButton.tsx';
import { Progress } from '../ui/feedback/Progress.tsx';
import { useSnackbar } from '../ui/feedback/snackbar.tsx';
import { EmptyState, ErrorState } from '../ui/feedback/states.tsx';
import { retryProcesso, downloadResult, removeProcesso } from './processi.api.ts';
import { inCorso } from './processo-states.ts';
import type { Processi } from './use-processi.ts';

const DOT: Record<Processo['status'], DotState> = { queued: 'queue', running: 'run', done: 'ok', error: 'danger' };
const WORD: Record<Processo['status'], string> = { queued: 'In coda', running: 'In esecuzione', done: 'Completato', error: 'Non riuscito' };

/** The list of the Attività menu: what runs, what is ready, what failed and why. */
export default function Activity({ attivita: { processi, failed, reload, stay } }: { attivita: Processi }) {
  const client = useQueryClient();
  const snackbar = useSnackbar();
  const then = (work: Promise<unknown>, problem: string) => {
    work
      .catch((error: unknown) => snackbar.error(problem, { detail: messageOf(error, 'Riprova tra poco.') }))
      .finally(() => void client.invalidateQueries({ queryKey: keys.processi }));
  };
  const finished = processi.filter((p) => !inCorso(p));
  return (
    <>
      <div className="flex h-11 flex-none items-center justify-between border-b border-line pl-4 pr-2">
        <span className="text-label font-semibold">Attività</span>
        {finished.length > 0 ? (
          <Button
            variant="text"
            size="sm"
            onClick={() => then(Promise.all(finished.map((p) => removeProcesso(p.id))), 'Elenco non svuotato')}
          >
            Svuota
          </Button>
        ) : null}
      </div>
      {failed ? (
        <ErrorState title="Attività non caricate" onRetry={reload} />
      ) : processi.length === 0 ? (
        <EmptyState
          icon={ListChecks}
          title="Nessuna attività"
          text="Qui restano zip, elaborazioni e invii, anche mentre lavori su altro."
        />
      ) : (
        <ul className="max-h-[60vh] divide-y divide-line overflow-y-auto">
          {processi.map((p) => (
            <Entry key={p.id} processo={p} stay={stay(p)} then={then} />
          ))}
        </ul>
      )}
    </>
  );
}

interface PropsEntry {
  processo: Processo;
  stay: string | null;
  then(work: Promise<unknown>, problem: string): void;
}

function Entry({ processo: p, stay, then }: PropsEntry) {
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
        <Button size="sm" plain icon={Download} onClick={() => then(downloadResult(p.id), 'File non scaricato')}>
          Scarica<Said>{p.titolo}</Said>
        </Button>
      ) : null}
      {p.riprovabile ? (
        <Button size="sm" plain onClick={() => then(retryProcesso(p.id), 'Non è ripartito')}>
          Riprova<Said>{p.titolo}</Said>
        </Button>
      ) : null}
      {inCorso(p) ? null : (
        <IconButton
          size="sm"
          icon={X}
          label={`Togli ${p.titolo}`}
          className="-mr-2"
          onClick={() => then(removeProcesso(p.id), 'Non tolta')}
        />
      )}
    </li>
  );
}

function detail({ status, titolo, messaggio, finito: finished, scade: expires, name, progresso }: Processo, stay: string | null): string {
  if (status === 'queued') return messaggio ?? 'in coda';
  if (status === 'running') return [messaggio ?? `${progresso} %`, stay].filter(Boolean).join(', ');
  if (status === 'error') return messaggio ?? 'Non riuscito';
  const outcome = messaggio && titolo.includes(messaggio) ? null : messaggio?.replace(/\.$/, '');
  return [finished ? formatRelativo(finished) : null, outcome, name && expires ? `fino al ${formatDay(expires)}` : null]
    .filter(Boolean)
    .join(', ');
}
