import type { Json } from '#contracts/core/events.ts';
import type { Field } from '#contracts/core/fields.ts';
import type { HistoryField } from '#contracts/core/history.ts';
import { showValue } from '#contracts/core/history-in-words.ts';
import { drawnColor } from '#web/lib/record-color.ts';
import { useState, type ReactNode } from 'react';
import { useOpenFile } from '../documents/use-open-file.ts';

interface FileVersionLinkProps {
  percorso: string;
  versione: number;
  children: ReactNode;
}

/** Link that opens an older version of a file in a new window, under a short-lived name. */
function FileVersionLink({ percorso, versione, children }: FileVersionLinkProps) {
  const openFile = useOpenFile();
  const [asking, setAsking] = useState(false);
  const open = () => {
    setAsking(true);
    void openFile(percorso, versione).finally(() => setAsking(false));
  };
  return (
    <button type="button" className="link" disabled={asking} onClick={open}>
      {children}
    </button>
  );
}

interface HistoryValueProps {
  tipo: HistoryField['tipo'];
  field: Field | undefined;
  value: Json;
  /** Name of the record that a key refers to. */
  name?: string | undefined;
}

/** Shows a value in its field's format; a file is a link to the version that the entry names. */
export function HistoryValue({ tipo, field, value, name }: HistoryValueProps) {
  const { text, empty, color, file } = showValue(tipo, field, value, name);
  if (file) return <FileVersionLink {...file}>{text}</FileVersionLink>;
  if (color)
    return (
      <span className="inline-flex items-center gap-1.5">
        <span className="swatch" style={{ backgroundColor: drawnColor(color) }} aria-hidden="true" />
        {text}
      </span>
    );
  return <span className={empty ? 'text-ink-3' : 'whitespace-pre-line'}>{text}</span>;
}
