import { Link } from 'wouter';
import type { Catalogue } from '#contracts/core/catalogue.ts';
import { leavesAnother, type HistoryItem } from '#contracts/core/history.ts';
import { may, scope } from '#contracts/core/permissions.ts';
import { formatNumber } from '#web/lib/format.ts';
import { useIdentity } from '#web/lib/session.ts';
import { mayRestoreDeleted } from '#web/registers/buttons.ts';
import { useCatalogue } from '#web/registers/catalogue-context.ts';
import { PastDialog } from '#web/registers/history/PastDialog.tsx';
import { ScreenReaderText } from '#web/ui/feedback/ScreenReaderText.tsx';
import type { GridColumn } from '#web/ui/grid/columns.ts';
import { writtenColumns } from './columns.tsx';
import { entryHref } from './entries.ts';
import type { TrailRow } from './rows.ts';
import { UNFOLDED } from './storico.api.ts';
import { TakeBack } from './TakeBack.tsx';

const ID = 'comera';

const viewable = (catalogue: Catalogue, entry: HistoryItem): boolean =>
  entry.insieme === undefined && catalogue.register(entry.tabella) !== undefined && leavesAnother(entry);

/** Returns the address to open for an entry that has no past state to show. */
export const hrefUnlessViewed = (catalogue: Catalogue, entry: HistoryItem): string | undefined =>
  viewable(catalogue, entry) ? undefined : entryHref(catalogue, entry);

interface Views {
  onView(entry: HistoryItem): void;
  /** Returns the address of the entries of a row. */
  hrefOfGroup(gruppo: string): string;
}

/**
 * Column with the button that shows the record after the entry, or all entries of a large row, or takes back a change of many. It is not
 * exported or printed.
 */
export const viewColumn = (catalogue: Catalogue, { onView, hrefOfGroup }: Views): GridColumn<TrailRow> => ({
  id: ID,
  label: 'Allora',
  width: 160,
  sortable: false,
  value: () => '',
  render: (entry) =>
    viewable(catalogue, entry) ? (
      <button type="button" className="link" onClick={() => onView(entry)}>
        Vedi com'era<ScreenReaderText>{entry.oggetto}</ScreenReaderText>
      </button>
    ) : entry.insieme ? (
      <span className="flex gap-3">
        {entry.insieme.quante > UNFOLDED ? (
          <Link href={hrefOfGroup(entry.insieme.gruppo)} className="link">
            Tutte e {formatNumber(entry.insieme.quante, 0)}
          </Link>
        ) : null}
        <TakeBack change={entry.insieme.modifica} />
      </span>
    ) : null,
});

/** Returns the columns for a file or for paper. */
export const outputColumns = (catalogue: Catalogue, columns: readonly GridColumn<TrailRow>[]): readonly GridColumn<TrailRow>[] =>
  writtenColumns(
    catalogue,
    columns.filter(({ id }) => id !== ID),
  );

/** Shows a record as it was after an entry of the portal's history. */
export function PastEntry({ entry, onClose }: { entry: HistoryItem; onClose(): void }) {
  const catalogue = useCatalogue();
  const identity = useIdentity();
  const def = catalogue.register(entry.tabella);
  if (!def) return null;
  // the entry does not name the record's owner: people who may edit only their own records restore from the record's page
  const mayRestore =
    scope(identity, def.access, 'edit') === 'all' &&
    may(identity, def.access, 'edit', null) &&
    (entry.tipo !== 'eliminato' || mayRestoreDeleted(identity, def));
  return <PastDialog def={def} entry={entry} mayRestore={mayRestore} href={entryHref(catalogue, entry)} onClose={onClose} />;
}
