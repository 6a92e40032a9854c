import { FolderArchive, QrCode } from 'lucide-react';
import { useCallback, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { workerName } from '#contracts/modules/personale.ts';
import { personale } from '#contracts/registers/personale.ts';
import { todayInRome } from '#web/lib/format.ts';
import { RegisterList, type ListContext } from '#web/registers/list/RegisterList.tsx';
import { useAttachmentsExport } from '#web/registers/list/use-attachments-export.ts';
import { useSnackbar } from '#web/ui/feedback/snackbar.tsx';
import { SelectionAction } from '#web/ui/grid/SelectionBar.tsx';
import type { PageAction } from '#web/ui/page/PageHead.tsx';
import { COLUMNS, COMPACT_COLUMNS } from './columns.tsx';
import { COMPATTA, FILTER_NAMES, serverFilters } from './filters.ts';
import { ListSwitches } from './ListSwitches.tsx';
import { PersonaleCard } from './PersonaleCard.tsx';
import { rowTone } from './documents.ts';

/** PERSONALE: the documents of all workers at a glance, or only what is out of order; zip and badges of the selected ones. */
export default function PersonaleList() {
  const snackbar = useSnackbar();
  const [, navigate] = useLocation();
  const { exporting, exportFiles } = useAttachmentsExport();
  // once something was chosen, QR stays: with nothing chosen any more it says so
  const [chosenOnce, setChosenOnce] = useState(false);
  const markChosen = useCallback(() => setChosenOnce(true), []);
  const compact = new URLSearchParams(useSearch()).has(COMPATTA);
  const withSelection = (list: ListContext, action: () => unknown) => () => {
    if (list.selected.count === 0) snackbar.error(personale.messages.noneChosen ?? '');
    else void action();
  };
  const qr = (list: ListContext) =>
    withSelection(list, async () => {
      const matricole = await list.selected.keys();
      navigate(`/home/personale/print-qrcode?${new URLSearchParams(matricole.map((m) => ['matricola', m])).toString()}`);
    });
  const zip = (list: ListContext) =>
    withSelection(list, async () => {
      const rows = await list.selected.rows();
      await exportFiles({
        all: true,
        personale: rows.map(({ matricola, cognome, nome }) => workerName({ matricola: String(matricola), cognome, nome })),
      });
    });
  const actions = (list: ListContext): PageAction[] => [
    ...(chosenOnce || list.selected.count > 0 ? [{ label: 'QR', icon: QrCode, look: 'secondary' as const, onClick: qr(list) }] : []),
    ...(list.selected.count > 0
      ? [{ label: 'ESPORTA', icon: FolderArchive, look: 'secondary' as const, loading: exporting, onClick: zip(list) }]
      : []),
  ];
  return (
    <RegisterList
      def={personale}
      columns={compact ? COMPACT_COLUMNS : COLUMNS}
      {...(compact ? { layout: 'compatta' } : {})}
      filterNames={FILTER_NAMES}
      toFilters={serverFilters}
      filters={(list) => <ListSwitches list={list} onChosen={markChosen} />}
      rowTone={(row) => rowTone(row, todayInRome())}
      card={(row) => <PersonaleCard row={row} missing={compact} />}
      actions={actions}
      selectionActions={(list) => (
        <>
          <SelectionAction icon={QrCode} onClick={qr(list)}>
            QR
          </SelectionAction>
          <SelectionAction icon={FolderArchive} onClick={zip(list)}>
            ESPORTA
          </SelectionAction>
        </>
      )}
    />
  );
}
