import type { AnyRegister } from '#contracts/core/define-register.ts';
import type { MissingValues, ViewContents } from '#contracts/core/saved-view.ts';
import { layoutOf, wireLayout, type ColumnLayout } from '#web/ui/grid/column-layout.ts';
import type { ListDefaults, ListState } from '#web/ui/grid/list-state.ts';
import type { Density } from '#web/ui/grid/use-grid-preferences.ts';
import { parseColumnFilters, type ColumnFilters, type FilterKind } from '../filters/column-filter.ts';
import { registerFilters, type FilterSource } from '../filters/filter-source.ts';
import { parseGrouping } from '../grouping.ts';

/** Columns and density of a list as shown. */
export interface ListArrangement {
  layout: ColumnLayout;
  density: Density;
}

/** A list whose views are opened: its columns, how they are filtered, and what its address may hold. */
export interface ViewedList {
  /** Name of the list among the views. */
  path: string;
  /** The records of the list, in the plural. */
  many: string;
  columns: readonly { id: string }[];
  filters: Pick<FilterSource, 'column'>;
  defaults: ListDefaults;
  /** Tells whether the list can be grouped by a column, as the address names it. */
  isGrouping(text: string): boolean;
}

/** Returns the list of a register for its views. */
export const registerViews = (def: AnyRegister, columns: ViewedList['columns'], defaults: ListDefaults): ViewedList => ({
  path: def.path,
  many: def.labels.many,
  columns,
  filters: registerFilters(def),
  defaults,
  isGrouping: (text) =>
    parseGrouping(
      def,
      columns.map(({ id }) => id),
      text,
    ) !== null,
});

const kindIn =
  ({ filters }: Pick<ViewedList, 'filters'>) =>
  (name: string): FilterKind | null =>
    filters.column(name)?.kind ?? null;

/** A view as the list can open it. */
export interface OpenableView {
  state: Partial<ListState>;
  /** Absent: each person's own columns, and density. */
  layout?: ColumnLayout;
  density?: Density;
  /** Parts of the view that the list no longer has, in words. */
  omissions: readonly string[];
}

/** Returns the state of a list that shows everything, in its own order. */
export const plainState = ({ ordina }: ListDefaults): Pick<ListState, 'cerca' | 'ordina' | 'filtri' | 'conditions' | 'grouping'> => ({
  cerca: '',
  ordina,
  filtri: {},
  conditions: '',
  grouping: '',
});

/** Returns the contents of a view that keeps the list as it is now. */
export function contentsOf(list: ViewedList, state: ListState, { layout, density }: ListArrangement): ViewContents {
  const { filters } = parseColumnFilters(state.conditions, kindIn(list));
  return {
    cerca: state.cerca,
    filtri: { ...filters },
    interruttori: { ...state.filtri },
    ordina: state.ordina === list.defaults.ordina ? '' : state.ordina,
    colonne: wireLayout(layout),
    gruppo: state.grouping,
    densita: density,
  };
}

/** Returns the state that a view gives the list. Leaves out what the list no longer has, and names it in `omissions`. */
export function openView(list: ViewedList, contents: ViewContents, missing: readonly MissingValues[] = []): OpenableView {
  const { columns, defaults } = list;
  const omissions: string[] = [];
  const { filters, omissions: unknown } = parseColumnFilters(JSON.stringify(contents.filtri), kindIn(list));
  omissions.push(...unknown);
  const presentFilters = withoutMissing(list, filters, missing, omissions);
  const ids = columns.map(({ id }) => id);
  const grouping = contents.gruppo !== '' && list.isGrouping(contents.gruppo) ? contents.gruppo : '';
  if (grouping !== contents.gruppo) omissions.push(`gruppo ${contents.gruppo}`);
  const sortable = defaults.sortable.includes(contents.ordina.replace(/^-/, ''));
  if (contents.ordina !== '' && !sortable) omissions.push(`ordine ${contents.ordina}`);
  const switches = Object.entries(contents.interruttori).filter(
    ([name]) => defaults.filtri?.includes(name) === true || !omissions.push(name),
  );
  const layout = contents.colonne && knownColumns(layoutOf(contents.colonne), ids, omissions);
  return {
    state: {
      cerca: contents.cerca.trim(),
      ordina: contents.ordina !== '' && sortable ? contents.ordina : defaults.ordina,
      filtri: Object.fromEntries(switches),
      conditions: Object.keys(presentFilters).length === 0 ? '' : JSON.stringify(presentFilters),
      grouping,
    },
    ...(layout ? { layout } : {}),
    ...(contents.densita ? { density: contents.densita } : {}),
    omissions,
  };
}

/** Drops the missing entries from conditions, and a condition that has no other entry. */
function withoutMissing(
  { filters: source }: Pick<ViewedList, 'filters'>,
  filters: ColumnFilters,
  missing: readonly MissingValues[],
  omissions: string[],
): ColumnFilters {
  const remaining: Record<string, ColumnFilters[string]> = { ...filters };
  for (const { campo, valori } of missing) {
    const condition = remaining[campo];
    if (!Array.isArray(condition)) continue;
    omissions.push(...valori.map((value) => `${source.column(campo)?.label ?? campo} ${value}`));
    const others = condition.filter((value) => !valori.includes(value));
    if (others.length > 0) remaining[campo] = others;
    else delete remaining[campo];
  }
  return remaining;
}

function knownColumns(layout: ColumnLayout, ids: readonly string[], omissions: string[]): ColumnLayout {
  const isKnown = (id: string) => ids.includes(id);
  const { order, visible, widths, pinned = [] } = layout;
  const missingColumns = new Set([...order, ...Object.keys(visible), ...Object.keys(widths), ...pinned].filter((id) => !isKnown(id)));
  omissions.push(...[...missingColumns].map((id) => `colonna ${id}`));
  const among = <T>(record: Readonly<Record<string, T>>) => Object.fromEntries(Object.entries(record).filter(([id]) => isKnown(id)));
  const pins = pinned.filter(isKnown);
  return { order: order.filter(isKnown), visible: among(visible), widths: among(widths), ...(pins.length > 0 ? { pinned: pins } : {}) };
}

/** Tells whether two contents show the same list. Columns or density that one of them leaves to each person do not count. */
export function sameContents(a: ViewContents, b: ViewContents): boolean {
  const text = (one: ViewContents, other: ViewContents) =>
    canonical({
      ...one,
      colonne: one.colonne && other.colonne ? one.colonne : null,
      densita: one.densita && other.densita ? one.densita : null,
    });
  return text(a, b) === text(b, a);
}

/** Returns the value as JSON with the names of objects in alphabetical order. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_name, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([x], [y]) => (x < y ? -1 : 1)))
      : part,
  );

/** Tells whether the list is as it opens without a view. */
export const isPlainList = ({ defaults }: ViewedList, state: ListState): boolean =>
  state.cerca === '' &&
  state.conditions === '' &&
  state.grouping === '' &&
  state.ordina === defaults.ordina &&
  Object.keys(state.filtri).length === 0;
