import { Download, Eye, Trash2 } from 'lucide-react';
import { Fragment, useMemo, useRef, useState, type ReactNode } from 'react';
import { fotoNoleggi } from '#contracts/registers/foto-noleggi.ts';
import { usePhone } from '#web/lib/use-media.ts';
import { columnOf, type Row } from '#web/registers/list/columns.ts';
import { nomeDi } from '#web/registers/documents/file-name.ts';
import { archivioDi } from '#web/registers/documents/files.api.ts';
import { useFileViewer } from '#web/registers/documents/use-file-viewer.ts';
import { useRelatedGrid } from '#web/registers/list/use-related-grid.ts';
import type { GridColumn } from '#web/ui/grid/columns.ts';
import { DataGrid } from '#web/ui/grid/DataGrid.tsx';
import { IconButton } from '#web/ui/feedback/IconButton.tsx';
import { Lightbox, type LightboxImage } from '#web/ui/overlays/Lightbox.tsx';
import { useSnackbar } from '#web/ui/feedback/snackbar.tsx';
import { EmptyState } from '#web/ui/feedback/states.tsx';
import { testo } from './noleggi.ts';
import type { useFotoNoleggio } from './use-foto-noleggio.ts';

interface FotoListProps {
  id: string;
  matricola: string;
  foto: ReturnType<typeof useFotoNoleggio>;
  elimina: boolean;
}

/** The photos of a rental, ten a page; they open over the page. */
export function FotoList({ id, matricola, foto, elimina }: FotoListProps) {
  const snackbar = useSnackbar();
  const [aperte, setAperte] = useState<{ images: LightboxImage[]; index: number } | null>(null);
  const { download } = useFileViewer();
  const grid = useRelatedGrid(fotoNoleggi, { id_noleggi: Number(id) }, fotoNoleggi.list.pageSize);
  const guarda = async (row: Row) => {
    const found = await foto.immagini([...(grid.rows ?? [])]);
    const index = found.findIndex((one) => one.row === row);
    if (index >= 0) setAperte({ images: found.map(({ image }) => image), index });
    else snackbar.error('File non aperto', { detail: nomeDi(testo(row['foto']) ?? '') });
  };
  const scarica = (row: Row) => {
    const percorso = testo(row['foto']);
    const file = archivioDi(row)['foto'];
    if (percorso) void download(percorso, file?.percorso === percorso ? file.versione : undefined);
  };
  const azioni = useRef({ guarda, scarica, elimina: foto.elimina });
  azioni.current = { guarda, scarica, elimina: foto.elimina };
  const phone = usePhone();
  const columns = useMemo(() => colonne(azioni, elimina, phone), [elimina, phone]);
  return (
    <div className="max-h-[400px] overflow-y-auto">
      <DataGrid<Row>
        {...grid}
        label={`foto di ${matricola}`}
        storageKey="noleggio.fotoNoleggi"
        columns={columns}
        rowLabel={nomeFoto}
        empty={<EmptyState title="Nessuna foto" text={`Di ${matricola} non c'è ancora alcuna foto.`} />}
      />
      <Lightbox images={aperte?.images ?? []} index={aperte?.index ?? null} onIndex={(index) => setAperte((now) => (now && index !== null ? { ...now, index } : null))} />
    </div>
  );
}

interface Azioni {
  guarda(row: Row): Promise<void>;
  scarica(row: Row): void;
  elimina(row: Row): Promise<void>;
}

const BOTTONE = 'md:-ml-1.5';

const nomeFoto = (row: Row): string => nomeDi(testo(row['foto']) ?? String(row['data'] ?? ''));

/** The buttons read what they do from a ref: the columns must not change at every rendering. On a phone they stand in one column. */
function colonne(azioni: { readonly current: Azioni }, elimina: boolean, phone: boolean): GridColumn<Row>[] {
  const presente = (row: Row) => testo(row['foto']) !== null;
  const bottoni: readonly (readonly [string, (row: Row) => ReactNode])[] = [
    ['Download', (row) => (presente(row) ? <IconButton size="sm" icon={Download} className={BOTTONE} label={`Scarica ${nomeFoto(row)}`} onClick={() => azioni.current.scarica(row)} /> : null)],
    ['Visualizzazione', (row) => (presente(row) ? <IconButton size="sm" icon={Eye} className={BOTTONE} label={`Visualizza ${nomeFoto(row)}`} onClick={() => void azioni.current.guarda(row)} /> : null)],
    ...(elimina ? [['Eliminazione', (row: Row) => <IconButton size="sm" icon={Trash2} variant="danger-ghost" className={`${BOTTONE} !text-ink-3 hover:!text-danger-ink`} label={`Elimina ${nomeFoto(row)}`} onClick={() => void azioni.current.elimina(row)} />] as const] : []),
  ];
  const data = { ...columnOf(fotoNoleggi, 'data'), width: 116 };
  if (phone) {
    const insieme = (row: Row) => <span className="flex">{bottoni.map(([nome, render]) => <Fragment key={nome}>{render(row)}</Fragment>)}</span>;
    return [data, { id: 'azioni', label: 'Azioni', sortable: false, value: () => null, render: insieme }];
  }
  return [
    data,
    { ...columnOf(fotoNoleggi, 'foto'), type: 'secondary', render: (row) => (presente(row) ? nomeFoto(row) : <span className="none">Nessun file</span>) },
    ...bottoni.map(([nome, render]): GridColumn<Row> => ({ id: nome.toLowerCase(), label: nome, width: 116, sortable: false, value: () => null, render })),
  ];
}
