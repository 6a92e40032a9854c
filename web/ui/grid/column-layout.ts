import type { GridColumn } from './columns.ts';

/** A person's order, visibility and widths of a grid's columns, remembered between visits. */
export interface ColumnLayout {
  order: readonly string[];
  /** Only the columns whose visibility the person changed. */
  visible: Readonly<Record<string, boolean>>;
  widths: Readonly<Record<string, number>>;
}

export const PLAIN_LAYOUT: ColumnLayout = { order: [], visible: {}, widths: {} };

export const MIN_WIDTH = 56;
export const MAX_WIDTH = 640;

type Columns = readonly Pick<GridColumn<never>, 'id' | 'hidden' | 'frozen'>[];

/**
 * Returns the ids of all columns in the person's order. Frozen columns stay first. A column that the stored
 * layout does not know comes after the one that precedes it in the definition.
 */
export function orderedIds(columns: Columns, layout: ColumnLayout): string[] {
  const known = new Set(columns.map((c) => c.id));
  const order = layout.order.filter((id, i) => known.has(id) && layout.order.indexOf(id) === i);
  columns.forEach((column, i) => {
    if (order.includes(column.id)) return;
    const before = columns[i - 1];
    order.splice(before ? order.indexOf(before.id) + 1 : 0, 0, column.id);
  });
  const frozen = new Set(columns.filter((c) => c.frozen).map((c) => c.id));
  return [...order.filter((id) => frozen.has(id)), ...order.filter((id) => !frozen.has(id))];
}

export function isVisible(column: Columns[number], layout: ColumnLayout): boolean {
  return column.frozen === true || (layout.visible[column.id] ?? column.hidden !== true);
}

export function showColumn(layout: ColumnLayout, column: Columns[number], visible: boolean): ColumnLayout {
  const { [column.id]: _, ...others } = layout.visible;
  return { ...layout, visible: visible === (column.hidden !== true) ? others : { ...others, [column.id]: visible } };
}

/** Moves a column to the place of another. Frozen columns do not move, and none moves before them. */
export function moveColumn(columns: Columns, layout: ColumnLayout, id: string, target: string): ColumnLayout {
  const frozen = new Set(columns.filter((c) => c.frozen).map((c) => c.id));
  if (id === target || frozen.has(id) || frozen.has(target)) return layout;
  const ids = orderedIds(columns, layout);
  const from = ids.indexOf(id);
  const to = ids.indexOf(target);
  if (from < 0 || to < 0) return layout;
  ids.splice(from, 1);
  ids.splice(to, 0, id);
  return { ...layout, order: ids };
}

/** Moves a column one place up or down, for the keyboard. */
export function stepColumn(columns: Columns, layout: ColumnLayout, id: string, step: -1 | 1): ColumnLayout {
  const ids = orderedIds(columns, layout);
  const target = ids[ids.indexOf(id) + step];
  return target === undefined ? layout : moveColumn(columns, layout, id, target);
}

export function setWidth(layout: ColumnLayout, id: string, width: number): ColumnLayout {
  const clamped = Math.round(Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, width)));
  return { ...layout, widths: { ...layout.widths, [id]: clamped } };
}

/** Parses a stored layout; an unexpected value in it is ignored. */
export function parseLayout(text: string | null): ColumnLayout {
  if (!text) return PLAIN_LAYOUT;
  try {
    const raw = JSON.parse(text) as Record<string, unknown>;
    return {
      order: Array.isArray(raw['order']) ? raw['order'].filter((v): v is string => typeof v === 'string') : [],
      visible: entriesOf(raw['visible'], (v): v is boolean => typeof v === 'boolean'),
      widths: entriesOf(raw['widths'], (v): v is number => typeof v === 'number' && v >= MIN_WIDTH && v <= MAX_WIDTH),
    };
  } catch {
    return PLAIN_LAYOUT;
  }
}

function entriesOf<T>(value: unknown, isT: (v: unknown) => v is T): Record<string, T> {
  if (typeof value !== 'object' || value === null) return {};
  return Object.fromEntries(Object.entries(value).filter((entry): entry is [string, T] => isT(entry[1])));
}
