import { useQuery } from '@tanstack/react-query';
import { FolderArchive, QrCode } from 'lucide-react';
import { useLocation } from 'wouter';
import { macchinari } from '#contracts/registers/macchinari.ts';
import { todayInRome } from '#web/lib/format.ts';
import { usePhone } from '#web/lib/use-media.ts';
import { listOptions } from '#web/registers/register.api.ts';
import { RegisterList, type ListContext } from '#web/registers/list/RegisterList.tsx';
import { useAttachmentsExport } from '#web/registers/list/use-attachments-export.ts';
import { Badge } from '#web/ui/feedback/Badge.tsx';
import { SelectionAction } from '#web/ui/grid/SelectionBar.tsx';
import { useSnackbar } from '#web/ui/feedback/snackbar.tsx';
import { Chip } from '#web/ui/inputs/Chip.tsx';
import { Switch } from '#web/ui/inputs/Switch.tsx';
import { COLUMNS } from './columns.tsx';
import { toggleFilter, serverFilters, FILTER_NAMES, SCADUTI, VENDUTI } from './filters.ts';
import { MacchinaCard } from './MacchinaCard.tsx';
import { rowTone } from './scadenze.ts';

/** MACCHINARI: deadlines and maintenance at a glance, zip and labels of the selected machines. */
export default function MacchinariList() {
  const snackbar = useSnackbar();
  const [, navigate] = useLocation();
  const { exporting, exportFiles } = useAttachmentsExport();
  const withSelection = (list: ListContext, action: (matricole: string[]) => unknown) => async () => {
    if (list.selected.count === 0) return void snackbar.error('Selezionare un macchinario');
    await action(await list.selected.keys());
  };
  const qr = (list: ListContext) => withSelection(list, (matricole) => navigate(`/home/macchinari/print-qrcode?${new URLSearchParams(matricole.map((m) => ['matricola', m])).toString()}`));
  const zip = (list: ListContext) => withSelection(list, (matricole) => exportFiles({ all: true, macchina: matricole }));
  return (
    <RegisterList
      def={macchinari}
      columns={COLUMNS}
      filterNames={FILTER_NAMES}
      toFilters={serverFilters}
      filters={(list) => <Switches list={list} />}
      rowTone={(row) => rowTone(row, todayInRome())}
      card={(row) => <MacchinaCard row={row} />}
      actions={(list) => [
        { label: 'QR', icon: QrCode, look: 'secondary', onClick: () => void qr(list)() },
        { label: 'ESPORTA', icon: FolderArchive, look: 'secondary', loading: exporting, onClick: () => void zip(list)() },
      ]}
      selectionActions={(list) => (
        <>
          <SelectionAction icon={QrCode} onClick={() => void qr(list)()}>QR</SelectionAction>
          <SelectionAction icon={FolderArchive} onClick={() => void zip(list)()}>ESPORTA</SelectionAction>
        </>
      )}
    />
  );
}

/** VENDUTI/DISMESSI and SCADUTI exclude each other; the second says how many there are. */
function Switches({ list }: { list: ListContext }) {
  const phone = usePhone();
  const { filtri: filters } = list.state;
  const { data } = useQuery(listOptions(macchinari, { pagina: 1, righe: 1, ordina: macchinari.list.sort, cerca: '', filtri: serverFilters({ [SCADUTI]: '1' }) }));
  const toggle = (name: string) => (on: boolean) => list.change({ filtri: toggleFilter(name, on) });
  const expired = data && data.totale > 0 ? <Badge tone="danger">{data.totale}</Badge> : null;
  if (phone) {
    return (
      <>
        <Chip on={Boolean(filters[SCADUTI])} onChange={toggle(SCADUTI)}>SCADUTI{expired}</Chip>
        <Chip on={Boolean(filters[VENDUTI])} onChange={toggle(VENDUTI)}>VENDUTI/DISMESSI</Chip>
      </>
    );
  }
  return (
    <>
      <Switch checked={Boolean(filters[VENDUTI])} onChange={toggle(VENDUTI)} label="VENDUTI/DISMESSI" />
      <Switch checked={Boolean(filters[SCADUTI])} onChange={toggle(SCADUTI)} label={<>SCADUTI {expired}</>} />
    </>
  );
}
