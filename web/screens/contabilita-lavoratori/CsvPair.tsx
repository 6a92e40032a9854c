import { FileSpreadsheet, Upload, X } from 'lucide-react';
import { LIMITS, type InputFile } from '#contracts/modules/contabilita/result.ts';
import { formatByte } from '#web/lib/format.ts';
import { Button } from '#web/ui/feedback/Button.tsx';
import { IconButton } from '#web/ui/feedback/IconButton.tsx';
import { Progress } from '#web/ui/feedback/Progress.tsx';
import { FileDrop } from '#web/ui/inputs/FileDrop.tsx';
import { EarlierRuns } from './EarlierRuns.tsx';
import { useUploadPair } from './use-upload-pair.ts';

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
