import { Eye, FilePen, History, Pencil, Plus, Trash2, Upload, Wrench, type LucideIcon } from 'lucide-react';
import { register } from '#contracts/registers/index.ts';
import type { TypeChange, HistoryItem } from '#contracts/core/history.ts';
import { formatInstant } from '#web/lib/format.ts';
import { Said } from '#web/ui/feedback/Said.tsx';
import { Changes, TimelineItem } from '#web/ui/feedback/Timeline.tsx';
import { inOrder } from '#contracts/core/history-in-words.ts';
import { HistoryValue } from './HistoryValue.tsx';

const ICON: Record<TypeChange, LucideIcon> = {
  creato: Plus,
  modificato: Pencil,
  eliminato: Trash2,
  ripristinato: History,
  caricato: Upload,
  rinominato: FilePen,
  'file-eliminato': Trash2,
  aperto: Eye,
  altro: Wrench,
};

interface HistoryEntryProps {
  entry: HistoryItem;
  /** Of the record itself, not of one that lives in its stream. */
  own: boolean;
  viewed: boolean;
  /** The record is as this event left it. */
  latest: boolean;
  onView: ((entry: HistoryItem) => void) | undefined;
  onRestore: ((entry: HistoryItem) => void) | undefined;
}

export function HistoryEntry({ entry, own, viewed, latest, onView, onRestore }: HistoryEntryProps) {
  const def = register(entry.tabella);
  // a deletion leaves nothing to look at, the present state nothing to bring back, and an opening neither
  const past = own && entry.tipo !== 'eliminato' && entry.tipo !== 'aperto';
  const restorable = past && onRestore !== undefined && !latest;
  const viewable = past && onView !== undefined;
  const actions =
    viewable || restorable ? (
      <>
        {viewable ? (
          <button type="button" className="link" aria-pressed={viewed} onClick={() => onView(entry)}>
            Vedi com'era<Said>il {formatInstant(entry.quando)}</Said>
          </button>
        ) : null}
        {restorable ? (
          <button type="button" className="link" onClick={() => onRestore(entry)}>
            Ripristina<Said>com'era il {formatInstant(entry.quando)}</Said>
          </button>
        ) : null}
      </>
    ) : undefined;
  return (
    <TimelineItem
      icon={ICON[entry.tipo]}
      who={entry.utente}
      name={entry.nome}
      what={entry.motivo ? `${entry.frase}: ${entry.motivo}` : entry.frase}
      when={entry.quando}
      actions={actions}
    >
      {entry.campi.length > 0 ? (
        <Changes
          items={inOrder(def, entry.campi).map(({ campo: fieldName, etichetta: label, tipo: kind, prima: before, dopo: after }) => ({
            id: fieldName,
            label,
            before: <HistoryValue tipo={kind} field={def?.fields[fieldName]} value={before} />,
            after: <HistoryValue tipo={kind} field={def?.fields[fieldName]} value={after} />,
          }))}
        />
      ) : null}
    </TimelineItem>
  );
}
