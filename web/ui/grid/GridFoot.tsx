import { ChevronDown } from 'lucide-react';
import { formatNumber } from '#web/lib/format.ts';
import { Button } from '../feedback/Button.tsx';
import { Menu, MenuItem } from '../overlays/Menu.tsx';
import type { DataGridProps } from './grid-types.ts';
import { PAGE_SIZES } from './list-state.ts';
import { Pager } from './Pager.tsx';
import { SelectionBar } from './SelectionBar.tsx';

export function GridFoot<R>({ grid }: { grid: DataGridProps<R> }) {
  const total = grid.total ?? 0;
  const first = total === 0 ? 0 : (grid.page - 1) * grid.pageSize + 1;
  const last = Math.min(total, grid.page * grid.pageSize);
  const sizes = [...new Set([grid.pageSize, ...PAGE_SIZES])].toSorted((a, b) => a - b);
  return (
    <div className="grid-foot max-md:h-auto max-md:min-h-12 max-md:flex-wrap max-md:py-1">
      <span className="flex items-center gap-3">
        <span className="whitespace-nowrap">
          {grid.total === undefined || grid.stale ? (
            ' '
          ) : (
            <>
              <span className="text-ink-2">
                {first}–{last}
              </span>{' '}
              di {formatNumber(total, 0)}
            </>
          )}
        </span>
        {grid.onPrint && last - first + 1 < total ? (
          <span className="hidden print:inline">
            Stampa di {formatNumber(last - first + 1, 0)} righe di {formatNumber(total, 0)}: per tutte usa «Stampa l'elenco».
          </span>
        ) : null}
        {grid.onPageSize && !grid.compact ? (
          <Menu
            anchor="top-start"
            className="!min-w-0"
            button={
              <Button variant="ghost" size="sm" className="!font-medium !tracking-normal print:!hidden">
                {grid.pageSize} per pagina
                <ChevronDown className="icon-sm" aria-hidden />
              </Button>
            }
          >
            {sizes.map((size) => (
              <MenuItem key={size} chosen={size === grid.pageSize} onClick={() => grid.onPageSize?.(size)}>
                {size} per pagina
              </MenuItem>
            ))}
          </Menu>
        ) : null}
      </span>
      {grid.selection && grid.onSelection ? (
        <SelectionBar selection={grid.selection} total={total} onSelection={grid.onSelection} actions={grid.selectionActions} />
      ) : null}
      <span className="print:hidden">
        <Pager page={grid.page} pageSize={grid.pageSize} total={total} onPage={grid.onPage} />
      </span>
    </div>
  );
}
