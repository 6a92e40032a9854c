import type { AnomaliaDetails, RowCode } from '#contracts/modules/contabilita/codes.ts';
import { LIMITS, type NumberStyle } from '#contracts/modules/contabilita/result.ts';
import { limitExceeded } from '../fault.ts';
import type { MatricolaCell, People } from '../people.ts';
import { isTotalWord, copyText } from './codes.ts';
import type { Header } from './header.ts';
import { normaliseHeader } from './header-synonyms.ts';
import { Interner } from './interner.ts';
import type { Vote } from './numbers.ts';
import { linesOf, type Batch } from './records.ts';
import { TwoReadings, type Doubt } from './two-readings.ts';

export type Row = readonly string[];

/** Reader of the rows of one input file. */
export interface RowReader {
  /** Returns the number style that each number of the row proves. */
  votes(row: Row): readonly Vote[];
  /** Position of the column with the conto, or with the commessa. */
  readonly second: number;
  begin(style: NumberStyle): void;
  /** Reads and stores a row; returns a code if the row is refused. */
  accept(row: Row, riga: number, matricola: MatricolaCell): RowCode | null;
  /** Returns the row's values as one text for comparison, or `null` if the row is unreadable. Stores nothing. */
  peek(row: Row): string | null;
  /** Returns the position of the column for which the last row was refused. */
  place(code: RowCode): number | undefined;
  refuse(refusal: Refusal): void;
  total(row: Row, riga: number, wide: boolean): void;
}

/** Refused row, with the values that could be read. */
export interface Refusal {
  codice: RowCode;
  row: Row;
  riga: number;
  /** Cell of the matricola; `null` if the matricola may stand in another column. */
  matricola: MatricolaCell | null;
  /** True if the numbers stand in their own columns. */
  numbers: boolean;
  particolari: AnomaliaDetails;
}

export interface Tally {
  lette: number;
  accettate: number;
  scartate: number;
  totali: number;
  intestazioni_ripetute: number;
  decimali: NumberStyle;
  /** True if the last record that is not blank is a total row. */
  endsWithTotal: boolean;
}

const SAMPLE = 1000;
/** Maximum length of a refused cell that a sentence quotes. */
const LONGEST_VALUE = 40;
const isBlank = (row: Row): boolean => row.every((cell) => cell === '' || cell.trim() === '');

/** Sorts the rows after the header into data, totals, repeated headers and refused rows, and passes them to the reader. */
export class Rows {
  readonly tally: Tally = {
    lette: 0,
    accettate: 0,
    scartate: 0,
    totali: 0,
    intestazioni_ripetute: 0,
    decimali: 'INDEFINITO',
    endsWithTotal: false,
  };
  readonly #header: Header;
  readonly #reader: RowReader;
  readonly #matricola: number;
  readonly #cells: Interner<MatricolaCell & { total: boolean; header: boolean }>;
  readonly #totals = new Interner(isTotalWord);
  readonly #reached: number;
  readonly #named: number;
  /** Checker for rows with two readings; `null` unless the separator is a comma, which may also be a decimal mark. */
  readonly #readings: TwoReadings | null;
  #allowed = 0;
  #sample: { row: Row; riga: number; raw: string }[] | null = [];

  constructor(header: Header, reader: RowReader, people: People) {
    this.#header = header;
    this.#reader = reader;
    this.#matricola = header.columns.matricola ?? 0;
    this.#named = header.names.length;
    this.#reached = Math.max(...Object.values(header.columns)) + 1;
    this.#readings = header.separatore === ',' ? new TwoReadings(header, this.#reached, (row) => reader.peek(row)) : null;
    const name = header.names[this.#matricola];
    this.#cells = new Interner((text) => ({ ...people.cell(text), total: isTotalWord(text), header: normaliseHeader(text) === name }));
  }

  batch({ rows, line, multiline, text }: Batch): void {
    let riga = line;
    // Only a quoted comma is certainly no separator, and only the raw text still has the quotes.
    const lines = this.#readings && text.includes('"') ? text.split('\n') : null;
    for (const row of rows) {
      const height = multiline ? linesOf(row) : 1;
      if (riga > this.#header.riga) this.#next(row, riga, lines ? lines.slice(riga - line, riga - line + height).join('\n') : '');
      riga += height;
    }
  }

  end(): void {
    if (this.#sample) this.#start(this.#sample);
  }

  #next(row: Row, riga: number, raw: string): void {
    if (!this.#sample) return this.#take(row, riga, raw);
    if (isBlank(row)) return;
    this.#sample.push({ row, riga, raw });
    if (this.#sample.length === SAMPLE) this.#start(this.#sample);
  }

  /** Determines the width of rows and the number style from the first rows, then reads the first rows like all others. */
  #start(sample: readonly { row: Row; riga: number; raw: string }[]): void {
    this.#sample = null;
    // If the separator is a comma, a wider row has an unquoted decimal comma, even if most rows do.
    this.#allowed = this.#readings ? this.#header.width : Math.max(this.#header.width, commonWidth(sample.map(({ row }) => row.length)));
    const votes = new Set(sample.filter(({ row }) => this.#width(row) === null).flatMap(({ row }) => this.#reader.votes(row)));
    this.tally.decimali = votes.has('IT') ? (votes.has('EN') ? 'MISTO' : 'IT') : votes.has('EN') ? 'EN' : 'INDEFINITO';
    this.#reader.begin(this.tally.decimali);
    for (const { row, riga, raw } of sample) this.#take(row, riga, raw);
  }

  #take(row: Row, riga: number, raw: string): void {
    const { tally } = this;
    const cell = this.#cells.get(row[this.#matricola] ?? '');
    if (cell.blank && isBlank(row)) return;
    if (row.length > LIMITS.celle) throw limitExceeded('più di 200 campi in una riga', riga);
    tally.lette += 1;
    if (tally.lette > LIMITS.righe) throw limitExceeded('più di 1.000.000 righe', riga);
    tally.endsWithTotal = false;
    if (cell.header && this.#isHeader(row)) tally.intestazioni_ripetute += 1;
    else if (cell.total || this.#totals.get(row[this.#reader.second] ?? '') || (cell.blank && row.some(isTotalWord))) {
      tally.totali += 1;
      tally.endsWithTotal = true;
      this.#reader.total(row, riga, this.#width(row) === 'TROPPI_CAMPI');
    } else this.#read(row, riga, cell, raw);
  }

  #read(row: Row, riga: number, cell: MatricolaCell, raw: string): void {
    const width = this.#width(row);
    const doubt = this.#readings && width !== 'CAMPI_MANCANTI' ? this.#readings[width === null ? 'of' : 'ofWide'](row, raw) : null;
    const code = doubt ? 'DUE_LETTURE' : (width ?? this.#reader.accept(row, riga, cell));
    if (code === null) {
      this.tally.accettate += 1;
      return;
    }
    this.tally.scartate += 1;
    this.#reader.refuse({ codice: code, row, riga, ...this.#known(code, row, cell, doubt) });
  }

  /**
   * Returns the values of a refused row that are certain: none if the number of cells is wrong, only the cells before the doubt if the row
   * has two readings.
   */
  #known(code: RowCode, row: Row, cell: MatricolaCell, doubt: Doubt | null): Pick<Refusal, 'matricola' | 'numbers' | 'particolari'> {
    if (code === 'DUE_LETTURE' && doubt)
      return { matricola: this.#matricola < doubt.sure ? cell : null, numbers: false, particolari: { letture: doubt.letture } };
    if (code === 'TROPPI_CAMPI' || code === 'CAMPI_MANCANTI') return { matricola: null, numbers: false, particolari: {} };
    const place = this.#reader.place(code);
    const details =
      place === undefined
        ? {}
        : { colonna: this.#header.labels[place] ?? '', valore: copyText((row[place] ?? '').trim().slice(0, LONGEST_VALUE)) };
    return { matricola: cell, numbers: true, particolari: details };
  }

  #width(row: Row): 'TROPPI_CAMPI' | 'CAMPI_MANCANTI' | null {
    const { length } = row;
    if (length > this.#named) {
      if (length > this.#allowed) return 'TROPPI_CAMPI';
      for (let i = this.#named; i < length; i += 1) if (row[i]?.trim() !== '') return 'TROPPI_CAMPI';
    }
    return length < this.#reached ? 'CAMPI_MANCANTI' : null;
  }

  #isHeader(row: Row): boolean {
    const { names } = this.#header;
    return names.every((name, i) => normaliseHeader(row[i] ?? '') === name) && isBlank(row.slice(names.length));
  }
}

/** Returns the most common width; the smallest one if several are equally common. */
function commonWidth(widths: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const width of widths) counts.set(width, (counts.get(width) ?? 0) + 1);
  let best = 0;
  for (const [width, count] of counts) {
    const top = counts.get(best) ?? 0;
    if (count > top || (count === top && width < best)) best = width;
  }
  return best;
}
