import type { Header } from './header.ts';
import type { Campo } from './header-synonyms.ts';

type Row = readonly string[];

/** What a row comes to; `null` where it cannot be read. Equal texts are equal readings. */
export type Peek = (row: Row) => string | null;

/** A comma of a row that may be the separator or the decimal comma of a number nobody put in quotes. */
export interface Doubt {
  /** The two readings, for people. */
  letture: string;
  /** So many cells, from the first, are what they seem. */
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

/** The records of a file whose cells are separated by commas, one at a time. */
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

  /** A row wider than the head. `null` when none of its cells can be half a number. */
  ofWide(row: Row, raw: string): Doubt | null {
    const quoted = quotedCells(raw);
    const half = (kind: Column) => row.findIndex((cell, i) => (this.#columns[i] ?? 'text') === kind && halves(cell, row[i + 1], quoted, i));
    const at = [half('number'), half('text')].find((found) => found !== -1);
    // what else may be torn in it is not known: the first cell alone is where it should be
    return at === undefined ? null : { letture: readings(row, at), sure: 1 };
  }

  /**
   * A row as wide as the head or narrower: whether it reads well also with two of its cells as one,
   * and differently. Cells that are not there then are blank: who writes no quotes may leave out the
   * last blank cells too, and so a torn row comes to the width of the head.
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
    // points on both sides of the comma are of no number, and most files without quotes write points
    if (column === 'number') return halves(cell, next, quoted, i) && !(next.includes('.') && cell.includes('.'));
    // a blank behind the comma is how sentences are written: `via Roma, 12`
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

/** Which cells of a record stand in quotes: nothing in them is half of another. */
function quotedCells(raw: string): boolean[] {
  const found: boolean[] = [];
  if (!raw.includes('"')) return found;
  for (let at = 0; ;) {
    const quoted = raw.charAt(at) === '"';
    found.push(quoted);
    const comma = raw.indexOf(',', quoted ? closing(raw, at) : at);
    if (comma === -1) return found;
    at = comma + 1;
  }
}

/** Where the quote that opens there is closed. */
function closing(raw: string, open: number): number {
  for (let at = raw.indexOf('"', open + 1); at !== -1; at = raw.indexOf('"', at + 2)) {
    if (raw.charAt(at + 1) !== '"') return at;
  }
  return raw.length;
}
