/** A month of a year; `mese` is from 1 to 12. */
export interface Month {
  anno: number;
  mese: number;
}

/** Adds months to a month, across years. */
export function shift({ anno, mese }: Month, months: number): Month {
  const count = anno * 12 + (mese - 1) + months;
  return { anno: Math.floor(count / 12), mese: (count % 12) + 1 };
}

export const monthOf = (date: string): Month => ({ anno: Number(date.slice(0, 4)), mese: Number(date.slice(5, 7)) });

/** Returns the number of days in a month. */
export const daysOf = ({ anno, mese }: Month): number => new Date(Date.UTC(anno, mese, 0)).getUTCDate();

const names = new Intl.DateTimeFormat('it-IT', { month: 'long', year: 'numeric', timeZone: 'UTC' });
/** Formats a month: "novembre 2026". */
export const nameOf = ({ anno, mese }: Month): string => names.format(new Date(Date.UTC(anno, mese - 1, 1)));

/** Tells whether a day is a Saturday or Sunday, shown in grey in the head. */
export function isWeekend({ anno, mese }: Month, day: number): boolean {
  const weekday = new Date(Date.UTC(anno, mese - 1, day)).getUTCDay();
  return weekday === 0 || weekday === 6;
}

/** Returns the tone of a cell: grey for no line, dark blue for one, red for more, which may be an error (part 2, section 9). */
export const toneOf = (count: number): 'none' | 'one' | 'more' => (count === 0 ? 'none' : count === 1 ? 'one' : 'more');

/** Tells whether no line was written in the month on any site. */
export const isEmptyMonth = (rows: readonly { giorni: readonly number[] }[]): boolean =>
  rows.every(({ giorni }) => giorni.every((count) => count === 0));

/** Returns the accessible name of a cell: "0412, 3 novembre 2026: 2 righe". */
export function cellLabel(commessa: string, month: Month, day: number, count: number): string {
  const lines = count === 0 ? 'nessuna riga' : count === 1 ? '1 riga' : `${count} righe`;
  return `${commessa}, ${day} ${nameOf(month)}: ${lines}`;
}
