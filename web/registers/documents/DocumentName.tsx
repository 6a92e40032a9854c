import { CircleAlert } from 'lucide-react';
import type { RecordFile } from '#contracts/core/documents.ts';
import { formatByte, formatDay } from '#web/lib/format.ts';
import { TextInput } from '#web/ui/inputs/TextInput.tsx';
import type { Absence } from './document-types.ts';
import { withName, nameOf, wrongName } from './file-name.ts';

interface DocumentNameProps {
  label: string;
  /** Path of the file in the form, possibly renamed. */
  percorso: string | null;
  /** Path of the file in the stored record. */
  base: string | null;
  /** Why there is no file, if known. */
  absent?: Absence | undefined;
  file: RecordFile | undefined;
  refusal: string | undefined;
  /** The name is being edited. */
  editing: boolean;
  onRename(path: string): void;
  onEdited(): void;
  /** Opens the file; absent if the person may not. */
  onView: (() => void) | undefined;
}

/** Shows the document's name above the name, size, date and user of its file. */
export function DocumentName({ label, percorso, base, absent, file, refusal, editing, onRename, onEdited, onView }: DocumentNameProps) {
  const wrong = percorso && base ? wrongName(percorso, base) : null;
  return (
    <div className="min-w-0">
      <p className="doc-name">{label}</p>
      {editing && percorso && base ? (
        <TextInput
          autoFocus
          aria-label={`Nome del file, ${label}`}
          value={nameOf(percorso)}
          invalid={wrong !== null}
          boxClass="max-w-[340px] max-md:my-0.5 md:-mb-[7px] md:-mt-px md:!h-6"
          onChange={(name) => onRename(withName(base, name.replaceAll('/', '')))}
          onBlur={() => {
            if (!wrong) onEdited();
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter') {
              event.preventDefault();
              if (!wrong) onEdited();
            }
            if (event.key === 'Escape') {
              event.stopPropagation();
              onRename(base);
              onEdited();
            }
          }}
        />
      ) : (
        <p className="doc-file num">
          {!(percorso && base) ? (
            <>
              <span>Nessun file</span>
              {absent ? <span className={absent === 'assente' ? 'font-medium text-ink-2' : undefined}>{absent}</span> : null}
            </>
          ) : onView ? (
            <button type="button" className="text-ink-2 hover:underline" onClick={onView}>
              {nameOf(base)}
            </button>
          ) : (
            <span className="text-ink-2">{nameOf(base)}</span>
          )}
          {percorso && percorso !== base ? <span className="text-accent-ink">si chiamerà {nameOf(percorso)}</span> : null}
          {percorso && file ? (
            <>
              <span>{formatByte(file.byte)}</span>
              <span>
                {formatDay(file.quando)}, {file.utente}
              </span>
            </>
          ) : null}
        </p>
      )}
      {(wrong ?? refusal) ? (
        <p className="field-error" role="alert">
          <CircleAlert className="icon-sm" aria-hidden />
          <span>{wrong ?? refusal}</span>
        </p>
      ) : null}
    </div>
  );
}
