import { leavesAnother, type HistoryItem } from '#contracts/core/history.ts';
import { formatInstant } from '#web/lib/format.ts';
import { Said } from '#web/ui/feedback/Said.tsx';
import { HistoryEntry } from './HistoryEntry.tsx';

interface OwnEntryProps {
  entry: HistoryItem;
  viewed: boolean;
  /** The record's present state is that after this event. */
  latest: boolean;
  onView: ((entry: HistoryItem) => void) | undefined;
  onRestore: ((entry: HistoryItem) => void) | undefined;
}

/** History entry of the form's own record; "Vedi com'era" shows that version in the form. */
export function OwnEntry({ entry, viewed, latest, onView, onRestore }: OwnEntryProps) {
  // a deletion has no version to show, the present state nothing to restore, and an entry without changes neither
  const past = entry.tipo !== 'eliminato' && leavesAnother(entry);
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
  return <HistoryEntry entry={entry} actions={actions} />;
}
