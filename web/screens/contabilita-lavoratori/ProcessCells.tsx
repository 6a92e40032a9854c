import { ArrowLeftRight, Download, Trash2 } from 'lucide-react';
import type { TipoFileContabilita } from '#contracts/modules/contabilita/names.ts';
import type { ProcessoContabilita } from '#contracts/modules/contabilita/processi.ts';
import { formatRelativo } from '#web/lib/format.ts';
import { Button } from '#web/ui/feedback/Button.tsx';
import { Dot } from '#web/ui/feedback/Dot.tsx';
import { IconButton } from '#web/ui/feedback/IconButton.tsx';
import { isWaiting, stateOf, toldOnce } from './states.ts';
import type { ProcessActions } from './use-process-actions.ts';

const FURTHER: readonly { tipo: TipoFileContabilita; label: string }[] = [
  { tipo: 'prima_nota', label: 'Prima nota' },
  { tipo: 'anomalie', label: 'Anomalie' },
];

interface Cell {
  process: ProcessoContabilita;
}

/** Shows the name and the outcome of a run; the name of a failed run already includes its reason. */
export function Task({ process }: Cell) {
  const { name, suffix, message } = toldOnce(process);
  return (
    <span className="block min-w-0 whitespace-normal py-1.5 [overflow-wrap:anywhere]">
      <span className="font-medium">{name}</span>
      {suffix ? <span className="text-label text-danger-ink">{suffix}</span> : null}
      {message ? <span className="block text-label text-ink-3">{message}</span> : null}
    </span>
  );
}

/** Shows the names of the two uploaded files. */
export function UploadedFiles({ process: { caricati } }: Cell) {
  return (
    <span className="block min-w-0 py-1.5 text-label text-ink-2">
      <span className="block truncate" title={caricati.bilMovDip}>
        {caricati.bilMovDip}
      </span>
      <span className="block truncate" title={caricati.ripartizioni}>
        {caricati.ripartizioni}
      </span>
    </span>
  );
}

export function Who({ process: { utente, creato } }: Cell) {
  return (
    <span className="block min-w-0 py-1.5">
      <span className="block truncate">{utente}</span>
      <span className="num block text-label text-ink-3">{formatRelativo(creato)}</span>
    </span>
  );
}

/** Shows author, time and files of a run in one line of a card. */
export function WhoSent({ process: { utente, creato, caricati } }: Cell) {
  return (
    <span className="num block min-w-0 text-label text-ink-3 [overflow-wrap:anywhere]">{`${utente}, ${formatRelativo(creato)}: ${caricati.bilMovDip}, ${caricati.ripartizioni}`}</span>
  );
}

export function State({ process }: Cell) {
  const { dot, word } = stateOf(process);
  return (
    <span className="flex items-center gap-2">
      <Dot state={dot} label="" />
      {word}
    </span>
  );
}

/** Shows the buttons that download a run's files, and the one that sends two swapped files in the right order. */
export function Files({ process, actions: { save, swap } }: Cell & { actions: ProcessActions }) {
  const { filename, files, status } = process;
  const exchanged = swap(process);
  return (
    <span className="flex flex-wrap items-center gap-2 py-1.5">
      {exchanged ? (
        <Button size="sm" variant="primary" icon={ArrowLeftRight} onClick={exchanged}>
          INVERTI I FILE
        </Button>
      ) : null}
      <Button size="sm" plain icon={Download} disabled={filename === null} onClick={() => filename !== null && save(filename)}>
        {status === 'error' ? 'Rapporto' : 'Cartella'}
      </Button>
      {FURTHER.flatMap(({ tipo, label }) => {
        const match = files.find((file) => file.tipo === tipo);
        return match
          ? [
              <Button key={tipo} size="sm" plain icon={Download} onClick={() => save(match.filename)}>
                {label}
              </Button>,
            ]
          : [];
      })}
    </span>
  );
}

export function Remove({ process, actions: { remove } }: Cell & { actions: ProcessActions }) {
  return remove && !isWaiting(process) ? (
    <IconButton icon={Trash2} size="sm" label={`Elimina ${process.taskName}`} onClick={() => remove(process)} />
  ) : null;
}
