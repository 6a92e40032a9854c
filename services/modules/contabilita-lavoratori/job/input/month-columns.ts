import type { Header } from './header.ts';
import { Interner } from './interner.ts';
import { readMonth, readMonthAndYear } from './months.ts';
import type { Row } from './rows.ts';

export interface MonthReader {
  /** True if the file has columns of months. */
  readonly present: boolean;
  /** `YYYY-MM`; empty when blank or without columns; `null` when it cannot be read. */
  read(row: Row): string | null;
}

/** Reads the month from one column, or from two. */
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
