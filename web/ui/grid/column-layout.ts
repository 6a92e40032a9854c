import { COLUMN_WIDTHS, type WireColumns } from '#contracts/core/list-preferences.ts';
import type { GridColumn } from './columns.ts';

/** A person's order, visibility, pinning and widths of a grid's columns, remembered between visits. */
export interface ColumnLayout {
  order: readonly string[];
  /** Only the columns whose visibility the person changed. */
  visible: Readonly<Record<string, boolean>>;
  widths: Readonly<Record<string, number>>;
  /** Columns that the person pinned at the left edge, after the frozen ones. */
  pinned?: readonly string[];
}

export const PLAIN_LAYOUT: ColumnLayout = { order: [], visible: {}, widths: {} };

export const { min: MIN_WIDTH, max: MAX_WIDTH } = COLUMN_WIDTHS;

type Columns = readonly Pick<GridColumn<never>, 'id' | 'hidden' | 'frozen'>[];

/**
 * Returns the ids of all columns in the person's order. Frozen columns stay first, pinned ones follow. A column that the stored
 * layout does not know comes after the one that precedes it in the definition.
 */
export function orderedIds(columns: Columns, layout: ColumnLayout): string[] {
  const knownIds = new Set(columns.map((c) => c.id));
  const order = layout.order.filter((id, i) => knownIds.has(id) && layout.order.indexOf(id) === i);
  columns.forEach((column, i) => {
    if (order.includes(column.id)) return;
    const before = columns[i - 1];
    order.splice(before ? order.indexOf(before.id) + 1 : 0, 0, column.id);
  });
  const places = new Map(columns.map((column) => [column.id, placeOf(column, layout)]));
  return (['frozen', 'pinned', 'free'] as const).flatMap((place) => order.filter((id) => places.get(id) === place));
}

/** Returns where a column stands: frozen by the definition, pinned by the person, or free. */
function placeOf(column: Columns[number], layout: ColumnLayout): 'frozen' | 'pinned' | 'free' {
  if (column.frozen) return 'frozen';
  return layout.pinned?.includes(column.id) ? 'pinned' : 'free';
}

/** Tells whether a column stays at the left edge while the others scroll. */
export const isPinned = (column: Columns[number], layout: ColumnLayout): boolean => placeOf(column, layout) !== 'free';

/** Pins a column at the left edge, or lets it scroll again. */
export function togglePin(layout: ColumnLayout, id: string): ColumnLayout {
  const { pinned = [], ...others } = layout;
  const next = pinned.includes(id) ? pinned.filter((one) => one !== id) : [...pinned, id];
  return next.length === 0 ? others : { ...others, pinned: next };
}

export function isVisible(column: Columns[number], layout: ColumnLayout): boolean {
  return column.frozen === true || (layout.visible[column.id] ?? column.hidden !== true);
}

export function showColumn(layout: ColumnLayout, column: Columns[number], visible: boolean): ColumnLayout {
  const { [column.id]: _, ...others } = layout.visible;
  return { ...layout, visible: visible === (column.hidden !== true) ? others : { ...others, [column.id]: visible } };
}

/** Moves a column to the place of another. Frozen columns do not move, and a pinned one moves among the pinned ones alone. */
export function moveColumn(columns: Columns, layout: ColumnLayout, id: string, target: string): ColumnLayout {
  const placeById = (columnId: string) => {
    const column = columns.find((one) => one.id === columnId);
    return column && placeOf(column, layout);
  };
  const place = placeById(id);
  if (id === target || place === 'frozen' || place !== placeById(target)) return layout;
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
    const pinned = textsOf(raw['pinned']);
    return {
      order: textsOf(raw['order']),
      visible: entriesOf(raw['visible'], (v): v is boolean => typeof v === 'boolean'),
      widths: entriesOf(raw['widths'], (v): v is number => typeof v === 'number' && v >= MIN_WIDTH && v <= MAX_WIDTH),
      ...(pinned.length > 0 ? { pinned } : {}),
    };
  } catch {
    return PLAIN_LAYOUT;
  }
}

const textsOf = (value: unknown): string[] => (Array.isArray(value) ? value.filter((v): v is string => typeof v === 'string') : []);

/** Returns a layout from what the portal keeps. */
export function layoutOf({ ordine, visibili, larghezze, bloccate }: WireColumns): ColumnLayout {
  return { order: ordine, visible: visibili, widths: larghezze, ...(bloccate.length > 0 ? { pinned: bloccate } : {}) };
}

/** Returns a layout as the portal keeps it. */
export function wireLayout({ order, visible, widths, pinned = [] }: ColumnLayout): WireColumns {
  return { ordine: [...order], visibili: { ...visible }, larghezze: { ...widths }, bloccate: [...pinned] };
}

/** Tells whether a layout changes nothing of the definition. */
export const isPlain = ({ order, visible, widths, pinned = [] }: ColumnLayout): boolean =>
  order.length + pinned.length + Object.keys(visible).length + Object.keys(widths).length === 0;

function entriesOf<T>(value: unknown, isT: (v: unknown) => v is T): Record<string, T> {
  if (typeof value !== 'object' || value === null) return {};
  return Object.fromEntries(Object.entries(value).filter((entry): entry is [string, T] => isT(entry[1])));
}
