import clsx from 'clsx';
import { ArrowDown, ArrowUp, Filter } from 'lucide-react';
import { useRoving } from '#web/lib/use-roving.ts';
import { Checkbox } from '../inputs/Checkbox.tsx';
import { Popover } from '../overlays/Popover.tsx';
import { alignsRight } from './columns.ts';
import type { ColumnFiltering } from './grid-types.ts';
import type { ShownColumn } from './use-grid-table.ts';
import { useState, type DragEvent, type PointerEvent, type ReactNode } from 'react';

/** Drag handle at the right edge of a head, which changes the column's width. */
function ResizeHandle({ onWidth }: { onWidth(width: number): void }) {
  const drag = (event: PointerEvent<HTMLSpanElement>) => {
    const handle = event.currentTarget;
    const start = event.clientX;
    const width = handle.parentElement?.offsetWidth ?? 0;
    handle.setPointerCapture(event.pointerId);
    const move = (moved: globalThis.PointerEvent) => onWidth(width + moved.clientX - start);
    const stop = () => {
      handle.removeEventListener('pointermove', move);
      handle.removeEventListener('pointerup', stop);
      handle.removeEventListener('pointercancel', stop);
    };
    handle.addEventListener('pointermove', move);
    handle.addEventListener('pointerup', stop);
    handle.addEventListener('pointercancel', stop);
    event.preventDefault();
  };
  return (
    <span
      aria-hidden="true"
      className="absolute inset-y-1.5 -right-px w-2 cursor-col-resize touch-none border-r-2 border-transparent hover:border-line-input group-hover:border-line-strong print:hidden"
      onPointerDown={drag}
      onClick={(event) => event.stopPropagation()}
    />
  );
}

/** Button at the right edge of a head that opens the column's filter; shown on the column under the pointer or with the focus. */
function HeadFilter({ label, on, children }: { label: string; on: boolean; children: ReactNode }) {
  return (
    <Popover
      label={`Filtra: ${label}`}
      className="w-[300px]"
      button={
        <button
          type="button"
          aria-label={`Filtra: ${label}${on ? ', attivo' : ''}`}
          className={clsx(
            'absolute right-1 top-1 grid h-6 w-6 place-items-center rounded-badge bg-sunken print:hidden',
            on
              ? 'text-accent-ink'
              : 'text-ink-3 opacity-0 hover:text-ink focus-visible:opacity-100 group-focus-within:opacity-100 group-hover:opacity-100 [&.is-open]:opacity-100',
          )}
        >
          <Filter className={clsx('icon-sm', on && 'fill-current')} aria-hidden />
        </button>
      }
    >
      {children}
    </Popover>
  );
}

interface GridHeadProps<R> {
  shown: readonly ShownColumn<R>[];
  sort: string;
  onSort?: ((column: string) => void) | undefined;
  onWidth?: ((column: string, width: number) => void) | undefined;
  /** Moves a column, dragged by its head, to the place of another. */
  onMove?: ((column: string, target: string) => void) | undefined;
  filters?: ColumnFiltering | undefined;
  /** State of the page's checkbox; absent without selection. */
  check?: { state: 'none' | 'some' | 'all'; onToggle(): void } | undefined;
}

export function GridHead<R>({ shown, sort, onSort, onWidth, onMove, filters, check }: GridHeadProps<R>) {
  const [dragged, setDragged] = useState<string | null>(null);
  const [over, setOver] = useState<string | null>(null);
  const matrix = shown.some(({ column }) => column.upright);
  const tall = matrix ? { rowSpan: 2 } : {};
  const heads = useRoving<HTMLTableRowElement>();
  return (
    <thead>
      <tr {...heads} className={matrix ? 'dm-groups' : undefined}>
        {check ? (
          <th {...tall} className={clsx('fz print:hidden', matrix && 'fz-h')} scope="col">
            <Checkbox
              checked={check.state === 'all'}
              indeterminate={check.state === 'some'}
              aria-label="Seleziona la pagina"
              onChange={check.onToggle}
            />
          </th>
        ) : null}
        {shown.map(({ column, frozenAt, lastFrozen, groupSpan }) => {
          if (column.upright)
            return groupSpan === undefined ? null : (
              <th key={column.id} colSpan={groupSpan} scope="colgroup" className="dm-group">
                <span className="block truncate">{column.group}</span>
              </th>
            );
          const direction = sort === column.id ? 'ascending' : sort === `-${column.id}` ? 'descending' : undefined;
          return (
            <th
              key={column.id}
              {...tall}
              scope="col"
              aria-sort={direction}
              className={clsx(
                'group',
                headClass(column),
                frozenAt !== undefined && 'fz',
                frozenAt !== undefined && matrix && 'fz-h',
                lastFrozen && 'fz-last',
                over === column.id && dragged !== null && dragged !== column.id && '!bg-accent-soft',
              )}
              {...(dragged === null
                ? {}
                : {
                    onDragEnter: () => setOver(column.id),
                    onDragOver: (event: DragEvent) => event.preventDefault(),
                    onDrop: (event: DragEvent) => {
                      event.preventDefault();
                      onMove?.(dragged, column.id);
                    },
                  })}
              style={frozenAt === undefined ? undefined : { left: frozenAt + (check ? CHECK_WIDTH : 0) }}
            >
              <span
                className="block min-w-0"
                {...(onMove && !column.frozen
                  ? {
                      draggable: true,
                      onDragStart: (event: DragEvent) => {
                        event.dataTransfer.effectAllowed = 'move';
                        setDragged(column.id);
                      },
                      onDragEnd: () => {
                        setDragged(null);
                        setOver(null);
                      },
                    }
                  : {})}
              >
                <HeadLabel
                  label={column.label}
                  direction={direction}
                  onSort={onSort && column.sortable !== false ? () => onSort(column.id) : undefined}
                />
              </span>
              {filters?.has(column.id) ? (
                <HeadFilter label={column.label} on={filters.isOn(column.id)}>
                  {filters.panel(column.id)}
                </HeadFilter>
              ) : null}
              {onWidth ? <ResizeHandle onWidth={(width) => onWidth(column.id, width)} /> : null}
            </th>
          );
        })}
      </tr>
      {matrix ? (
        <tr className="dm-heads">
          {shown.map(({ column, groupSpan }) =>
            column.upright ? (
              <th key={column.id} scope="col" className={clsx('dm-head', groupSpan !== undefined && 'dm-first')}>
                <span>{column.label}</span>
              </th>
            ) : null,
          )}
        </tr>
      ) : null}
    </thead>
  );
}

export const CHECK_WIDTH = 42;

/** Returns the classes that align a head with its cells, which reserve room for a unit or a deadline badge. */
function headClass<R>(column: ShownColumn<R>['column']): string {
  if (alignsRight(column)) return column.unit ? 'r !pr-10' : 'r !pr-4';
  return column.type === 'deadline' ? '!pl-3.5' : '';
}

interface HeadLabelProps {
  label: string;
  direction: 'ascending' | 'descending' | undefined;
  onSort: (() => void) | undefined;
}

function HeadLabel({ label, direction, onSort }: HeadLabelProps) {
  if (!onSort) return <span className="block truncate">{label}</span>;
  const Icon = direction === 'descending' ? ArrowDown : ArrowUp;
  return (
    <button
      type="button"
      className={clsx('max-w-full', direction ? 'sort' : 'inline-flex items-center gap-1 hover:text-ink')}
      onClick={onSort}
    >
      <span className="truncate">{label}</span>
      {direction ? <Icon className="icon-sm" aria-hidden /> : null}
    </button>
  );
}
