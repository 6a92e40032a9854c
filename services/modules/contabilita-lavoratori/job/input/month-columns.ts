import type { Header } from './header.ts';
import { Interner } from './interner.ts';
import { readMonth, readMonthAndYear } from './months.ts';
import type { Row } from './rows.ts';

export interface MonthReader {
  /** True if the file has a column of months, or one of months and one of years. */
  readonly present: boolean;
  /** Returns the month as `YYYY-MM`; an empty text if the cell is blank or the file has no months; `null` if the cell is unreadable. */
  read(row: Row): string | null;
}

/** Creates the reader of a row's month, from one column or from the columns of month and year. */
export function monthReader({ competenza, mese, anno }: Header['columns']): MonthReader {
  if (competenza !== undefined) {
    const months = new Interner((text) => (text.trim() === '' ? '' : readMonth(text)));
    return { present: true, read: (row) => months.get(row[competenza] ?? '') };
  }
  if (mese === undefined || anno === undefined) return { present: false, read: () => '' };
  const months = new Interner((text) => {
    const [m = '', y = ''] = text.split('\0');
    return m.trim() === '' && y.trim() === '' ? '' : readMonthAndYear(m, y);
  });
  return { present: true, read: (row) => months.get(`${row[mese] ?? ''}\0${row[anno] ?? ''}`) };
}
