import { Pencil, Plus, Trash2 } from 'lucide-react';
import { useId, useState, type ReactNode } from 'react';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import { formatNumber } from '#web/lib/format.ts';
import { Count } from '#web/ui/feedback/Badge.tsx';
import { Button } from '#web/ui/feedback/Button.tsx';
import { ScreenReaderText } from '#web/ui/feedback/ScreenReaderText.tsx';
import { EmptyState } from '#web/ui/feedback/states.tsx';
import { DataGrid } from '#web/ui/grid/DataGrid.tsx';
import type { GridColumn } from '#web/ui/grid/columns.ts';
import type { ChildButtons } from '../buttons.ts';
import type { Row, RowOf } from '../row.ts';
import { useRelatedGrid } from '../list/use-related-grid.ts';
import type { Filters } from '../register.api.ts';
import { nameOf, nobody } from '../words.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useCatalogue } from '../catalogue-context.ts';
import { refreshWithParent } from './refresh-with-parent.ts';
import { useDelete } from './use-delete.ts';

/** Returns a function that deletes a child record after asking the register's question. */
function useChildDelete(def: AnyRegister, reloadAfter?: number): (row: Row) => Promise<boolean> {
  const catalogue = useCatalogue();
  const client = useQueryClient();
  const { remove } = useDelete(def);
  return async (row) => {
    const gone = await remove(String(row[def.key.field]), nameOf(def, row), row.versione);
    if (gone) refreshWithParent(catalogue, client, def, reloadAfter);
    return gone;
  };
}

interface ChildGridProps<D extends AnyRegister> {
  def: D;
  title: string;
  /** Filter that selects the parent's records. */
  filtri: Filters;
  columns: readonly GridColumn<RowOf<NoInfer<D>>>[];
  rights: ChildButtons;
  /** Sentence shown when there are no records. */
  emptyText: string;
  /** Returns why no record can be added, or `null` to open the dialog of a new one. */
  onAdd?(total: number): string | null;
  onRefused?(sentence: string): void;
  reloadAfter?: number;
  /** Renders the dialog of a row; `null` is a new record. */
  dialog(row: RowOf<NoInfer<D>> | null, close: () => void): ReactNode;
}

/** Lists the child records of the form's record. A press chooses a row, a double press opens it. */
export function ChildGrid<D extends AnyRegister>({
  def,
  title,
  filtri,
  columns,
  rights,
  emptyText,
  onAdd,
  onRefused,
  reloadAfter,
  dialog,
}: ChildGridProps<D>) {
  const id = useId();
  const grid = useRelatedGrid(def, filtri, def.list.pageSize);
  const [chosenKey, choose] = useState<string | null>(null);
  const [open, setOpen] = useState<{ row: RowOf<D> | null } | null>(null);
  const remove = useChildDelete(def, reloadAfter);
  const chosenRow = grid.rows?.find((row) => grid.rowKey(row) === chosenKey) ?? null;
  const add = () => {
    const refusal = onAdd?.(grid.total ?? 0) ?? null;
    if (refusal === null) setOpen({ row: null });
    else onRefused?.(refusal);
  };
  return (
    <section className="panel min-w-0" aria-labelledby={id}>
      <div className="flex min-h-12 flex-wrap items-center justify-between gap-x-3 border-b border-line pl-4 pr-2">
        <h2 id={id} className="flex items-center gap-2 text-label font-semibold tracking-action">
          {title}
          {grid.total ? <Count value={formatNumber(grid.total, 0)} /> : null}
        </h2>
        <span className="flex items-center gap-1">
          {chosenRow && rights.save ? (
            <Button variant="ghost" size="sm" icon={Pencil} onClick={() => setOpen({ row: chosenRow })}>
              MODIFICA<ScreenReaderText>{nameOf(def, chosenRow)}</ScreenReaderText>
            </Button>
          ) : null}
          {chosenRow && rights.remove ? (
            <Button variant="danger-ghost" size="sm" icon={Trash2} onClick={() => void remove(chosenRow)}>
              ELIMINA<ScreenReaderText>{nameOf(def, chosenRow)}</ScreenReaderText>
            </Button>
          ) : null}
          {rights.add ? (
            <Button variant="ghost" size="sm" icon={Plus} className="!text-accent-ink" disabled={grid.total === undefined} onClick={add}>
              AGGIUNGI<ScreenReaderText>{def.labels.one}</ScreenReaderText>
            </Button>
          ) : null}
        </span>
      </div>
      <DataGrid<RowOf<D>>
        {...grid}
        label={title.toLocaleLowerCase('it')}
        storageKey={`figli.${def.path}`}
        columns={columns}
        rowLabel={(row) => nameOf(def, row)}
        chosenKey={chosenKey}
        onChoose={(row) => choose(grid.rowKey(row))}
        onOpen={(row) => setOpen({ row })}
        empty={<EmptyState title={nobody(def)} text={emptyText} className="!min-h-[120px]" />}
      />
      {open ? dialog(open.row, () => setOpen(null)) : null}
    </section>
  );
}
