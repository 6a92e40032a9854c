import type { Header } from './header.ts';
import type { Campo } from './header-synonyms.ts';

type Row = readonly string[];

/** Function that returns the values of a row as one text for comparison, or `null` if the row is unreadable. */
export type Peek = (row: Row) => string | null;

/** Doubt about a comma of a row, which may be a separator or the decimal mark of an unquoted number. */
export interface Doubt {
  /** The two readings as a sentence shows them, in Italian. */
  letture: string;
  /** Number of cells before the doubtful comma, which are certain. */
  sure: number;
}

const NUMBERS: readonly Campo[] = ['dare', 'avere', 'importo', 'percentuale', 'ore'];
const CODES: readonly Campo[] = [
  'matricola',
  'conto',
  'commessa',
  'centro_costo',
  'competenza',
  'mese',
  'anno',
  'tipo_conto',
  'segno',
  'azienda',
];

const NONE: readonly boolean[] = [];

type Column = 'number' | 'code' | 'text';

/** Checks records of a comma-separated file for a second valid reading. */
export class TwoReadings {
  readonly #reached: number;
  readonly #columns: readonly Column[];
  readonly #peek: Peek;

  constructor({ width, columns }: Header, reached: number, peek: Peek) {
    const at = (campi: readonly Campo[]) => new Set(campi.map((campo) => columns[campo]));
    const [numbers, codes] = [at(NUMBERS), at(CODES)];
    this.#reached = reached;
    this.#columns = Array.from({ length: width }, (_, i) => (numbers.has(i) ? 'number' : codes.has(i) ? 'code' : 'text'));
    this.#peek = peek;
  }

  /** Returns the doubt about a row wider than the header; `null` if no two adjacent cells can be one number. */
  ofWide(row: Row, raw: string): Doubt | null {
    const quoted = quotedCells(raw);
    const half = (kind: Column) => row.findIndex((cell, i) => (this.#columns[i] ?? 'text') === kind && halves(cell, row[i + 1], quoted, i));
    const at = [half('number'), half('text')].find((found) => found !== -1);
    // Other cells may be split too, so only the first cell is certain.
    return at === undefined ? null : { letture: readings(row, at), sure: 1 };
  }

  /**
   * Returns the doubt about a row no wider than the header, if joining two adjacent cells gives another valid reading; `null` otherwise.
   * Missing cells are read as blank: a program that writes no quotes may also omit trailing blank cells, so a split row can have the width
   * of the header.
   */
  of(row: Row, raw: string): Doubt | null {
    if (!row.some((_cell, i) => this.#joinable(row, i, NONE))) return null;
    const asItIs = this.#peek(row);
    return asItIs === null ? null : this.#search(row, quotedCells(raw), asItIs, 0);
  }

  #search(row: Row, quoted: readonly boolean[], asItIs: string, from: number): Doubt | null {
    for (let i = from; i < this.#reached && i + 1 < row.length; i += 1) {
      if (!this.#joinable(row, i, quoted)) continue;
      const joined = row.toSpliced(i, 2, `${row[i]},${row[i + 1]}`);
      const other = this.#peek(joined);
      if ((other !== null && other !== asItIs) || this.#search(joined, quoted.toSpliced(i, 2, false), asItIs, i))
        return { letture: readings(row, i), sure: i };
    }
    return null;
  }

  #joinable(row: Row, i: number, quoted: readonly boolean[]): boolean {
    const [cell = '', next] = [row[i], row[i + 1]];
    const column = this.#columns[i] ?? 'text';
    if (next === undefined || i >= this.#reached || column === 'code') return false;
    // No number has points on both sides of its decimal comma, and most programs that write no quotes write decimal points.
    if (column === 'number') return halves(cell, next, quoted, i) && !(next.includes('.') && cell.includes('.'));
    // A comma in a sentence is followed by a blank: `via Roma, 12`.
    if (next.startsWith(' ') && cell !== '' && !cell.startsWith(' ')) return !quoted[i] && !quoted[i + 1];
    return halves(cell, next, quoted, i) && /^[-+]?[\d.]+$/.test(cell.trim()) && /^\d{1,2}$/.test(next.trim());
  }
}

const halves = (cell: string, next: string | undefined, quoted: readonly boolean[], i: number): boolean =>
  next !== undefined && isDigit(cell.charCodeAt(cell.length - 1)) && isDigit(next.charCodeAt(0)) && !quoted[i] && !quoted[i + 1];

const isDigit = (code: number): boolean => code >= 48 && code <= 57;

function readings(row: Row, at: number): string {
  const [left = '', right = ''] = [row[at]?.trim(), row[at + 1]?.trim()];
  return `«${left}» e «${right}», oppure «${left},${right}»`;
}

/** Returns for each cell of a record whether the cell is quoted. A quoted cell is never half of another cell. */
function quotedCells(raw: string): boolean[] {
  const quotedFlags: boolean[] = [];
  if (!raw.includes('"')) return quotedFlags;
  for (let at = 0; ;) {
    const quoted = raw.charAt(at) === '"';
    quotedFlags.push(quoted);
    const comma = raw.indexOf(',', quoted ? closing(raw, at) : at);
    if (comma === -1) return quotedFlags;
    at = comma + 1;
  }
}

/** Returns the position of the quote that closes the quote at `open`. */
function closing(raw: string, open: number): number {
  for (let at = raw.indexOf('"', open + 1); at !== -1; at = raw.indexOf('"', at + 2)) {
    if (raw.charAt(at + 1) !== '"') return at;
  }
  return raw.length;
}
