import type { ReactNode } from 'react';
import type { GridColumn } from './columns.ts';
import type { ExportFormat } from './export.ts';
import type { Selection } from './selection.ts';

export interface RowTone {
  /** Something expired. */
  hot?: boolean;
  /** Maintenance due. */
  due?: boolean;
}

export interface DataGridProps<R> {
  /** What is listed: "accise". Read aloud, and used in the grid's own sentences. */
  label: string;
  /** Layout is remembered under this name; say the list and the person. */
  storageKey: string;
  /** Keep it stable: a new array means new columns. */
  columns: readonly GridColumn<R>[];
  /** The rows of this page; `undefined` while the first answer is on its way. */
  rows: readonly R[] | undefined;
  /** Rows of the whole list as filtered. */
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
  /** What a row is called: "A0112". */
  rowLabel(row: R): string;
  /** Where a row leads; rows without it are not links. */
  rowHref?(row: R): string | undefined;
  /** Told before a row is opened; with it the list is found again as it was left. */
  onLeave?(): void;
  rowTone?(row: R): RowTone;
  /** What a press on a row does where it leads nowhere: a dialog opens. With `onChoose`, a double press or Enter. */
  onOpen?(row: R): void;
  /** A press chooses the row instead; the buttons beside the grid then mean it. */
  onChoose?(row: R): void;
  /** Key of the chosen row. */
  chosen?: string | null | undefined;
  /** An answer to another question is on its way; the old rows are still shown. */
  refreshing?: boolean | undefined;
  error?: unknown;
  /** The rows are those of an earlier page: this one could not be read. The grid's own. */
  stale?: boolean;
  onRetry?(): void;
  /** Both, or there are no checkboxes. */
  selection?: Selection | undefined;
  onSelection?(selection: Selection): void;
  /** Buttons of the selection bar. */
  selectionActions?: ReactNode;
  /** Search box. */
  search?: ReactNode;
  /** Switches and menus beside the search box. */
  filters?: ReactNode;
  /** Writes all filtered rows with these columns; without it there is no Excel button. */
  onExport?(format: ExportFormat, columns: readonly GridColumn<R>[]): void;
  /** Prints all filtered rows with these columns; without it the page is printed as it stands. */
  onPrint?(columns: readonly GridColumn<R>[]): void;
  /** Shown instead of rows: no data at all, or nothing found. */
  empty: ReactNode;
  /** The row on a phone; without it, a card made of the columns. */
  card?(row: R): ReactNode;
  /** A smaller grid inside a form: no toolbar, no density, lower. With a `card`, cards on a phone. */
  compact?: boolean | undefined;
  /** Of head and rows on a wide screen, in px; 650 if not given, in a compact grid room for a page of rows. `null`: as high as its rows. */
  height?: number | null | undefined;
}
