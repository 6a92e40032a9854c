import { CircleAlert } from 'lucide-react';
import { formatByte } from '#web/lib/format.ts';
import { Button } from '#web/ui/feedback/Button.tsx';
import { Note } from '#web/ui/feedback/Note.tsx';
import { calledTogether } from '#web/ui/inputs/file-kind.ts';
import type { LaidFiles, ReadyFile } from './ready-files.ts';
import { sizeOf } from './use-record-files.ts';

interface ReadyProps {
  label: string;
  file: ReadyFile;
}

/** Shows name and size of a chosen file, and why it is not in the archive yet. */
export function ReadyName({ label, file: { files, why } }: ReadyProps) {
  return (
    <div className="min-w-0">
      {label ? <p className="doc-name">{label}</p> : null}
      <p className="doc-file num">
        <span className="font-medium text-accent-ink">Pronto</span>
        <span>{formatByte(sizeOf(files))}</span>
        <span className="text-ink-2" title={files.map(({ name }) => name).join(', ')}>
          {calledTogether(files)}
        </span>
      </p>
      {why ? (
        <p className="field-error" role="alert">
          <CircleAlert className="icon-sm" aria-hidden />
          <span>{why}</span>
        </p>
      ) : null}
    </div>
  );
}

/** Buttons to retry the upload of a chosen file or to remove it. */
export function ReadyActions({ label, campo, laid: { take, retry } }: { label: string; campo: string; laid: LaidFiles }) {
  return (
    <div className="doc-acts">
      {retry ? (
        <Button size="sm" plain onClick={() => retry(campo)}>
          Riprova<span className="sr-only"> {label}</span>
        </Button>
      ) : null}
      <Button size="sm" variant="text" onClick={() => take(campo)}>
        Togli<span className="sr-only"> {label}</span>
      </Button>
    </div>
  );
}

/** Note over the documents of a record that does not exist yet. */
export const ReadyNote = () => (
  <Note>I file che scegli qui restano pronti e si caricano con SALVA; le scadenze si possono già scrivere.</Note>
);
