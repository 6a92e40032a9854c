import type { ProcessoContabilita } from '#contracts/modules/contabilita/processi.ts';
import { useWholeGrid, type WholeColumns } from '#web/registers/list/filters/whole-list.ts';
import { NothingFound } from '#web/registers/list/paged-grid.tsx';
import { useListState } from '#web/registers/list/use-list-state.ts';
import { EmptyState } from '#web/ui/feedback/states.tsx';
import type { GridColumn } from '#web/ui/grid/columns.ts';
import { DataGrid } from '#web/ui/grid/DataGrid.tsx';
import type { ListDefaults } from '#web/ui/grid/list-state.ts';
import { Files, Remove, UploadedFiles, State, Task, Who, WhoSent } from './ProcessCells.tsx';
import { stateOf } from './states.ts';
import type { ProcessActions } from './use-process-actions.ts';

const DEFAULTS: ListDefaults = { ordina: '', righe: 10, sortable: [] };

const FILTERED: WholeColumns<ProcessoContabilita> = {
  taskName: { label: 'Processo', kind: 'text', value: ({ taskName }) => taskName },
  caricati: { label: 'File caricati', kind: 'text', value: ({ caricati }) => `${caricati.bilMovDip}, ${caricati.ripartizioni}` },
  utente: { label: 'Chiesto da', kind: 'choices', value: ({ utente }) => utente },
  status: { label: 'Stato', kind: 'choices', value: (row) => stateOf(row).word },
  filename: { label: 'Download', kind: 'text', value: ({ filename }) => filename || null },
};

interface ProcessesGridProps {
  processes: readonly ProcessoContabilita[] | undefined;
  actions: ProcessActions;
  error: unknown;
  onRetry(): void;
}

const columnsFor = (actions: ProcessActions): GridColumn<ProcessoContabilita>[] => [
  { id: 'taskName', label: 'Processo', sortable: false, minWidth: 300, frozen: true, render: (row) => <Task process={row} /> },
  {
    id: 'caricati',
    label: 'File caricati',
    sortable: false,
    width: 176,
    value: ({ caricati }) => `${caricati.bilMovDip}, ${caricati.ripartizioni}`,
    render: (row) => <UploadedFiles process={row} />,
  },
  { id: 'utente', label: 'Chiesto da', sortable: false, width: 144, render: (row) => <Who process={row} /> },
  {
    id: 'status',
    label: 'Stato',
    sortable: false,
    width: 148,
    value: (row) => stateOf(row).word,
    render: (row) => <State process={row} />,
  },
  {
    id: 'filename',
    label: 'Download',
    sortable: false,
    width: 336,
    value: (row) => row.filename,
    render: (row) => <Files process={row} actions={actions} />,
  },
  ...(actions.remove
    ? [
        {
          id: 'azioni',
          label: 'Elimina',
          sortable: false,
          width: 80,
          value: () => '',
          render: (row: ProcessoContabilita) => <Remove process={row} actions={actions} />,
        },
      ]
    : []),
];

/** Shows Stato Processi: author, files, outcome and results of each run. */
export function ProcessesGrid({ processes, actions, error, onRetry }: ProcessesGridProps) {
  const list = useListState(DEFAULTS);
  const grid = useWholeGrid(list, processes, { columns: FILTERED, pageSize: DEFAULTS.righe });
  return (
    <section aria-label="Stato Processi">
      <h2 className="mb-2 text-touch font-semibold">Stato Processi</h2>
      <DataGrid<ProcessoContabilita>
        label="Processi"
        storageKey="contabilita-lavoratori"
        columns={columnsFor(actions)}
        {...grid}
        sort=""
        rowKey={({ id }) => id}
        rowLabel={({ taskName }) => taskName}
        card={(row) => (
          <span className="grid gap-2">
            <span className="flex items-start justify-between gap-2">
              <Task process={row} />
              <Remove process={row} actions={actions} />
            </span>
            <WhoSent process={row} />
            <State process={row} />
            <Files process={row} actions={actions} />
          </span>
        )}
        error={error}
        onRetry={onRetry}
        empty={
          processes?.length === 0 ? (
            <EmptyState title="Nessuna elaborazione" text="Carica i due file: qui si vede a che punto è, e si scarica il risultato." />
          ) : (
            <NothingFound title="Nessuna elaborazione con questi filtri" onClear={() => list.change({ conditions: '' })} />
          )
        }
      />
    </section>
  );
}
