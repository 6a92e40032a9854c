import { FolderArchive } from 'lucide-react';
import { oggi } from '#web/lib/format.ts';
import { useIdentita } from '#web/lib/session.ts';
import { RegisterList, type ListContext } from '#web/registri/RegisterList.tsx';
import { useAttachmentsExport } from '#web/registri/use-attachments-export.ts';
import { SelectionAction } from '#web/ui/grid/SelectionBar.tsx';
import { COLONNE } from './colonne.tsx';
import { noleggi, quantiScaduti } from './noleggi.ts';
import { NoleggioCard } from './NoleggioCard.tsx';
import { puoAggiungere } from './permessi-noleggio.ts';

/** NOLEGGI: documents at a glance, zip of the selected rentals. */
export default function NoleggiList() {
  const identita = useIdentita();
  const { exportFiles } = useAttachmentsExport();
  const zip = async (list: ListContext) => {
    const rows = await list.selected.rows();
    await exportFiles({ all: true, macchina: rows.map((row) => String(row['matricola'])) });
  };
  return (
    <RegisterList
      def={noleggi}
      columns={COLONNE}
      buttons={{ aggiungi: puoAggiungere(identita) }}
      rowTone={(row) => ({ hot: quantiScaduti(row, oggi()) > 0 })}
      card={(row) => <NoleggioCard row={row} />}
      selectionActions={(list) => <SelectionAction icon={FolderArchive} onClick={() => void zip(list)}>ESPORTA</SelectionAction>}
    />
  );
}
