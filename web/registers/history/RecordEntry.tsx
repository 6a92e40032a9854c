import { useState } from 'react';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import { leavesAnother, type HistoryItem } from '#contracts/core/history.ts';
import { formatInstant } from '#web/lib/format.ts';
import { ScreenReaderText } from '#web/ui/feedback/ScreenReaderText.tsx';
import { HistoryEntry } from './HistoryEntry.tsx';
import { PastDialog } from './PastDialog.tsx';
import { useRestore } from './use-restore.tsx';

interface RecordEntryProps {
  def: AnyRegister;
  entry: HistoryItem;
  /** The record's present state is that after this event. */
  latest: boolean;
  mayRestore: boolean;
}

/** History entry of a child record: names the record, shows its version in a dialog and offers to restore it. */
export function RecordEntry({ def, entry, latest, mayRestore }: RecordEntryProps) {
  const [open, setOpen] = useState(false);
  const restore = useRestore(def, entry.id);
  const restorable = mayRestore && isPast(entry, latest);
  const actions = leavesAnother(entry) ? (
    <>
      <button type="button" className="link" onClick={() => setOpen(true)}>
        Vedi com'era
        <ScreenReaderText>
          {entry.oggetto}, il {formatInstant(entry.quando)}
        </ScreenReaderText>
      </button>
      {restorable ? (
        <button type="button" className="link" onClick={() => void restore(entry)}>
          Ripristina
          <ScreenReaderText>
            {entry.oggetto}, com'era il {formatInstant(entry.quando)}
          </ScreenReaderText>
        </button>
      ) : null}
    </>
  ) : undefined;
  return (
    <>
      <HistoryEntry entry={entry} subject={entry.oggetto} actions={actions} />
      {open ? <PastDialog def={def} entry={entry} mayRestore={restorable} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

/** Tells whether an entry can be restored: any but the present state. For a deleted record, its deletion can be undone. */
const isPast = (entry: HistoryItem, latest: boolean): boolean => !latest || entry.tipo === 'eliminato';
