import { Plus } from 'lucide-react';
import { useId } from 'react';
import { storicoNoleggi } from '#contracts/registers/storico-noleggi.ts';
import { detailHref } from '#contracts/core/record-address.ts';
import { newHref } from '#web/registers/addresses.ts';
import { archiveOf } from '#web/registers/documents/files.api.ts';
import { useFileViewer } from '#web/registers/documents/use-file-viewer.ts';
import { columnOf, type RowOf } from '#web/registers/list/columns.ts';
import { useRelatedGrid } from '#web/registers/list/use-related-grid.ts';
import { nameOf } from '#web/registers/words.ts';
import { ButtonLink } from '#web/ui/feedback/Button.tsx';
import { ScreenReaderText } from '#web/ui/feedback/ScreenReaderText.tsx';
import { Dot } from '#web/ui/feedback/Dot.tsx';
import { EmptyState } from '#web/ui/feedback/states.tsx';
import { DataGrid } from '#web/ui/grid/DataGrid.tsx';
import type { GridColumn } from '#web/ui/grid/columns.ts';
import { CONTRATTO, text } from './noleggi.ts';

type Periodo = RowOf<typeof storicoNoleggi>;

const COLUMNS: readonly GridColumn<Periodo>[] = storicoNoleggi.list.columns.map((name) => ({
  ...columnOf(storicoNoleggi, name),
  ...(name === CONTRATTO.field ? { width: 96, sortable: false, render: (row: Periodo) => <ContrattoDot row={row} /> } : {}),
}));

interface StoricoNoleggioProps {
  id: string;
  matricola: string;
  add: boolean;
}

/** Lists the periods of a rental (Storico Noleggi) with site, rate and contract. */
export function StoricoNoleggio({ id, matricola, add }: StoricoNoleggioProps) {
  const title = useId();
  const grid = useRelatedGrid(storicoNoleggi, { id_noleggi: Number(id) }, storicoNoleggi.list.pageSize);
  return (
    <section className="panel" aria-labelledby={title}>
      <div className="flex h-12 items-center justify-between gap-3 border-b border-line pl-4 pr-2">
        <h2 id={title} className="text-read font-semibold">
          Storico Noleggi
        </h2>
        {add ? (
          <ButtonLink href={newHref(storicoNoleggi, { id_noleggi: id })} variant="ghost" size="sm" icon={Plus}>
            AGGIUNGI<ScreenReaderText>{storicoNoleggi.labels.one}</ScreenReaderText>
          </ButtonLink>
        ) : null}
      </div>
      <DataGrid<Periodo>
        {...grid}
        height={400}
        label={`periodi di ${matricola}`}
        storageKey="noleggio.storicoNoleggi"
        columns={COLUMNS}
        rowLabel={(row) => nameOf(storicoNoleggi, row)}
        rowHref={(row) => detailHref(storicoNoleggi, row.id)}
        empty={<EmptyState title="Nessun periodo" text={`Di ${matricola} non è scritto alcun periodo di noleggio.`} />}
      />
    </section>
  );
}

/** Shows whether a period has its contract; a press downloads it. */
function ContrattoDot({ row }: { row: Periodo }) {
  const { download } = useFileViewer();
  const path = text(row[CONTRATTO.field]);
  if (!path) return <Dot state="absent" label="Contratto: assente" />;
  const file = archiveOf(row)[CONTRATTO.field];
  const version = file?.percorso === path ? file.versione : undefined;
  return (
    <button
      type="button"
      className="-m-1 inline-grid place-items-center rounded-full p-1"
      aria-label={`Scarica il contratto ${text(row.data_inizio) ?? ''}`}
      title="Contratto: presente. Scarica"
      onClick={() => void download(path, version)}
    >
      <Dot state="ok" label="" />
    </button>
  );
}
