import clsx from 'clsx';
import { Pencil } from 'lucide-react';
import { memo, useState, type KeyboardEvent, type MouseEvent } from 'react';
import { Link, useLocation } from 'wouter';
import { Checkbox } from '../inputs/Checkbox.tsx';
import { cellClass, cellContent, cellText } from './GridCell.tsx';
import { CHECK_WIDTH } from './GridHead.tsx';
import type { CellEditing, RowTone } from './grid-types.ts';
import type { ShownColumn } from './use-grid-table.ts';

export interface GridRowProps<R> {
  row: R;
  id: string;
  index: number;
  shown: readonly ShownColumn<R>[];
  label: string;
  href: string | undefined;
  tone: RowTone;
  onOpen: ((row: R) => void) | undefined;
  onChoose: ((row: R) => void) | undefined;
  chosen: boolean;
  cellEditing: CellEditing<R> | undefined;
  /** `undefined`: the grid has no checkboxes. */
  selected: boolean | undefined;
  /** `range`: the press had Shift; all rows since the last toggled one change. */
  onToggle(key: string, range: boolean): void;
  /** The only row in the tab order. */
  reachable: boolean;
}

function Row<R>({
  row,
  id,
  index,
  shown,
  label,
  href,
  tone,
  onOpen,
  onChoose,
  chosen,
  cellEditing,
  selected,
  onToggle,
  reachable,
}: GridRowProps<R>) {
  const open = useOpenRow(href);
  const inPlace = rowActions(row, onOpen, onChoose);
  const [hovered, setHovered] = useState(false);
  return (
    <tr
      data-row={index}
      data-href={href}
      tabIndex={reachable ? 0 : -1}
      aria-selected={selected ?? (onChoose ? chosen : undefined)}
      className={clsx(
        tone.hot && 'is-hot',
        tone.due && 'is-due',
        tone.changed && 'is-changed',
        tone.isDeleted && 'is-gone',
        (selected || chosen) && 'is-selected',
        !href && !onOpen && '!cursor-default',
        '-outline-offset-2',
      )}
      onClick={(event) => {
        open.click(event);
        inPlace.click(event);
      }}
      onDoubleClick={inPlace.doubleClick}
      onMouseEnter={cellEditing && (() => setHovered(true))}
      onMouseLeave={cellEditing && (() => setHovered(false))}
      onAuxClick={open.click}
      onKeyDown={(event) => {
        if (event.target !== event.currentTarget) return;
        if (event.key === ' ' && selected !== undefined) {
          event.preventDefault();
          onToggle(id, event.shiftKey);
        }
        if (event.key === 'F2' && cellEditing) editFirstCell(event, row, cellEditing);
        open.key(event);
        inPlace.key(event);
      }}
    >
      {selected === undefined ? null : (
        <td
          data-tick
          className="fz print:hidden"
          onClick={(event) => {
            event.stopPropagation();
            if (event.target === event.currentTarget) onToggle(id, event.shiftKey);
          }}
          onMouseDown={(event) => {
            if (event.shiftKey) event.preventDefault();
          }}
        >
          <Checkbox
            checked={selected}
            tabIndex={reachable ? 0 : -1}
            aria-label={`Seleziona ${label}`}
            onChange={(_, event) => onToggle(id, (event.nativeEvent as globalThis.MouseEvent).shiftKey)}
          />
        </td>
      )}
      {shown.map(({ column, frozenAt, lastFrozen, groupSpan }, i) => {
        const content = cellContent(column, row);
        const edits = hovered && cellEditing?.editable(row, column.id) === true;
        return (
          <td
            key={column.id}
            data-column={cellEditing ? column.id : undefined}
            className={clsx(
              edits && 'group/cell',
              edits && frozenAt === undefined && 'relative',
              cellClass(column),
              column.upright && 'dm',
              column.upright && groupSpan !== undefined && 'dm-first',
              frozenAt !== undefined && 'fz',
              lastFrozen && 'fz-last',
            )}
            style={frozenAt === undefined ? undefined : { left: frozenAt + (selected === undefined ? 0 : CHECK_WIDTH) }}
            title={column.render ? undefined : cellText(column, row) || undefined}
          >
            {i === 0 && href ? (
              <Link href={href} tabIndex={-1}>
                {content}
              </Link>
            ) : (
              content
            )}
            {edits ? <EditCell label={column.label} onPress={(cell) => cellEditing?.begin(row, column.id, cell)} /> : null}
          </td>
        );
      })}
    </tr>
  );
}

/**
 * Pencil at the right edge of the cell on which the pointer rests. A press on the cell itself opens the row, so the pencil comes late enough
 * not to be pressed in its place.
 */
function EditCell({ label, onPress }: { label: string; onPress(cell: HTMLElement): void }) {
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-label={`Modifica: ${label}`}
      title="Modifica qui"
      className="invisible absolute inset-y-0 right-1 my-auto grid h-6 w-6 place-items-center rounded-badge bg-sunken text-ink-3 transition-[visibility] duration-0 hover:text-ink group-hover/cell:visible group-hover/cell:delay-500 print:hidden"
      onClick={(event) => {
        event.stopPropagation();
        const cell = event.currentTarget.closest('td');
        if (cell) onPress(cell);
      }}
    >
      <Pencil className="icon-sm" aria-hidden />
    </button>
  );
}

/** Opens the editor of the first cell of the row that can be changed. */
function editFirstCell<R>(event: KeyboardEvent<HTMLTableRowElement>, row: R, { editable, begin }: CellEditing<R>): void {
  const cells = [...event.currentTarget.querySelectorAll<HTMLElement>('td[data-column]')];
  const cell = cells.find(({ dataset }) => editable(row, dataset['column'] ?? ''));
  if (!cell) return;
  event.preventDefault();
  begin(row, cell.dataset['column'] ?? '', cell);
}

export const GridRow = memo(Row) as typeof Row;

/** Tells whether a press hit a link, button or field in the cell, which then handles the press alone. */
const onControl = (event: MouseEvent): boolean => (event.target as HTMLElement).closest('a, button, input, label') !== null;

/** Returns the handlers of a row without a link: a press chooses the row, or opens it where rows cannot be chosen. */
function rowActions<R>(row: R, onOpen: ((row: R) => void) | undefined, onChoose: ((row: R) => void) | undefined) {
  return {
    click: (event: MouseEvent) => {
      if (onControl(event)) return;
      if (onChoose) onChoose(row);
      else onOpen?.(row);
    },
    doubleClick: (event: MouseEvent) => {
      if (onChoose && !onControl(event)) onOpen?.(row);
    },
    key: (event: KeyboardEvent) => {
      if (event.key === ' ' && onChoose) {
        event.preventDefault();
        onChoose(row);
      }
      if (event.key !== 'Enter' || !onOpen) return;
      event.preventDefault();
      onOpen(row);
    },
  };
}

/** Returns the handlers that open a row's link. Ctrl, ⌘ or the middle button open it in a new tab. */
function useOpenRow(href: string | undefined) {
  const [, navigate] = useLocation();
  const inNewTab = (to: string) => window.open(to, '_blank', 'noopener');
  return {
    click: (event: MouseEvent) => {
      if (!href || event.defaultPrevented || event.button > 1) return;
      if (onControl(event)) return;
      if (event.type === 'click' && window.getSelection()?.toString()) return;
      if (event.button === 1 || event.ctrlKey || event.metaKey) inNewTab(href);
      else navigate(href);
    },
    key: (event: KeyboardEvent) => {
      if (!href || event.key !== 'Enter') return;
      event.preventDefault();
      if (event.ctrlKey || event.metaKey) inNewTab(href);
      else navigate(href);
    },
  };
}
