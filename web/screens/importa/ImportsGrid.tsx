import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Undo2 } from 'lucide-react';
import { useMemo } from 'react';
import type { Importazione, StatoImportazione } from '#contracts/modules/importa.ts';
import { messageOf } from '#web/lib/api-client.ts';
import { countOf, formatDay, formatNumber, formatRelativo } from '#web/lib/format.ts';
import { keys } from '#web/lib/query.ts';
import { useWholeGrid, type WholeColumns } from '#web/registers/list/filters/whole-list.ts';
import { NothingFound } from '#web/registers/list/paged-grid.tsx';
import { useListState } from '#web/registers/list/use-list-state.ts';
import { Button } from '#web/ui/feedback/Button.tsx';
import { Dot, type DotState } from '#web/ui/feedback/Dot.tsx';
import { useSnackbar } from '#web/ui/feedback/snackbar.tsx';
import { EmptyState } from '#web/ui/feedback/states.tsx';
import type { GridColumn } from '#web/ui/grid/columns.ts';
import { DataGrid } from '#web/ui/grid/DataGrid.tsx';
import type { ListDefaults } from '#web/ui/grid/list-state.ts';
import { useConfirm } from '#web/ui/overlays/confirm.tsx';
import { importsOptions, undoImport } from './importa.api.ts';

const DEFAULTS: ListDefaults = { ordina: '', righe: 10, sortable: [] };
const STATES: Record<StatoImportazione, { dot: DotState; word: string }> = {
  'in corso': { dot: 'run', word: 'In corso' },
  interrotta: { dot: 'alert', word: 'Interrotta' },
  finita: { dot: 'ok', word: 'Importata' },
  'annullamento in corso': { dot: 'run', word: 'Si annulla' },
  annullata: { dot: 'none', word: 'Annullata' },
};

const FILTERED: WholeColumns<Importazione> = {
  file: { label: 'File', kind: 'text', value: ({ file }) => file },
  registri: { label: 'Registro', kind: 'text', value: ({ registri }) => registri.join(', ') || null },
  fatte: { label: 'Record', kind: 'number', value: ({ fatte }) => fatte },
  utente: { label: 'Chi', kind: 'choices', value: ({ utente }) => utente },
  quando: { label: 'Quando', kind: 'date', value: ({ quando }) => formatDay(quando) },
  stato: { label: 'Stato', kind: 'choices', value: ({ stato }) => stato, words: (stato) => STATES[stato as StatoImportazione].word },
};

type Undo = (row: Importazione) => void;
const undoable = ({ stato }: Importazione): boolean => stato === 'finita' || stato === 'interrotta';

/** Lists the imports with their authors, and the button to undo each. */
export function ImportsGrid() {
  const { data, error, refetch } = useQuery(importsOptions);
  const list = useListState(DEFAULTS);
  const grid = useWholeGrid(list, data, { columns: FILTERED, pageSize: DEFAULTS.righe });
  const undo = useUndo();
  const columns = useMemo(() => columnsFor(undo), [undo]);
  return (
    <section aria-label="Importazioni">
      <h2 className="mb-2 text-touch font-semibold">Importazioni</h2>
      <DataGrid<Importazione>
        label="Importazioni"
        storageKey="importazioni"
        columns={columns}
        {...grid}
        sort=""
        height={null}
        rowKey={({ id }) => id}
        rowLabel={({ file }) => file}
        card={(row) => (
          <span className="grid gap-1.5">
            <span className="font-medium [overflow-wrap:anywhere]">{row.file}</span>
            <span className="num text-label text-ink-3">{`${recordsText(row)} in ${row.registri.join(', ')}; ${row.utente}, ${formatRelativo(row.quando)}`}</span>
            <span className="flex items-center justify-between gap-2">
              <State row={row} />
              <UndoButton row={row} undo={undo} />
            </span>
          </span>
        )}
        error={data ? null : error}
        onRetry={() => void refetch()}
        empty={
          data?.length === 0 ? (
            <EmptyState title="Nessuna importazione" text="Scegli un file: dopo una prova senza errori le sue righe diventano record." />
          ) : (
            <NothingFound title="Nessuna importazione con questi filtri" onClear={() => list.change({ conditions: '' })} />
          )
        }
      />
    </section>
  );
}

const recordsText = ({ fatte, righe }: Importazione): string =>
  fatte === righe ? countOf(righe, 'record', 'record') : `${formatNumber(fatte, 0)} di ${countOf(righe, 'record', 'record')}`;

const columnsFor = (undo: Undo): GridColumn<Importazione>[] => [
  { id: 'file', label: 'File', sortable: false, minWidth: 240, frozen: true },
  { id: 'registri', label: 'Registro', sortable: false, minWidth: 200, value: ({ registri }) => registri.join(', ') },
  { id: 'fatte', label: 'Record', sortable: false, width: 150, value: recordsText },
  { id: 'utente', label: 'Chi', sortable: false, width: 140 },
  { id: 'quando', label: 'Quando', type: 'time', sortable: false, width: 176 },
  {
    id: 'stato',
    label: 'Stato',
    sortable: false,
    width: 140,
    value: ({ stato }) => STATES[stato].word,
    render: (row) => <State row={row} />,
  },
  { id: 'azioni', label: 'Annulla', sortable: false, width: 128, value: () => '', render: (row) => <UndoButton row={row} undo={undo} /> },
];

function State({ row: { stato } }: { row: Importazione }) {
  const { dot, word } = STATES[stato];
  return (
    <span className="flex items-center gap-2">
      <Dot state={dot} label="" />
      {word}
    </span>
  );
}

function UndoButton({ row, undo }: { row: Importazione; undo: Undo }) {
  if (!undoable(row)) return null;
  return (
    <Button size="sm" icon={Undo2} aria-label={`Annulla l’importazione ${row.file}`} onClick={() => undo(row)}>
      ANNULLA
    </Button>
  );
}

function useUndo(): Undo {
  const client = useQueryClient();
  const confirm = useConfirm();
  const snackbar = useSnackbar();
  return useMemo(
    () => (row) =>
      void (async () => {
        const sure = await confirm({
          title: 'Annulla importazione',
          danger: true,
          cancelLabel: 'NO',
          confirmLabel: 'ANNULLA IMPORTAZIONE',
          text: `Eliminare ${row.fatte === 1 ? 'il record nato' : `i ${formatNumber(row.fatte, 0)} record nati`} da «${row.file}»?`,
          detail: 'Si può finché nessuno li ha cambiati: se qualcuno ne ha cambiato uno, non se ne elimina nessuno.',
        });
        if (!sure) return;
        try {
          await undoImport(row.id);
          snackbar.success('Annullamento in coda', { detail: row.file });
        } catch (error) {
          snackbar.error('Importazione non annullata', { detail: messageOf(error) });
        }
        await Promise.all([importsOptions.queryKey, keys.processi].map((queryKey) => client.invalidateQueries({ queryKey })));
      })(),
    [client, confirm, snackbar],
  );
}
