import Papa from 'papaparse';
import { LIMITS } from '#contracts/modules/contabilita/result.ts';
import { Fault, limitExceeded } from '../fault.ts';

/** Records of one piece of the text. */
export interface Batch {
  rows: string[][];
  /** Number of the line in the file on which the first record begins. */
  line: number;
  /** True if some cell contains a line break, so that records and lines do not correspond. */
  multiline: boolean;
  /** Text from which the records were parsed; it may continue after them. */
  text: string;
}

interface ParsedChunk {
  data: string[][];
  errors: { type: string; row?: number }[];
  meta: { cursor: number };
}

/**
 * Parses text into records, one batch for each piece. Uses Papa's parser object instead of its stream, since the parser reports its
 * position. An unclosed quote is therefore found after one oversized record, not at the end of the file. Throws `Fault`.
 */
export function* readRecords(pieces: Iterable<string>, delimiter: string): Generator<Batch> {
  const parser = new Papa.Parser({ delimiter, newline: '\n' });
  let pending = '';
  let line = 1;
  for (const piece of withFinalNewline(pieces)) {
    const text = pending === '' ? piece : pending + piece;
    const { data, errors, meta } = parser.parse(text, 0, true) as ParsedChunk;
    const quoted = text.includes('"');
    const consumed = meta.cursor;
    const lines = quoted ? newlines(text, consumed) : data.length;
    const batch = { rows: data, line, multiline: lines !== data.length, text };
    const broken = errors.find(({ type, row = Infinity }) => type === 'Quotes' && row < data.length);
    if (broken) {
      const rows = data.slice(0, broken.row);
      yield { ...batch, rows };
      throw new Fault('VIRGOLETTE_NON_VALIDE', { riga: lineAfter({ ...batch, rows }) });
    }
    checkLengths(batch, text, consumed);
    if (data.length > 0) yield batch;
    line += lines;
    pending = consumed === 0 ? text : text.slice(consumed);
    if (pending.length > LIMITS.caratteriRecord) throw unending(pending, line);
  }
  if (pending !== '') throw new Fault('VIRGOLETTE_NON_VALIDE', { riga: line });
}

/** Appends a final line end if the text has none, so that text left in the parser can only be an unclosed quote. */
function* withFinalNewline(pieces: Iterable<string>): Generator<string> {
  let last = '';
  for (const piece of pieces) {
    yield piece;
    last = piece;
  }
  if (last !== '' && !last.endsWith('\n')) yield '\n';
}

const unending = (pending: string, line: number): Fault =>
  pending.includes('"') ? new Fault('VIRGOLETTE_NON_VALIDE', { riga: line }) : recordTooLong(line);

const recordTooLong = (line: number): Fault => limitExceeded('più di 65.536 caratteri in una riga', line);

function newlines(text: string, end: number): number {
  let found = 0;
  for (let at = text.indexOf('\n'); at !== -1 && at < end; at = text.indexOf('\n', at + 1)) found += 1;
  return found;
}

/** Returns the number of lines that a record occupies in the file. */
export function linesOf(row: readonly string[]): number {
  let lines = 1;
  for (const cell of row) if (cell.includes('\n')) lines += newlines(cell, cell.length);
  return lines;
}

function lineAfter({ rows, line, multiline }: Omit<Batch, 'text'>): number {
  return multiline ? rows.reduce((sum, row) => sum + linesOf(row), line) : line + rows.length;
}

/** Throws `LIMITE_SUPERATO` if a record is too long. Only a long line or a record of several lines can be. */
function checkLengths({ rows, line, multiline }: Batch, text: string, end: number): void {
  if (!multiline) {
    for (let from = 0; end - from > LIMITS.caratteriRecord + 1;) {
      const at = text.lastIndexOf('\n', from + LIMITS.caratteriRecord);
      if (at < from) throw recordTooLong(line + newlines(text, from));
      from = at + 1;
    }
    return;
  }
  let at = line;
  for (const row of rows) {
    if (row.reduce((sum, cell) => sum + cell.length + 1, -1) > LIMITS.caratteriRecord) throw recordTooLong(at);
    at += linesOf(row);
  }
}
