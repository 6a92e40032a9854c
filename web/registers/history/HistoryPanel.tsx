import { useInfiniteQuery } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import { leavesAnother, type HistoryItem } from '#contracts/core/history.ts';
import type { TypeChange } from '#contracts/core/record-change.ts';
import { recordKey } from '#contracts/core/record-state.ts';
import { messageOf } from '#web/lib/api-client.ts';
import { formatNumber, formatInstant } from '#web/lib/format.ts';
import { Button } from '#web/ui/feedback/Button.tsx';
import { Menu, MenuItem } from '#web/ui/overlays/Menu.tsx';
import { SidePanel } from '#web/ui/overlays/SidePanel.tsx';
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/feedback/states.tsx';
import { Timeline } from '#web/ui/feedback/Timeline.tsx';
import { useCatalogue } from '../catalogue-context.ts';
import { entryKey, historyOptions } from './history.api.ts';
import { ProofButton } from './ProofButton.tsx';
import { RecordEntry } from './RecordEntry.tsx';
import { ScreenReaderText } from '#web/ui/feedback/ScreenReaderText.tsx';
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
function OwnEntry({ entry, viewed, latest, onView, onRestore }: OwnEntryProps) {
  // a deletion has no version to show, the present state nothing to restore, and an entry without changes neither
  const past = entry.tipo !== 'eliminato' && leavesAnother(entry);
  const restorable = past && onRestore !== undefined && !latest;
  const viewable = past && onView !== undefined;
  const actions =
    viewable || restorable ? (
      <>
        {viewable ? (
          <button type="button" className="link" aria-pressed={viewed} onClick={() => onView(entry)}>
            Vedi com'era<ScreenReaderText>il {formatInstant(entry.quando)}</ScreenReaderText>
          </button>
        ) : null}
        {restorable ? (
          <button type="button" className="link" onClick={() => onRestore(entry)}>
            Ripristina<ScreenReaderText>com'era il {formatInstant(entry.quando)}</ScreenReaderText>
          </button>
        ) : null}
      </>
    ) : undefined;
  return <HistoryEntry entry={entry} actions={actions} />;
}

interface HistoryPanelProps {
  def: AnyRegister;
  id: string;
  onClose(): void;
  /** Called by "Vedi com'era" to show the record as of an entry; `viewed` is the version now shown. */
  onView?: ((entry: HistoryItem) => void) | undefined;
  viewed?: number | undefined;
  /** Called by "Ripristina"; absent if the person may not restore. */
  onRestore?: ((entry: HistoryItem) => void) | undefined;
}

const KINDS: readonly { id: string; label: string; tipi: readonly TypeChange[] | null }[] = [
  { id: 'tutti', label: 'Tutti gli eventi', tipi: null },
  { id: 'modifiche', label: 'Modifiche', tipi: ['creato', 'modificato', 'ripristinato'] },
  { id: 'documenti', label: 'Documenti', tipi: ['caricato', 'rinominato', 'file-eliminato'] },
  { id: 'aperture', label: 'Aperture', tipi: ['aperto'] },
  { id: 'eliminazioni', label: 'Eliminazioni', tipi: ['eliminato', 'file-eliminato'] },
];

/** Shows STORICO, the changes of a record by person and field, newest first. */
export function HistoryPanel({ def, id, onClose, onView, viewed, onRestore }: HistoryPanelProps) {
  const catalogue = useCatalogue();
  const [kind, setKind] = useState(KINDS[0]!);
  const { data: all } = useInfiniteQuery(historyOptions(def.path, id));
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage, isFetchNextPageError } = useInfiniteQuery(
    historyOptions(def.path, id, kind.tipi),
  );
  const shown = data?.entries;
  const latest = useMemo(() => newestOf(all?.entries ?? []), [all]);
  const tools = (
    <>
      {all && all.total > 0 ? <ProofButton table={def.path} id={id} personal={def.personalFields !== undefined} /> : null}
      <Menu
        button={
          <Button variant="ghost" size="sm" plain>
            {kind.label}
            <ChevronDown className="icon-sm" aria-hidden />
          </Button>
        }
      >
        {KINDS.map((k) => (
          <MenuItem key={k.id} chosen={k.id === kind.id} onClick={() => setKind(k)}>
            {k.label}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
  return (
    <SidePanel title="STORICO" count={all?.total} tools={tools} onClose={onClose}>
      {error && !data ? <ErrorState title="Storico non caricato" text={messageOf(error)} onRetry={() => void refetch()} /> : null}
      {!data && !error ? (
        <div className="grid gap-4 p-4" aria-busy="true">
          <Skeleton width="70%" />
          <Skeleton width="40%" />
          <Skeleton width="85%" />
        </div>
      ) : null}
      {shown?.length === 0 ? <EmptyState title="Nessun evento di questo tipo" /> : null}
      {shown && shown.length > 0 ? (
        <div className="p-4">
          <Timeline>
            {shown.map((entry) => {
              const child = entry.tabella === def.path ? undefined : catalogue.register(entry.tabella);
              const isLatest = latest.has(entryKey(entry));
              return child ? (
                <RecordEntry key={entryKey(entry)} def={child} entry={entry} latest={isLatest} mayRestore={onRestore !== undefined} />
              ) : (
                <OwnEntry
                  key={entryKey(entry)}
                  entry={entry}
                  viewed={viewed === entry.versione}
                  latest={isLatest}
                  onView={onView}
                  onRestore={onRestore}
                />
              );
            })}
          </Timeline>
          {isFetchNextPageError ? (
            <ErrorState title="Altri eventi non caricati" text={messageOf(error)} onRetry={() => void fetchNextPage()} />
          ) : null}
          {hasNextPage && !isFetchNextPageError ? (
            <Button plain className="mt-4 w-full" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              Mostra altri eventi
              <span className="num font-normal text-ink-3">
                {formatNumber(shown.length, 0)} di {formatNumber(data.total, 0)}
              </span>
            </Button>
          ) : null}
        </div>
      ) : null}
    </SidePanel>
  );
}

/** Returns, for each record, the key of the newest entry that changed it; that entry shows the present state. */
function newestOf(entries: readonly HistoryItem[]): ReadonlySet<string> {
  const newest = new Map<string, string>();
  for (const entry of entries.filter(leavesAnother)) {
    const record = recordKey(entry.tabella, entry.id);
    if (!newest.has(record)) newest.set(record, entryKey(entry));
  }
  return new Set(newest.values());
}
