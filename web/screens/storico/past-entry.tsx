import type { Catalogue } from '#contracts/core/catalogue.ts';
import { leavesAnother, type HistoryItem } from '#contracts/core/history.ts';
import { may, scope } from '#contracts/core/permissions.ts';
import { useIdentity } from '#web/lib/session.ts';
import { mayRestoreDeleted } from '#web/registers/buttons.ts';
import { useCatalogue } from '#web/registers/catalogue-context.ts';
import { PastDialog } from '#web/registers/history/PastDialog.tsx';
import { Said } from '#web/ui/feedback/Said.tsx';
import type { GridColumn } from '#web/ui/grid/columns.ts';
import { entryHref } from './entries.ts';

const ID = 'comera';

const viewable = (catalogue: Catalogue, entry: HistoryItem): boolean =>
  catalogue.register(entry.tabella) !== undefined && leavesAnother(entry);

/** Where a press leads for an entry with nothing to be looked at. */
export const hrefUnlessViewed = (catalogue: Catalogue, entry: HistoryItem): string | undefined =>
  viewable(catalogue, entry) ? undefined : entryHref(catalogue, entry);

/** Opens the record as the entry left it. It is nothing to be exported or printed. */
export const viewColumn = (catalogue: Catalogue, onView: (entry: HistoryItem) => void): GridColumn<HistoryItem> => ({
  id: ID,
  label: 'Allora',
  width: 112,
  sortable: false,
  value: () => '',
  render: (entry) =>
    viewable(catalogue, entry) ? (
      <button type="button" className="link" onClick={() => onView(entry)}>
        Vedi com'era<Said>{entry.oggetto}</Said>
      </button>
    ) : null,
});

export const told = (columns: readonly GridColumn<HistoryItem>[]): readonly GridColumn<HistoryItem>[] =>
  columns.filter(({ id }) => id !== ID);

/** A record as it was, from the history of the whole portal. */
export function PastEntry({ entry, onClose }: { entry: HistoryItem; onClose(): void }) {
  const catalogue = useCatalogue();
  const identity = useIdentity();
  const def = catalogue.register(entry.tabella);
  if (!def) return null;
  // whose it is the entry does not say: with the own records alone it is brought back from its page
  const mayRestore =
    scope(identity, def.access, 'edit') === 'all' &&
    may(identity, def.access, 'edit', null) &&
    (entry.tipo !== 'eliminato' || mayRestoreDeleted(identity, def));
  return <PastDialog def={def} entry={entry} mayRestore={mayRestore} href={entryHref(catalogue, entry)} onClose={onClose} />;
}
