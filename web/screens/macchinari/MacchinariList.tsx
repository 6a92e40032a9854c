import { FolderArchive, QrCode } from 'lucide-react';
import { useLocation } from 'wouter';
import { macchinari } from '#contracts/registers/macchinari.ts';
import { todayInRome } from '#web/lib/format.ts';
import { FilterSwitches, type FilterSwitch } from '#web/registers/list/FilterSwitches.tsx';
import { RegisterList, type ListContext } from '#web/registers/list/RegisterList.tsx';
import { useAttachmentsExport } from '#web/registers/list/use-attachments-export.ts';
import { SelectionAction } from '#web/ui/grid/SelectionBar.tsx';
import { useSnackbar } from '#web/ui/feedback/snackbar.tsx';
import { COLUMNS } from './columns.tsx';
import { serverFilters, FILTER_NAMES, IN_SCADENZA, MANUTENZIONE, SCADUTI, VENDUTI } from './filters.ts';
import { MacchinaCard } from './MacchinaCard.tsx';
import { rowTone } from './scadenze.ts';

const SWITCHES: readonly FilterSwitch[] = [
  { name: VENDUTI, label: 'VENDUTI/DISMESSI' },
  { name: SCADUTI, label: 'SCADUTI', count: serverFilters({ [SCADUTI]: '1' }) },
  { name: IN_SCADENZA, label: 'IN SCADENZA', count: serverFilters({ [IN_SCADENZA]: '1' }), tone: 'warn' },
  { name: MANUTENZIONE, label: 'IN MANUTENZIONE', count: serverFilters({ [MANUTENZIONE]: '1' }), tone: 'due' },
];

/** MACCHINARI: deadlines and maintenance at a glance, zip and labels of the selected machines. */
export default function MacchinariList() {
  const snackbar = useSnackbar();
  const [, navigate] = useLocation();
  const { exporting, exportFiles } = useAttachmentsExport();
  const withSelection = (list: ListContext, action: (matricole: string[]) => unknown) => async () => {
    if (list.selected.count === 0) return void snackbar.error('Selezionare un macchinario');
    await action(await list.selected.keys());
  };
  const qr = (list: ListContext) =>
    withSelection(list, (matricole) =>
      navigate(`/home/macchinari/print-qrcode?${new URLSearchParams(matricole.map((m) => ['matricola', m])).toString()}`),
    );
  const zip = (list: ListContext) => withSelection(list, (matricole) => exportFiles({ all: true, macchina: matricole }));
  return (
    <RegisterList
      def={macchinari}
      columns={COLUMNS}
      filterNames={FILTER_NAMES}
      toFilters={serverFilters}
      filters={(list) => <FilterSwitches def={macchinari} list={list} switches={SWITCHES} />}
      rowTone={(row) => rowTone(row, todayInRome())}
      card={(row) => <MacchinaCard row={row} />}
      actions={(list) => [
        { label: 'QR', icon: QrCode, look: 'secondary', onClick: () => void qr(list)() },
        { label: 'ESPORTA', icon: FolderArchive, look: 'secondary', loading: exporting, onClick: () => void zip(list)() },
      ]}
      selectionActions={(list) => (
        <>
          <SelectionAction icon={QrCode} onClick={() => void qr(list)()}>
            QR
          </SelectionAction>
          <SelectionAction icon={FolderArchive} onClick={() => void zip(list)()}>
            ESPORTA
          </SelectionAction>
        </>
      )}
    />
  );
}
