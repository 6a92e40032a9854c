import { Download } from 'lucide-react';
import { useMemo, useState } from 'react';
import { CONTABILITA_MESSAGES, type ProcessoContabilita } from '#contracts/modules/contabilita/processi.ts';
import type { TipoFileContabilita } from '#contracts/modules/contabilita/names.ts';
import { messageOf } from '#web/lib/api-client.ts';
import { Button } from '#web/ui/feedback/Button.tsx';
import { Dot } from '#web/ui/feedback/Dot.tsx';
import { EmptyState } from '#web/ui/feedback/states.tsx';
import { useSnackbar } from '#web/ui/feedback/snackbar.tsx';
import type { GridColumn } from '#web/ui/grid/columns.ts';
import { DataGrid } from '#web/ui/grid/DataGrid.tsx';
import { download } from './contabilita.api.ts';
import { stateOf } from './states.ts';

const ROWS = 10;
const FURTHER: readonly { tipo: TipoFileContabilita; label: string }[] = [
  { tipo: 'prima_nota', label: 'Prima nota' },
  { tipo: 'anomalie', label: 'Anomalie' },
];

interface ProcessesGridProps {
  processes: readonly ProcessoContabilita[] | undefined;
  error: unknown;
  onRetry(): void;
}

/** Stato Processi: how each accounting ended, and its files. */
export function ProcessesGrid({ processes, error, onRetry }: ProcessesGridProps) {
  const [page, setPage] = useState(1);
  const save = useDownload();
  const columns = useMemo<readonly GridColumn<ProcessoContabilita>[]>(
    () => [
      { id: 'taskName', label: 'Processo', sortable: false, minWidth: 320, frozen: true, render: (row) => <Task process={row} /> },
      {
        id: 'status',
        label: 'Stato',
        sortable: false,
        width: 168,
        value: (row) => stateOf(row).word,
        render: (row) => <State process={row} />,
      },
      {
        id: 'filename',
        label: 'Download',
        sortable: false,
        width: 340,
        value: (row) => row.filename,
        render: (row) => <Files process={row} onSave={save} />,
      },
    ],
    [save],
  );
  return (
    <section aria-label="Stato Processi">
      <h2 className="mb-2 text-touch font-semibold">Stato Processi</h2>
      <DataGrid<ProcessoContabilita>
        label="Processi"
        storageKey="contabilita-lavoratori"
        columns={columns}
        rows={processes?.slice((page - 1) * ROWS, page * ROWS)}
        total={processes?.length}
        page={page}
        pageSize={ROWS}
        sort=""
        onPage={setPage}
        rowKey={({ taskName }) => taskName}
        rowLabel={({ taskName }) => taskName}
        card={(row) => (
          <span className="grid gap-2">
            <Task process={row} />
            <State process={row} />
            <Files process={row} onSave={save} />
          </span>
        )}
        error={error}
        onRetry={onRetry}
        empty={<EmptyState title="Nessuna elaborazione" text="Carica i due file: qui si vede a che punto è, e si scarica il risultato." />}
      />
    </section>
  );
}

function Task({ process: { taskName, messaggio } }: { process: ProcessoContabilita }) {
  return (
    <span className="block min-w-0 whitespace-normal py-1.5">
      <span className="block font-medium">{taskName}</span>
      {messaggio ? <span className="block text-label text-ink-3">{messaggio}</span> : null}
    </span>
  );
}

function State({ process }: { process: ProcessoContabilita }) {
  const { dot, word } = stateOf(process);
  return (
    <span className="flex items-center gap-2">
      <Dot state={dot} label="" />
      {word}
    </span>
  );
}

function Files({ process: { filename, files, status }, onSave }: { process: ProcessoContabilita; onSave(filename: string): void }) {
  return (
    <span className="flex flex-wrap items-center gap-2 py-1.5">
      <Button size="sm" plain icon={Download} disabled={filename === null} onClick={() => filename !== null && onSave(filename)}>
        {status === 'error' ? 'Rapporto' : 'Cartella'}
      </Button>
      {FURTHER.flatMap(({ tipo, label }) => {
        const found = files.find((file) => file.tipo === tipo);
        return found
          ? [
              <Button key={tipo} size="sm" plain icon={Download} onClick={() => onSave(found.filename)}>
                {label}
              </Button>,
            ]
          : [];
      })}
    </span>
  );
}

function useDownload() {
  const snackbar = useSnackbar();
  return useMemo(
    () => (filename: string) =>
      void download(filename).catch((error: unknown) => snackbar.error(CONTABILITA_MESSAGES.download, { detail: messageOf(error) })),
    [snackbar],
  );
}
