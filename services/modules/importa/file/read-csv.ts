import Papa from 'papaparse';
import { countReading, type ReadingCount } from './limits.ts';
import { collectTable, UnreadableFile, type Table } from './tables.ts';

/** UTF-8 or UTF-16 with their marks, UTF-8 without, otherwise what Excel writes on a Windows of here. */
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

/** The one that the first line with something in it has most of, outside quotes. */
function separatorOf(text: string): string {
  const first = (/\S.{0,65536}/.exec(text)?.[0] ?? '').replace(/"[^"]*"/g, '');
  const times = (separator: string) => first.split(separator).length;
  return SEPARATORS.toSorted((a, b) => times(b) - times(a))[0]!;
}

/** Reads a csv with semicolons, commas, tabs or bars. Throws `UnreadableFile`. */
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
