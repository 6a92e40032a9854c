import { FileSpreadsheet, Upload, X } from 'lucide-react';
import { LIMITS, type InputFile } from '#contracts/modules/contabilita/result.ts';
import { formatByte, formatInstant } from '#web/lib/format.ts';
import { Button } from '#web/ui/feedback/Button.tsx';
import { IconButton } from '#web/ui/feedback/IconButton.tsx';
import { Progress } from '#web/ui/feedback/Progress.tsx';
import { FileDrop } from '#web/ui/inputs/FileDrop.tsx';
import { CONTABILITA_MESSAGES, type EarlierRun } from '#contracts/modules/contabilita/processi.ts';
import { Note } from '#web/ui/feedback/Note.tsx';
import { stateOf } from './states.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSnackbar } from '#web/ui/feedback/snackbar.tsx';
import { earlierOptions, type Pair } from './contabilita.api.ts';
import { useSendPair } from './use-send-pair.ts';

/** Manages the two files of a run: choice, search for earlier runs, upload. The choice is cleared once they are queued. */
function useUploadPair() {
  const client = useQueryClient();
  const snackbar = useSnackbar();
  const sendPair = useSendPair();
  const [chosen, setChosen] = useState<Partial<Pair>>({});
  /** Progress of the upload from 0 to 100; `null` when none runs. */
  const [progress, setProgress] = useState<number | null>(null);
  const earlier = useQuery(earlierOptions(chosen));
  const choose = (name: InputFile, file: File | null) =>
    setChosen(({ [name]: _before, ...others }) => (file ? { ...others, [name]: file } : others));
  const send = async (): Promise<void> => {
    const { bilMovDip, ripartizioni } = chosen;
    if (!bilMovDip || !ripartizioni) return void snackbar.error(CONTABILITA_MESSAGES.fileMancante);
    if (progress !== null) return;
    setProgress(0);
    try {
      // if earlier runs are still being searched, wait: the person must see them and press again
      if (earlier.isLoading && (await client.ensureQueryData(earlierOptions(chosen)).catch(() => [])).length > 0) return;
      // after a refusal the files stay chosen, for another attempt
      if (await sendPair({ bilMovDip, ripartizioni }, (sent, total) => setProgress(total === 0 ? 0 : (sent / total) * 100))) setChosen({});
    } finally {
      setProgress(null);
    }
  };
  return { chosen, choose, progress, send, earlier: earlier.data ?? [] };
}

/** Warns that the two chosen files were processed before. */
function EarlierRuns({ runs }: { runs: readonly EarlierRun[] }) {
  const [last, ...before] = runs;
  if (!last) return null;
  return (
    <Note tone="history" className="mt-4">
      <p className="font-medium">{earlierRunText(last)}</p>
      <p>{last.tolto ? 'Quel risultato è stato tolto. ' : ''}Si possono elaborare di nuovo: il nome dirà «ripetuta».</p>
      {before.length > 0 ? (
        <p className="text-label">{`Prima ancora: ${before.map(({ creato, utente }) => `${formatInstant(creato)} da ${utente}`).join('; ')}.`}</p>
      ) : null}
    </Note>
  );
}

/** Formats an earlier run: "Già elaborati il 2026-11-17 alle 11:18 da anna (Da verificare)." */
const earlierRunText = (run: EarlierRun): string =>
  `Già elaborati il ${formatInstant(run.creato)} da ${run.utente} (${stateOf(run).word.toLowerCase()}).`;

const PICKERS: readonly { name: InputFile; label: string; example: string }[] = [
  { name: 'bilMovDip', label: 'File Bill Mov Dip', example: new URL('./esempi/bilMovDip.csv', import.meta.url).href },
  { name: 'ripartizioni', label: 'File Ripartizione', example: new URL('./esempi/ripartizioni.csv', import.meta.url).href },
];
const MAX_MB = LIMITS.fileByte / 1024 / 1024;

/** Shows the pickers of the two files and the button CARICA FILES. */
export function CsvPair() {
  const { chosen, choose, progress, send, earlier } = useUploadPair();
  return (
    <section className="panel p-4" aria-label="File da elaborare">
      <div className="grid gap-4 md:grid-cols-2">
        {PICKERS.map(({ name, label, example }) => (
          <div key={name} role="group" aria-label={label}>
            <p className="mb-1.5 flex items-baseline justify-between gap-3 text-label font-medium text-ink-2">
              {label}
              <a className="link font-normal" href={example} download={`esempio_${name}.csv`}>
                Un esempio
              </a>
            </p>
            <Picker label={label} file={chosen[name]} disabled={progress !== null} onFile={(file) => choose(name, file)} />
          </div>
        ))}
      </div>
      <EarlierRuns runs={earlier} />
      <div className="mt-4 flex items-center gap-4">
        <Button variant="primary" icon={Upload} loading={progress !== null} onClick={() => void send()}>
          CARICA FILES
        </Button>
        {progress === null ? null : <Progress className="max-w-[320px] flex-1" value={progress} label="Caricamento dei file" />}
      </div>
    </section>
  );
}

function Picker({
  label,
  file,
  disabled,
  onFile,
}: {
  label: string;
  file: File | undefined;
  disabled: boolean;
  onFile(file: File | null): void;
}) {
  if (!file) return <FileDrop kind="csv" maxMb={MAX_MB} disabled={disabled} onFile={onFile} />;
  return (
    <div className="flex min-h-[62px] items-center gap-3 rounded-control border border-line-input px-4 py-3">
      <FileSpreadsheet className="icon-lg flex-none text-accent-ink" aria-hidden />
      <span className="min-w-0 flex-1 text-body">
        <span className="block truncate font-medium">{file.name}</span>
        <span className="block text-label text-ink-3">{formatByte(file.size)}</span>
      </span>
      <IconButton icon={X} size="sm" label={`Togli ${label}`} disabled={disabled} onClick={() => onFile(null)} />
    </div>
  );
}
