import type { RowCode } from '#contracts/modules/contabilita/codes.ts';
import type { AmountMode, NumberStyle } from '#contracts/modules/contabilita/result.ts';
import type { Header } from './header.ts';
import { readCents, voteOf, type Reading, type Unreadable, type Vote } from './numbers.ts';
import type { Row } from './rows.ts';

/** Reader of a row's amounts, whose last result is in its fields `dare` and `avere`; an object for each row would cost too much time. */
export interface Amounts {
  readonly modo: AmountMode;
  votes(row: Row): readonly Vote[];
  style: NumberStyle;
  dare: number;
  avere: number;
  /** Column of the last number that could not be read. */
  at: number | undefined;
  read(row: Row): RowCode | null;
  /** Returns the amounts of a total row by column name; `null` if the row's amounts cannot be compared with a sum. */
  totals(row: Row): Readonly<Record<string, number | null>> | null;
  /** True if one column holds all amounts. */
  readonly oneColumn: boolean;
  /** True if only the sign of an amount marks a debt; negative amounts are read as `avere`. */
  readonly signAlone: boolean;
}

const CODES: Readonly<Record<Exclude<Unreadable, 'negative'>, RowCode>> = {
  invalid: 'IMPORTO_NON_VALIDO',
  ambiguous: 'IMPORTO_AMBIGUO',
  decimals: 'TROPPI_DECIMALI',
  limit: 'IMPORTO_TROPPO_GRANDE',
};
function refusedAt(amounts: Amounts, column: number | undefined, reading: Unreadable): RowCode {
  amounts.at = column;
  return CODES[reading === 'negative' ? 'invalid' : reading];
}
const readable = (reading: Reading): number | null => (typeof reading === 'number' ? reading : null);

/** Creates the reader of amounts for a file with the columns `dare` and `avere`, or with one column of amounts. */
export function readAmounts(columns: Header['columns']): Amounts {
  return columns.dare === undefined ? oneColumn(columns.importo ?? 0, columns.segno) : twoColumns(columns.dare, columns.avere);
}

function twoColumns(dareColumn: number, avereColumn: number | undefined): Amounts {
  const amounts: Amounts = {
    oneColumn: false,
    signAlone: false,
    modo: 'DARE_AVERE',
    style: 'INDEFINITO',
    dare: 0,
    avere: 0,
    at: undefined,
    votes: (row) => [voteOf(row[dareColumn] ?? ''), avereColumn === undefined ? null : voteOf(row[avereColumn] ?? '')],
    read(row) {
      const dareCell = row[dareColumn] ?? '';
      const avereCell = avereColumn === undefined ? '' : (row[avereColumn] ?? '');
      const dare = dareCell === '' ? null : readCents(dareCell, amounts.style);
      if (typeof dare === 'string') return refusedAt(amounts, dareColumn, dare);
      const avere = avereCell === '' ? null : readCents(avereCell, amounts.style);
      if (typeof avere === 'string') return refusedAt(amounts, avereColumn, avere);
      if (dare === null && avere === null) return 'IMPORTO_MANCANTE';
      amounts.dare = dare ?? 0;
      amounts.avere = avere ?? 0;
      return null;
    },
    totals: (row) => ({
      dare: readable(readCents(row[dareColumn] ?? '', amounts.style)),
      avere: avereColumn === undefined ? null : readable(readCents(row[avereColumn] ?? '', amounts.style)),
    }),
  };
  return amounts;
}

const SIDES = new Map<string, 'dare' | 'avere'>([
  ['D', 'dare'],
  ['DARE', 'dare'],
  ['A', 'avere'],
  ['AVERE', 'avere'],
]);

function oneColumn(column: number, signColumn: number | undefined): Amounts {
  const amounts: Amounts = {
    oneColumn: true,
    signAlone: signColumn === undefined,
    modo: 'IMPORTO_SEGNO',
    style: 'INDEFINITO',
    dare: 0,
    avere: 0,
    at: undefined,
    votes: (row) => [voteOf(row[column] ?? '')],
    read(row) {
      const amount = readCents(row[column] ?? '', amounts.style);
      if (typeof amount === 'string') return refusedAt(amounts, column, amount);
      if (amount === null) return 'IMPORTO_MANCANTE';
      if (signColumn === undefined) {
        amounts.dare = Math.max(amount, 0);
        amounts.avere = Math.max(-amount, 0);
        return null;
      }
      const side = SIDES.get((row[signColumn] ?? '').trim().toUpperCase());
      if (!side) return 'SEGNO_NON_VALIDO';
      amounts.dare = side === 'dare' ? amount : 0;
      amounts.avere = side === 'avere' ? amount : 0;
      return null;
    },
    // A total with a sign column is one balance, which cannot be compared with the two sides.
    totals: (row) => (signColumn === undefined ? { importo: readable(readCents(row[column] ?? '', amounts.style)) } : null),
  };
  return amounts;
}
