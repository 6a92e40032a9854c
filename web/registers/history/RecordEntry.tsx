import { useState } from 'react';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import { leavesAnother, type HistoryItem } from '#contracts/core/history.ts';
import { formatInstant } from '#web/lib/format.ts';
import { Said } from '#web/ui/feedback/Said.tsx';
import { HistoryEntry } from './HistoryEntry.tsx';
import { PastDialog } from './PastDialog.tsx';
import { useRestore } from './use-restore.tsx';

interface RecordEntryProps {
  def: AnyRegister;
  entry: HistoryItem;
  /** The record is as this event left it. */
  latest: boolean;
  mayRestore: boolean;
}

/** An entry of a record that lives inside the one whose history is open: it says which, shows it as it was and brings it back. */
export function RecordEntry({ def, entry, latest, mayRestore }: RecordEntryProps) {
  const [open, setOpen] = useState(false);
  const restore = useRestore(def, entry.id);
  const restorable = mayRestore && isPast(entry, latest);
  const actions = leavesAnother(entry) ? (
    <>
      <button type="button" className="link" onClick={() => setOpen(true)}>
        Vedi com'era
        <Said>
          {entry.oggetto}, il {formatInstant(entry.quando)}
        </Said>
      </button>
      {restorable ? (
        <button type="button" className="link" onClick={() => void restore(entry)}>
          Ripristina
          <Said>
            {entry.oggetto}, com'era il {formatInstant(entry.quando)}
          </Said>
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

/** Another state than that of now: what was deleted last comes back from its deletion too. */
const isPast = (entry: HistoryItem, latest: boolean): boolean => !latest || entry.tipo === 'eliminato';
