import { useMemo, useState, type ReactNode } from 'react';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import { useIdentity } from '#web/lib/session.ts';
import { loadedPart } from '#web/lib/use-loaded.ts';
import type { CellEditing } from '#web/ui/grid/grid-types.ts';
import type { Row } from '../../row.ts';
import type { CellEditorProps } from './cell-editor-props.ts';
import { isEditable } from './editable.ts';

const CellEditor = loadedPart<CellEditorProps>(() => import('./CellEditor.tsx'));

interface Cell {
  row: Row;
  column: string;
  element: HTMLElement;
}

/** Changes single cells of a list in place. `editor`: the open editor, drawn beside its cell. */
export function useCellEdit(def: AnyRegister): { editing: CellEditing<Row>; editor: ReactNode } {
  const identity = useIdentity();
  const [cell, setCell] = useState<Cell | null>(null);
  const editing = useMemo<CellEditing<Row>>(
    () => ({
      editable: (row, column) => isEditable(def, identity, row, column),
      begin: (row, column, element) => setCell({ row, column, element }),
    }),
    [def, identity],
  );
  const next = (): void => {
    if (!cell) return;
    const cells = [...(cell.element.closest('tr')?.querySelectorAll<HTMLElement>('td[data-column]') ?? [])];
    const after = cells.slice(cells.indexOf(cell.element) + 1);
    const element = [...after, ...cells].find(({ dataset }) => editing.editable(cell.row, dataset['column'] ?? ''));
    if (element) setCell({ ...cell, element, column: element.dataset['column'] ?? '' });
  };
  return {
    editing,
    editor: cell ? (
      <CellEditor
        key={cell.column}
        def={def}
        row={cell.row}
        name={cell.column}
        cell={cell.element}
        onNext={next}
        onClose={() => setCell(null)}
      />
    ) : null,
  };
}
