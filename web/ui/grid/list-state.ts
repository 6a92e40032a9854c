/** State of a list, stored in the address, so that a list can be linked and reloaded. Default values are left out. */
export interface ListState {
  cerca: string;
  /** Column, with `-` for descending. */
  ordina: string;
  /** From 1. */
  pagina: number;
  righe: number;
  /** The screen's own filters by name; absent means off. */
  filtri: Readonly<Record<string, string>>;
  /** Conditions on columns, as JSON; empty for none. */
  conditions: string;
  /** Column by which rows are grouped; empty for none. */
  grouping: string;
  /** Number of the saved view that the address names, `0` for none though one would open by itself; absent if it names none. */
  view?: string | undefined;
  /** The state is the named view's, with what was changed since; otherwise the view is still to be opened. */
  viewOpened?: true | undefined;
  /** Day or ISO instant at which the rows are shown as they stood; absent for today's rows. */
  al?: string | undefined;
  /** Later day or instant with which the rows at `al` are compared. */
  compared?: string | undefined;
}

export interface ListDefaults {
  ordina: string;
  righe: number;
  /** Columns that can be sorted by; anything else in the address is ignored. */
  sortable: readonly string[];
  /** Names of the screen's filters. */
  filtri?: readonly string[];
}

export const PAGE_SIZES: readonly number[] = [10, 20, 50, 100];

export function readListState(search: string, defaults: ListDefaults): ListState {
  const params = new URLSearchParams(search);
  const ordina = params.get('ordina') ?? '';
  const filters: Record<string, string> = {};
  for (const name of defaults.filtri ?? []) {
    const value = params.get(name);
    if (value) filters[name] = value;
  }
  return {
    cerca: (params.get('cerca') ?? '').slice(0, 200),
    ordina: defaults.sortable.includes(ordina.replace(/^-/, '')) ? ordina : defaults.ordina,
    pagina: wholeNumber(params.get('pagina'), 1, 1_000_000),
    righe: pageSize(params.get('righe'), defaults.righe),
    filtri: filters,
    conditions: params.get('filtri') ?? '',
    grouping: params.get('raggruppa') ?? '',
    ...viewOf(params),
    ...momentsOf(params),
  };
}

function viewOf(params: URLSearchParams): Pick<ListState, 'view' | 'viewOpened'> {
  const view = params.get('vista') ?? '';
  if (!/^(0|[1-9]\d{0,8})$/.test(view)) return {};
  return { view, ...(params.get('aperta') === '1' ? { viewOpened: true } : {}) };
}

/** Longest text of a moment that an address may hold. */
const LONGEST_MOMENT = 40;

/** Reads the moments as written; the server says what is wrong with them. */
function momentsOf(params: URLSearchParams): Pick<ListState, 'al' | 'compared'> {
  const [al, compared] = ['al', 'confronta'].map((name) => params.get(name)?.slice(0, LONGEST_MOMENT));
  if (!al) return {};
  return { al, ...(compared ? { compared } : {}) };
}

/** Returns the query string with its `?`; an empty string if all values are defaults. */
export function writeListState(state: ListState, defaults: ListDefaults): string {
  const params = new URLSearchParams();
  if (state.cerca) params.set('cerca', state.cerca);
  if (state.ordina !== defaults.ordina) params.set('ordina', state.ordina);
  if (state.pagina !== 1) params.set('pagina', String(state.pagina));
  if (state.righe !== defaults.righe) params.set('righe', String(state.righe));
  for (const name of defaults.filtri ?? []) {
    const value = state.filtri[name];
    if (value) params.set(name, value);
  }
  if (state.conditions) params.set('filtri', state.conditions);
  if (state.grouping) params.set('raggruppa', state.grouping);
  if (state.view) params.set('vista', state.view);
  if (state.view && state.viewOpened) params.set('aperta', '1');
  if (state.al) params.set('al', state.al);
  if (state.al && state.compared) params.set('confronta', state.compared);
  const text = params.toString();
  return text ? `?${text}` : '';
}

/** Applies a change to the state. Any change except of the page number alone returns to the first page. */
export function changeListState(state: ListState, change: Partial<ListState>): ListState {
  const next = { ...state, ...change };
  return change.pagina === undefined ? { ...next, pagina: 1 } : next;
}

/** Returns the next sort order when a head is pressed: ascending, descending, then the list's default. */
export function nextSort(current: string, column: string, ownSort: string): string {
  if (current === column) return `-${column}`;
  if (current === `-${column}`) return ownSort === current || ownSort === column ? column : ownSort;
  return column;
}

function wholeNumber(text: string | null, fallback: number, max: number): number {
  return text !== null && /^[1-9]\d{0,6}$/.test(text) ? Math.min(Number(text), max) : fallback;
}

function pageSize(text: string | null, fallback: number): number {
  const size = wholeNumber(text, fallback, 500);
  return size === fallback || PAGE_SIZES.includes(size) ? size : fallback;
}
