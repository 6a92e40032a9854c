import Papa from 'papaparse';
import { tableOf, UnreadableFile, type Table } from './tables.ts';

/** UTF-8 or UTF-16 with their marks, UTF-8 without, otherwise what Excel writes on a Windows of here. */
function decoded(bytes: Buffer): string {
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
  const first = (/\S.*/.exec(text)?.[0] ?? '').replace(/"[^"]*"/g, '');
  const times = (separator: string) => first.split(separator).length;
  return SEPARATORS.toSorted((a, b) => times(b) - times(a))[0]!;
}

/** A csv with semicolons, commas or tabs. Throws `UnreadableFile`. */
export function readCsv(bytes: Buffer): Table[] {
  const text = decoded(bytes);
  const { data, errors } = Papa.parse<string[]>(text, { delimiter: separatorOf(text) });
  const wrong = errors.find(({ type }) => type === 'Quotes');
  if (wrong) throw new UnreadableFile(`Riga ${(wrong.row ?? 0) + 1}: le virgolette non si chiudono.`);
  const table = tableOf(null, data);
  return table ? [table] : [];
}
