import { useState } from 'react';
import { SearchInput } from '../inputs/SearchInput.tsx';
import { isPinned, isVisible, moveColumn, orderedIds, PLAIN_LAYOUT, showColumn, stepColumn, togglePin } from './column-layout.ts';
import type { GridColumn } from './columns.ts';
import type { ColumnsMenuProps } from './columns-menu.ts';
import { ColumnsMenuItem } from './ColumnsMenuItem.tsx';

/** Panel to show, hide and reorder columns. */
export default function ColumnsPanel<R>({ columns, layout, onLayout }: ColumnsMenuProps<R>) {
  const [query, setQuery] = useState('');
  const [dragged, setDragged] = useState<string | null>(null);
  const byId = new Map(columns.map((c) => [c.id, c]));
  const listed = orderedIds(columns, layout)
    .flatMap((id) => byId.get(id) ?? [])
    .filter((c) => c.label.toLocaleLowerCase('it').includes(query.trim().toLocaleLowerCase('it')));
  const hidden = listed.filter((c) => !isVisible(c, layout));
  const item = (column: GridColumn<R>) => (
    <ColumnsMenuItem
      key={column.id}
      label={column.label}
      frozen={column.frozen === true}
      visible={isVisible(column, layout)}
      pinned={isPinned(column, layout)}
      dragged={dragged === column.id}
      onVisible={(visible) => onLayout(showColumn(layout, column, visible))}
      onPin={() => onLayout(togglePin(layout, column.id))}
      onStep={(step) => onLayout(stepColumn(columns, layout, column.id, step))}
      onDrag={(start) => setDragged(start ? column.id : null)}
      onDragOver={() => {
        if (dragged) onLayout(moveColumn(columns, layout, dragged, column.id));
      }}
    />
  );
  return (
    <>
      <div className="flex items-center justify-between px-2 pb-1 pt-1.5">
        <span className="text-label font-semibold">Colonne</span>
        <button type="button" className="link text-label" onClick={() => onLayout(PLAIN_LAYOUT)}>
          Ripristina
        </button>
      </div>
      <div className="px-1 pb-1">
        <SearchInput value={query} onChange={setQuery} label="Cerca una colonna" shortcut={false} className="!h-7" />
      </div>
      <div className="max-h-[60vh] overflow-y-auto">
        <ul aria-label="Colonne mostrate">{listed.filter((c) => isVisible(c, layout)).map(item)}</ul>
        {hidden.length > 0 ? (
          <ul aria-label="Colonne nascoste" className="mt-1 border-t border-line pt-1">
            {hidden.map(item)}
          </ul>
        ) : null}
      </div>
    </>
  );
}
