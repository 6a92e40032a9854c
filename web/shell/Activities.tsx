import { useQueryClient } from '@tanstack/react-query';
import { Download, ListChecks, X } from 'lucide-react';
import type { Processo } from '#contracts/modules/processi.ts';
import { messaggioDi } from '../lib/api-client.ts';
import { formatGiorno, formatRelativo } from '../lib/format.ts';
import { chiavi } from '../lib/query.ts';
import { Button } from '../ui/feedback/Button.tsx';
import { Dot, type DotState } from '../ui/feedback/Dot.tsx';
import { IconButton } from '../ui/feedback/IconButton.tsx';
import { Progress } from '../ui/feedback/Progress.tsx';
import { useSnackbar } from '../ui/feedback/snackbar.tsx';
import { EmptyState, ErrorState } from '../ui/feedback/states.tsx';
import { riprovaProcesso, scaricaRisultato, togliProcesso } from './processi.api.ts';
import { inCorso } from './processo-states.ts';
import type { Processi } from './use-processi.ts';

const DOT: Record<Processo['status'], DotState> = { queued: 'queue', running: 'run', done: 'ok', error: 'danger' };
const WORD: Record<Processo['status'], string> = { queued: 'In coda', running: 'In esecuzione', done: 'Completato', error: 'Non riuscito' };

/** The list of the Attività menu: what runs, what is ready, what failed and why. */
export function Attivita({ attivita: { processi, failed, reload, resta } }: { attivita: Processi }) {
  const client = useQueryClient();
  const snackbar = useSnackbar();
  const then = (work: Promise<unknown>, problem: string) => {
    work.catch((error: unknown) => snackbar.error(problem, { detail: messaggioDi(error, 'Riprova tra poco.') }))
      .finally(() => void client.invalidateQueries({ queryKey: chiavi.processi }));
  };
  const finished = processi.filter((p) => !inCorso(p));
  return (
    <>
      <div className="flex h-11 flex-none items-center justify-between border-b border-line pl-4 pr-2">
        <span className="text-label font-semibold">Attività</span>
        {finished.length > 0 ? <Button variant="text" size="sm" onClick={() => then(Promise.all(finished.map((p) => togliProcesso(p.id))), 'Elenco non svuotato')}>Svuota</Button> : null}
      </div>
      {failed ? <ErrorState title="Attività non caricate" onRetry={reload} /> : processi.length === 0 ? (
        <EmptyState icon={ListChecks} title="Nessuna attività" text="Qui restano zip, elaborazioni e invii, anche mentre lavori su altro." />
      ) : (
        <ul className="max-h-[60vh] divide-y divide-line overflow-y-auto">
          {processi.map((p) => (
            <Voce key={p.id} processo={p} resta={resta(p)} then={then} />
          ))}
        </ul>
      )}
    </>
  );
}

interface VoceProps {
  processo: Processo;
  resta: string | null;
  then(work: Promise<unknown>, problem: string): void;
}

function Voce({ processo: p, resta, then }: VoceProps) {
  return (
    <li className="flex gap-3 px-4 py-3">
      <Dot state={DOT[p.status]} label={WORD[p.status]} />
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium" title={p.titolo}>{p.titolo}</p>
        {p.status === 'running' ? <Progress className="my-2" value={p.progresso} label={p.titolo} /> : null}
        <p className={`num text-label ${p.status === 'error' ? 'text-danger-ink' : 'text-ink-3'}`}>{detail(p, resta)}</p>
      </div>
      {p.status === 'done' && p.name ? <Button size="sm" plain icon={Download} onClick={() => then(scaricaRisultato(p.id), 'File non scaricato')}>Scarica</Button> : null}
      {p.status === 'error' ? <Button size="sm" plain onClick={() => then(riprovaProcesso(p.id), 'Non è ripartito')}>Riprova</Button> : null}
      {inCorso(p) ? null : <IconButton size="sm" icon={X} label={`Togli ${p.titolo}`} className="-mr-2" onClick={() => then(togliProcesso(p.id), 'Non tolta')} />}
    </li>
  );
}

function detail({ status, titolo, messaggio, finito, scade, name, progresso }: Processo, resta: string | null): string {
  if (status === 'queued') return messaggio ?? 'in coda';
  if (status === 'running') return [messaggio ?? `${progresso} %`, resta].filter(Boolean).join(', ');
  if (status === 'error') return messaggio ?? 'Non riuscito';
  const esito = messaggio && titolo.includes(messaggio) ? null : messaggio;
  return [finito ? formatRelativo(finito) : null, esito, name && scade ? `fino al ${formatGiorno(scade)}` : null].filter(Boolean).join(', ');
}
