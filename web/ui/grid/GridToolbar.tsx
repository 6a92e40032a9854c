import { BookmarkPlus, FileSpreadsheet, FileText, Group, History, Printer, Rows3, Columns3 } from 'lucide-react';
import { formatNumber } from '#web/lib/format.ts';
import { useRoving } from '#web/lib/use-roving.ts';
import { Button } from '../feedback/Button.tsx';
import { IconButton } from '../feedback/IconButton.tsx';
import { Menu, MenuHead, MenuItem } from '../overlays/Menu.tsx';
import type { ColumnLayout } from './column-layout.ts';
import type { GridColumn } from './columns.ts';
import type { ExportFormat } from './export.ts';
import type { DataGridProps, GroupingControl } from './grid-types.ts';
import { stretchedRow } from './GridTable.tsx';
import { DENSITIES, type Density } from './use-grid-preferences.ts';
import { loadLater } from '#web/lib/load-later.ts';
import { useLoaded } from '#web/lib/use-loaded.ts';
import { Popover } from '../overlays/Popover.tsx';
import type { ColumnsMenuProps } from './columns-menu.ts';

const columnsPanel = loadLater(() => import('./ColumnsPanel.tsx'));

/** Button that opens the panel of columns; the panel's code is loaded on first use. */
function ColumnsMenu<R>(props: ColumnsMenuProps<R>) {
  return (
    <Popover
      label="Colonne"
      className="w-64"
      button={
        <Button variant="ghost" plain icon={Columns3}>
          Colonne
        </Button>
      }
    >
      <Panel {...props} />
    </Popover>
  );
}

function Panel<R>(props: ColumnsMenuProps<R>) {
  const draw = useLoaded<ColumnsMenuProps<R>>(columnsPanel);
  return draw?.(props) ?? <div className="h-64" aria-busy />;
}

interface GridToolbarProps<R> {
  grid: DataGridProps<R>;
  layout: ColumnLayout;
  onLayout(layout: ColumnLayout): void;
  density: Density;
  onDensity(density: Density): void;
  onExport?: ((format: ExportFormat) => void) | undefined;
  onPrint(): void;
}

export function GridToolbar<R>({ grid, layout, onLayout, density, onDensity, onExport, onPrint }: GridToolbarProps<R>) {
  const tools = useRoving<HTMLDivElement>();
  return (
    <div className="toolbar print:hidden wide:flex-nowrap">
      {grid.search ? (
        <div className="w-72 flex-none wide:min-w-44 wide:flex-initial" data-grid-search>
          {grid.search}
        </div>
      ) : null}
      <div
        {...tools}
        role="toolbar"
        aria-label={`Filtri e strumenti, ${grid.label}`}
        className="flex min-w-0 flex-1 items-center max-wide:contents wide:flex-[1_0_auto]"
      >
        {grid.filters ? (
          <div
            className={`flex min-w-0 items-center gap-5 max-wide:order-last max-wide:ml-0 max-wide:h-8 max-wide:w-full ${grid.search ? 'ml-3' : ''}`}
          >
            {grid.filters}
          </div>
        ) : null}
        <span className="ml-auto flex flex-none items-center gap-0.5 wide:pl-3">
          <ColumnsMenu columns={grid.columns as readonly GridColumn<R>[]} layout={layout} onLayout={onLayout} />
          {grid.grouping && grid.grouping.options.length > 0 ? <GroupMenu {...grid.grouping} /> : null}
          {stretchedRow(grid) === null ? (
            <Menu button={<IconButton icon={Rows3} label="Densità" />}>
              <MenuHead>Densità</MenuHead>
              {DENSITIES.map(({ id, label, height }) => (
                <MenuItem key={id} chosen={id === density} onClick={() => onDensity(id)}>
                  {label} <span className="text-label text-ink-3">{height} px</span>
                </MenuItem>
              ))}
            </Menu>
          ) : null}
          {grid.onSaveView ? <IconButton icon={BookmarkPlus} label="Salva come vista" onClick={grid.onSaveView} /> : null}
          {grid.onSeeAt ? <IconButton icon={History} label="Vedi al…" onClick={grid.onSeeAt} /> : null}
          {onExport ? <ExportMenu total={grid.exported ?? grid.total ?? 0} onExport={onExport} /> : null}
          <IconButton icon={Printer} label="Stampa l'elenco" onClick={onPrint} />
        </span>
      </div>
    </div>
  );
}

function GroupMenu({ options, chosen, onChoose }: GroupingControl) {
  return (
    <Menu
      className="max-h-[70vh] overflow-y-auto"
      button={<IconButton icon={Group} label="Raggruppa" className={chosen === '' ? '' : '!text-accent-ink'} />}
    >
      <GroupItems options={options} chosen={chosen} onChoose={onChoose} />
    </Menu>
  );
}

export function GroupItems({ options, chosen, onChoose }: Omit<GroupingControl, 'groups'>) {
  return (
    <>
      <MenuHead>Raggruppa per</MenuHead>
      {[{ text: '', label: 'Nessun gruppo' }, ...options].map(({ text, label }) => (
        <MenuItem key={text} chosen={text === chosen} onClick={() => onChoose(text)}>
          {label}
        </MenuItem>
      ))}
    </>
  );
}

function ExportMenu({ total, onExport }: { total: number; onExport(format: ExportFormat): void }) {
  return (
    <Menu
      button={
        <Button variant="ghost" plain icon={FileSpreadsheet}>
          Excel
        </Button>
      }
    >
      <ExportItems total={total} onExport={onExport} />
    </Menu>
  );
}

export function ExportItems({ total, onExport }: { total: number; onExport(format: ExportFormat): void }) {
  return (
    <>
      <MenuHead>{total === 1 ? 'La sola riga filtrata' : `Tutte le ${formatNumber(total, 0)} righe filtrate`}</MenuHead>
      <MenuItem icon={FileSpreadsheet} onClick={() => onExport('xlsx')}>
        Excel, .xlsx
      </MenuItem>
      <MenuItem icon={FileText} onClick={() => onExport('csv')}>
        Testo, .csv
      </MenuItem>
    </>
  );
}
