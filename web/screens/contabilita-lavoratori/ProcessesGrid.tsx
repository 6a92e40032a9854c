import { useState } from 'react';
import type { ProcessoContabilita } from '#contracts/modules/contabilita/processi.ts';
import { EmptyState } from '#web/ui/feedback/states.tsx';
import type { GridColumn } from '#web/ui/grid/columns.ts';
import { DataGrid } from '#web/ui/grid/DataGrid.tsx';
import { Files, Remove, Sent, State, Task, Who, WhoSent } from './ProcessCells.tsx';
import { stateOf } from './states.ts';
import type { ProcessActions } from './use-process-actions.ts';

const ROWS = 10;

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
    render: (row) => <Sent process={row} />,
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
  const [page, setPage] = useState(1);
  return (
    <section aria-label="Stato Processi">
      <h2 className="mb-2 text-touch font-semibold">Stato Processi</h2>
      <DataGrid<ProcessoContabilita>
        label="Processi"
        storageKey="contabilita-lavoratori"
        columns={columnsFor(actions)}
        rows={processes?.slice((page - 1) * ROWS, page * ROWS)}
        total={processes?.length}
        page={page}
        pageSize={ROWS}
        sort=""
        onPage={setPage}
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
        empty={<EmptyState title="Nessuna elaborazione" text="Carica i due file: qui si vede a che punto è, e si scarica il risultato." />}
      />
    </section>
  );
}
