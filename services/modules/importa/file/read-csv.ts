import Papa from 'papaparse';
import { countReading, type ReadingCount } from './limits.ts';
import { collectTable, UnreadableFile, type Table } from './tables.ts';

/** Decodes UTF-8, or UTF-16 with a byte order mark; other bytes as Windows-1252, in which Excel saves csv files on Italian computers. */
function decodeText(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

const SEPARATORS = [';', ',', '\t', '|'];

/** Returns the separator that occurs most often in the first line that is not blank; separators in quotes do not count. */
function separatorOf(text: string): string {
  const first = (/\S.{0,65536}/.exec(text)?.[0] ?? '').replace(/"[^"]*"/g, '');
  const times = (separator: string) => first.split(separator).length;
  return SEPARATORS.toSorted((a, b) => times(b) - times(a))[0]!;
}

/** Reads a csv file with semicolons, commas, tabs or vertical bars. Throws `UnreadableFile`. */
export function readCsv(bytes: Buffer, count: ReadingCount = countReading()): Table[] {
  const text = decodeText(bytes);
  const table = collectTable(null, count);
  let row = 0;
  Papa.parse<string[]>(text, {
    delimiter: separatorOf(text),
    step({ data, errors }) {
      row += 1;
      if (errors.some(({ type }) => type === 'Quotes')) throw new UnreadableFile(`Riga ${row}: le virgolette non si chiudono.`);
      table.add(row, data);
    },
  });
  return [table.table()].filter((one) => one !== null);
}
