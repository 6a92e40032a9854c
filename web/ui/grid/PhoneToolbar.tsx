import { ArrowDown, ArrowUp, BookmarkPlus, Filter, History, ListChecks, SlidersHorizontal } from 'lucide-react';
import { IconButton } from '../feedback/IconButton.tsx';
import { Menu, MenuHead, MenuItem, MenuSeparator } from '../overlays/Menu.tsx';
import { ColumnFilterMenu } from './ColumnFilterMenu.tsx';
import type { ExportFormat } from './export.ts';
import type { DataGridProps } from './grid-types.ts';
import { ExportItems, GroupItems } from './GridToolbar.tsx';

interface PhoneToolbarProps<R> {
  grid: DataGridProps<R>;
  selecting: boolean;
  onSelecting(selecting: boolean): void;
  onExport?: ((format: ExportFormat) => void) | undefined;
}

/** Toolbar of a list on a phone: search, filters as chips, and one menu for order, selection and export. */
export function PhoneToolbar<R>({ grid, selecting, onSelecting, onExport }: PhoneToolbarProps<R>) {
  const sortable = grid.onSort ? grid.columns.filter((c) => c.sortable !== false && !c.hidden) : [];
  return (
    <div className="sticky top-14 z-sticky -mx-4 border-b border-line bg-canvas px-4 py-3 print:hidden">
      <div className="flex items-center gap-2">
        <div className="min-w-0 flex-1" data-grid-search>
          {grid.search}
        </div>
        {grid.columnFilters ? (
          <ColumnFilterMenu
            columns={grid.columns}
            filters={grid.columnFilters}
            button={<IconButton icon={Filter} label="Filtra per colonna" className="tel-icon" />}
          />
        ) : null}
        <Menu
          button={<IconButton icon={SlidersHorizontal} label="Ordine, selezione, gruppi, Excel" className="tel-icon" />}
          className="max-h-[70vh] overflow-y-auto"
        >
          {grid.selection ? (
            <MenuItem icon={ListChecks} chosen={selecting} onClick={() => onSelecting(!selecting)}>
              Seleziona
            </MenuItem>
          ) : null}
          {sortable.length > 0 ? <MenuHead>Ordina per</MenuHead> : null}
          {sortable.map((column) => {
            const down = grid.sort === `-${column.id}`;
            const chosen = down || grid.sort === column.id;
            return (
              <MenuItem
                key={column.id}
                icon={chosen ? (down ? ArrowDown : ArrowUp) : undefined}
                chosen={chosen}
                onClick={() => grid.onSort?.(column.id)}
              >
                {column.label}
              </MenuItem>
            );
          })}
          {grid.grouping && grid.grouping.options.length > 0 ? (
            <>
              <MenuSeparator />
              <GroupItems {...grid.grouping} />
            </>
          ) : null}
          {grid.onSaveView ? (
            <>
              <MenuSeparator />
              <MenuItem icon={BookmarkPlus} onClick={grid.onSaveView}>
                Salva come vista
              </MenuItem>
            </>
          ) : null}
          {grid.onSeeAt ? (
            <>
              <MenuSeparator />
              <MenuItem icon={History} onClick={grid.onSeeAt}>
                Vedi al…
              </MenuItem>
            </>
          ) : null}
          {onExport ? (
            <>
              <MenuSeparator />
              <ExportItems total={grid.exported ?? grid.total ?? 0} onExport={onExport} />
            </>
          ) : null}
        </Menu>
      </div>
      {grid.filters ? <div className="mt-2.5 flex flex-wrap gap-2">{grid.filters}</div> : null}
    </div>
  );
}
