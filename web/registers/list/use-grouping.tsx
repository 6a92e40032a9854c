import type { AnyRegister } from '#contracts/core/define-register.ts';
import { loadedPart } from '#web/lib/use-loaded.ts';
import type { GridColumn } from '#web/ui/grid/columns.ts';
import type { GroupingControl } from '#web/ui/grid/grid-types.ts';
import type { Row } from '../row.ts';
import type { GroupedRowsProps } from './grouped-rows.ts';
import { groupingsOf, parseGrouping, type Grouping } from './grouping.ts';

const Groups = loadedPart<GroupedRowsProps>(() => import('./GroupedRows.tsx'), <div className="min-h-[320px]" aria-busy />);

interface GroupingOptions {
  def: AnyRegister;
  columns: readonly GridColumn<Row>[];
  /** The grouping as the address holds it. */
  text: string;
  onChoose(text: string): void;
}

/** Grouping of a list. `rowsOf`: what the groups need to draw their rows. */
export function useGrouping(
  { def, columns, text, onChoose }: GroupingOptions,
  rowsOf: (grouping: Grouping) => Omit<GroupedRowsProps, 'def' | 'columns'>,
): GroupingControl {
  const names = columns.map(({ id }) => id);
  const grouping = parseGrouping(def, names, text);
  return {
    options: groupingsOf(def, names),
    chosen: grouping === null ? '' : text,
    onChoose,
    groups: grouping === null ? null : <Groups key={text} def={def} columns={columns} {...rowsOf(grouping)} />,
  };
}
