import { countReading, type ReadingCount } from './limits.ts';
import { collectTable, UnreadableFile, type Cell, type Table } from './tables.ts';

// every quantifier is bounded, so that a text that nearly matches cannot cause catastrophic backtracking
const NAME = '(?:[`"]?\\w{1,128}[`"]?\\.)?[`"]?(\\w{1,128})[`"]?';
const INSERT = new RegExp(
  `INSERT\\s{1,20}(?:IGNORE\\s{1,20})?INTO\\s{1,20}${NAME}\\s{0,20}(?:\\(([^()]{0,40000})\\)\\s{0,20})?VALUES\\s{0,20}`,
  'iy',
);
const CREATE = new RegExp(`CREATE\\s{1,20}TABLE\\s{1,20}(?:IF\\s{1,20}NOT\\s{1,20}EXISTS\\s{1,20})?${NAME}\\s{0,20}\\(`, 'iy');
const COLUMN =
  /[`"](\w{1,128})[`"]\s{1,20}(?:tiny|small|medium|big|long|var)?(?:int|integer|char|text|blob|decimal|numeric|float|double|date|datetime|timestamp|time|year|enum|set|json|bit|bool|boolean|binary)\b/gi;
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', '0': '', b: '', Z: '' };

/**
 * Reads the tables of a MySQL dump from its statements `INSERT INTO t (a, b) VALUES (1, 'x'), …;`. An `INSERT` without column names uses
 * those of the preceding `CREATE TABLE`. Other statements are skipped, and no statement is executed. Throws `UnreadableFile`.
 */
export function readSql(text: string, count: ReadingCount = countReading()): Table[] {
  const columnsOf = new Map<string, string[]>();
  const tablesByName = new Map<string, { columns: string[]; rows: number; table: ReturnType<typeof collectTable> }>();
  const reader = readerOf(text);
  while (!reader.ended()) {
    const create = reader.match(CREATE);
    if (create) {
      const [, name = ''] = create;
      columnsOf.set(
        name,
        [...reader.untilStatementEnd().matchAll(COLUMN)].map(([, column = '']) => column),
      );
      continue;
    }
    const insert = reader.match(INSERT);
    if (!insert) {
      reader.skip();
      continue;
    }
    const [, name = '', listed] = insert;
    const columns = listed?.split(',').map((column) => column.trim().replace(/^[`"]|[`"]$/g, '')) ?? columnsOf.get(name);
    if (!columns) throw new UnreadableFile(`La tabella ${name} non dice le sue colonne: né in INSERT né in CREATE TABLE.`);
    const entry = tablesByName.get(name) ?? { columns, rows: 0, table: collectTable(name, count) };
    if (!tablesByName.has(name)) entry.table.add(0, columns);
    tablesByName.set(name, entry);
    count.sheets(tablesByName.size);
    if (entry.columns.join() !== columns.join()) throw new UnreadableFile(`La tabella ${name} ha colonne diverse da un INSERT all’altro.`);
    for (const row of reader.rows(name)) {
      if (row.length !== columns.length)
        throw new UnreadableFile(`Tabella ${name}, riga ${entry.rows + 1}: ${row.length} valori per ${columns.length} colonne.`);
      entry.rows += 1;
      // a dump has no header row, so its rows are numbered from 1
      entry.table.add(entry.rows, row);
    }
  }
  return [...tablesByName.values()].map(({ table }) => table.table()).filter((one) => one !== null);
}

function readerOf(text: string) {
  let at = 0;
  const fail = (table: string): never => {
    throw new UnreadableFile(`Tabella ${table}: valore che non si legge vicino a "${text.slice(at, at + 30).replace(/\s+/g, ' ')}".`);
  };
  const blank = (): void => {
    while (at < text.length && /\s/.test(text[at]!)) at += 1;
  };
  const readQuoted = (): string => {
    const quote = text[at]!;
    let value = '';
    for (at += 1; at < text.length; at += 1) {
      const char = text[at]!;
      if (char === '\\') {
        at += 1;
        const next = text[at] ?? '';
        value += ESCAPES[next] ?? next;
      } else if (char === quote) {
        if (text[at + 1] !== quote) {
          at += 1;
          return value;
        }
        value += quote;
        at += 1;
      } else value += char;
    }
    throw new UnreadableFile('Un testo tra virgolette non si chiude.');
  };
  const value = (table: string): Cell => {
    blank();
    if (text[at] === "'" || text[at] === '"') return readQuoted();
    const token = /[^,()\s;]+/y;
    token.lastIndex = at;
    const word = token.exec(text)?.[0] ?? fail(table);
    at += word.length;
    if (/^null$/i.test(word)) return null;
    if (/^true$/i.test(word)) return 1;
    if (/^false$/i.test(word)) return 0;
    // a number stays text, so that a number too long for JavaScript is refused by validation instead of rounded here
    return /^[+-]?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(word) ? word : fail(table);
  };
  return {
    ended: () => at >= text.length,
    match(pattern: RegExp): RegExpExecArray | null {
      pattern.lastIndex = at;
      const match = pattern.exec(text);
      if (match) at = pattern.lastIndex;
      return match;
    },
    /** Skips one character, one comment or one quoted text. */
    skip(): void {
      const rest = (end: string): void => {
        const stop = text.indexOf(end, at);
        at = stop === -1 ? text.length : stop + end.length;
      };
      if (text.startsWith('--', at) || text[at] === '#') rest('\n');
      else if (text.startsWith('/*', at)) rest('*/');
      else if (text[at] === "'" || text[at] === '"') readQuoted();
      else at += 1;
    },
    untilStatementEnd(): string {
      const from = at;
      while (at < text.length && text[at] !== ';') this.skip();
      return text.slice(from, at);
    },
    *rows(table: string): Generator<Cell[]> {
      for (;;) {
        blank();
        if (text[at] !== '(') fail(table);
        at += 1;
        const cells: Cell[] = [];
        for (;;) {
          cells.push(value(table));
          blank();
          const next = text[at];
          at += 1;
          if (next === ')') break;
          if (next !== ',') {
            at -= 1;
            fail(table);
          }
        }
        yield cells;
        blank();
        if (text[at] !== ',') return;
        at += 1;
      }
    },
  };
}
