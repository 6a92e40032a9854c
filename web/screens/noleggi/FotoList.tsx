import { Download, Eye, Trash2 } from 'lucide-react';
import { Fragment, useMemo, useRef, useState, type ReactNode } from 'react';
import { fotoNoleggi } from '#contracts/registers/foto-noleggi.ts';
import { usePhone } from '#web/lib/use-media.ts';
import { columnOf } from '#web/registers/list/columns.ts';
import { nameOf } from '#web/registers/documents/file-name.ts';
import { archiveOf } from '#web/registers/documents/files.api.ts';
import { useFileViewer } from '#web/registers/documents/use-file-viewer.ts';
import { useRelatedGrid } from '#web/registers/list/use-related-grid.ts';
import type { GridColumn } from '#web/ui/grid/columns.ts';
import { DataGrid } from '#web/ui/grid/DataGrid.tsx';
import { IconButton } from '#web/ui/feedback/IconButton.tsx';
import { Lightbox, type LightboxImage } from '#web/ui/overlays/Lightbox.tsx';
import { useSnackbar } from '#web/ui/feedback/snackbar.tsx';
import { EmptyState } from '#web/ui/feedback/states.tsx';
import { text } from './noleggi.ts';
import type { Foto, useFotoNoleggio } from './use-foto-noleggio.ts';

interface FotoListProps {
  id: string;
  matricola: string;
  foto: ReturnType<typeof useFotoNoleggio>;
  remove: boolean;
}

/** Lists the photos of a rental, ten per page; a press opens them over the page. */
export function FotoList({ id, matricola, foto, remove }: FotoListProps) {
  const snackbar = useSnackbar();
  const [open, setOpen] = useState<{ images: LightboxImage[]; index: number } | null>(null);
  const { download } = useFileViewer();
  const grid = useRelatedGrid(fotoNoleggi, { id_noleggi: Number(id) }, fotoNoleggi.list.pageSize);
  const watch = async (row: Foto) => {
    const images = await foto.immagini([...(grid.rows ?? [])]);
    const index = images.findIndex((one) => one.row === row);
    if (index >= 0) setOpen({ images: images.map(({ image }) => image), index });
    else snackbar.error('File non aperto', { detail: nameOf(text(row.foto) ?? '') });
  };
  const downloadFoto = (row: Foto) => {
    const path = text(row.foto);
    const file = archiveOf(row).foto;
    if (path) void download(path, file?.percorso === path ? file.versione : undefined);
  };
  const actions = useRef({ view: watch, download: downloadFoto, remove: foto.elimina });
  actions.current = { view: watch, download: downloadFoto, remove: foto.elimina };
  const phone = usePhone();
  const columns = useMemo(() => columnsOf(actions, remove, phone), [remove, phone]);
  return (
    <>
      <DataGrid<Foto>
        {...grid}
        height={400}
        label={`foto di ${matricola}`}
        storageKey="noleggio.fotoNoleggi"
        columns={columns}
        rowLabel={fotoName}
        empty={<EmptyState title="Nessuna foto" text={`Di ${matricola} non c'è ancora alcuna foto.`} />}
      />
      <Lightbox
        images={open?.images ?? []}
        index={open?.index ?? null}
        onIndex={(index) => setOpen((now) => (now && index !== null ? { ...now, index } : null))}
      />
    </>
  );
}

interface Actions {
  view(row: Foto): Promise<void>;
  download(row: Foto): void;
  remove(row: Foto): Promise<void>;
}

const BUTTON = 'md:-ml-1.5';

const fotoName = (row: Foto): string => nameOf(text(row.foto) ?? row.data ?? '');

/**
 * Returns the columns. Buttons read their actions from a ref, so that the columns keep their identity between renders. On a phone all
 * buttons share one column.
 */
function columnsOf(actions: { readonly current: Actions }, remove: boolean, phone: boolean): GridColumn<Foto>[] {
  const present = (row: Foto) => text(row.foto) !== null;
  const buttons: readonly (readonly [string, (row: Foto) => ReactNode])[] = [
    [
      'Download',
      (row) =>
        present(row) ? (
          <IconButton
            size="sm"
            icon={Download}
            className={BUTTON}
            label={`Scarica ${fotoName(row)}`}
            onClick={() => actions.current.download(row)}
          />
        ) : null,
    ],
    [
      'Visualizzazione',
      (row) =>
        present(row) ? (
          <IconButton
            size="sm"
            icon={Eye}
            className={BUTTON}
            label={`Visualizza ${fotoName(row)}`}
            onClick={() => void actions.current.view(row)}
          />
        ) : null,
    ],
    ...(remove
      ? [
          [
            'Eliminazione',
            (row: Foto) => (
              <IconButton
                size="sm"
                icon={Trash2}
                variant="danger-ghost"
                className={`${BUTTON} !text-ink-3 hover:!text-danger-ink`}
                label={`Elimina ${fotoName(row)}`}
                onClick={() => void actions.current.remove(row)}
              />
            ),
          ] as const,
        ]
      : []),
  ];
  const data = { ...columnOf(fotoNoleggi, 'data'), width: 116 };
  if (phone) {
    const together = (row: Foto) => (
      <span className="flex">
        {buttons.map(([name, render]) => (
          <Fragment key={name}>{render(row)}</Fragment>
        ))}
      </span>
    );
    return [data, { id: 'azioni', label: 'Azioni', sortable: false, value: () => null, render: together }];
  }
  return [
    data,
    {
      ...columnOf(fotoNoleggi, 'foto'),
      type: 'secondary',
      render: (row) => (present(row) ? fotoName(row) : <span className="none">Nessun file</span>),
    },
    ...buttons.map(([name, render]): GridColumn<Foto> => ({
      id: name.toLowerCase(),
      label: name,
      width: 116,
      sortable: false,
      value: () => null,
      render,
    })),
  ];
}
