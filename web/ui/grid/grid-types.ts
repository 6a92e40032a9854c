import type { ReactNode } from 'react';
import type { GridColumn } from './columns.ts';
import type { ExportFormat } from './export.ts';
import type { Selection } from './selection.ts';
import type { Arrangement } from './use-grid-preferences.ts';

export interface RowTone {
  /** Something has expired. */
  hot?: boolean;
  /** Maintenance due. */
  due?: boolean;
  /** Somebody has changed the record since the list was read. */
  changed?: boolean;
  /** The record was deleted after the instant that the list shows. */
  isDeleted?: boolean;
}

/** Filters in the heads of columns. */
export interface ColumnFiltering {
  /** Tells whether the column can be filtered. */
  has(column: string): boolean;
  /** Tells whether the column is filtered now. */
  isOn(column: string): boolean;
  /** Draws the conditions of one column, to be changed. */
  panel(column: string): ReactNode;
  /** The conditions in words, each removable; `null` for none. */
  chips: ReactNode;
}

/** Changes single cells in place. Keep the identity stable. */
export interface CellEditing<R> {
  editable(row: R, column: string): boolean;
  /** Opens the editor of a cell. */
  begin(row: R, column: string, cell: HTMLElement): void;
}

/** Grouping of a list's rows. */
export interface GroupingControl {
  options: readonly { text: string; label: string }[];
  /** The chosen grouping; empty for none. */
  chosen: string;
  onChoose(text: string): void;
  /** Draws the groups in place of rows and foot; `null` while none is chosen. */
  groups: ReactNode;
}

export interface DataGridProps<R> {
  /** Plural name of the rows: "accise". Read aloud, and used in the grid's own sentences. */
  label: string;
  /** Name under which the layout is remembered; contains the list and the person. */
  storageKey: string;
  /** Columns and density, where they are not what the person set for `storageKey`. */
  arrangement?: Arrangement | undefined;
  /** Keep the array's identity stable: a new array means new columns. */
  columns: readonly GridColumn<R>[];
  /** The rows of this page; `undefined` until the first response. */
  rows: readonly R[] | undefined;
  /** Number of rows in the whole filtered list. */
  total: number | undefined;
  /** From 1. */
  page: number;
  pageSize: number;
  /** Column, with `-` for descending. */
  sort: string;
  onPage(page: number): void;
  onPageSize?(size: number): void;
  onSort?(column: string): void;
  rowKey(row: R): string;
  /** Returns the name of a row: "A0112". */
  rowLabel(row: R): string;
  /** Returns the address that a row opens; a row without one is no link. */
  rowHref?(row: R): string | undefined;
  /** Called before a row is opened. With it, the list is restored to its scroll position on return. */
  onLeave?(): void;
  rowTone?(row: R): RowTone;
  /** Returns the heading above a row, for example its day; `undefined` for a row under the heading of the row before. */
  rowHeading?(row: R, before: R | undefined): string | undefined;
  /** Called on a press on a row without a link, to open a dialog. With `onChoose`, called on a double press or Enter. */
  onOpen?(row: R): void;
  /** Called when a press selects the row for the buttons beside the grid. */
  onChoose?(row: R): void;
  cellEditing?: CellEditing<R> | undefined;
  /** Key of the chosen row. */
  chosenKey?: string | null | undefined;
  /** A new request is pending; the old rows are still shown. */
  refreshing?: boolean | undefined;
  error?: unknown;
  /** The rows are those of an earlier page, because this page could not be read. Set by the grid itself. */
  stale?: boolean;
  onRetry?(): void;
  /** Checkboxes are shown only if `selection` and `onSelection` are both given. */
  selection?: Selection | undefined;
  onSelection?(selection: Selection): void;
  /** Buttons of the selection bar. */
  selectionActions?: ReactNode;
  /** Search box. */
  search?: ReactNode;
  /** Switches and menus beside the search box. */
  filters?: ReactNode;
  columnFilters?: ColumnFiltering | undefined;
  /** Groupings of the rows, offered in the toolbar. */
  grouping?: GroupingControl | undefined;
  /** Asks for the name of a saved view that keeps the list as it is; without it there is no such button. */
  onSaveView?(): void;
  /** Asks for the moment at which the list is shown; without it there is no such button. */
  onSeeAt?(): void;
  /** Number of rows of a file, where it is not `total`. */
  exported?: number | undefined;
  /** Exports all filtered rows with these columns; without it there is no Excel button. */
  onExport?(format: ExportFormat, columns: readonly GridColumn<R>[]): void;
  /** Prints all filtered rows with these columns; without it the page is printed as shown. */
  onPrint?(columns: readonly GridColumn<R>[]): void;
  /** Shown instead of rows when there are no data or nothing is found. */
  empty: ReactNode;
  /** Draws the row on a phone; default: a card made of the columns. */
  card?(row: R): ReactNode;
  /** A smaller grid inside a form: no toolbar, no density, lower height. With a `card`, shows cards on a phone. */
  compact?: boolean | undefined;
  /**
   * Height of head and rows on a wide screen, in px. Default 650; in a compact grid, room for a page of rows.
   * `null`: as high as the rows.
   */
  height?: number | null | undefined;
}
