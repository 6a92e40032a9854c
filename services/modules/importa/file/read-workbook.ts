import { createRequire } from 'node:module';
import type { CellObject, WorkBook } from 'xlsx';
import { countReading, type ReadingCount } from './limits.ts';
import { collectTable, UnreadableFile, type Cell, type Table } from './tables.ts';
import { isZip, repackZip } from './unpack-zip.ts';

// xlsx has no named exports outside a bundle, and `require` loads it only when a workbook is read
const library = () => createRequire(import.meta.url)('xlsx') as typeof import('xlsx');

/**
 * Reads every sheet that is not empty. Rows are taken from the cells themselves, since a sheet's declared extent may be false. Runs only in
 * the reading process, since a crafted file can cost the library much time and memory. Throws `UnreadableFile`.
 */
export function readWorkbook(bytes: Buffer, count: ReadingCount = countReading()): Table[] {
  const { read, SSF } = library();
  const file = isZip(bytes) ? repackZip(bytes) : bytes;
  count.sheets(openWorkbook(() => read(file, { bookSheets: true })).SheetNames.length);
  const book = openWorkbook(() => read(file, { dense: true, cellNF: true, cellHTML: false, cellFormula: false }));
  count.sheets(book.SheetNames.length);
  return book.SheetNames.map((name) => {
    const table = collectTable(name, count);
    // `!data` is a sparse array: a row without cells has no entry
    const rows = (book.Sheets[name] as { '!data'?: (CellObject | undefined)[][] } | undefined)?.['!data'] ?? [];
    rows.forEach((cells, i) =>
      table.add(
        i + 1,
        Array.from(cells, (cell) => cellOf(SSF, cell)),
      ),
    );
    return table.table();
  }).filter((one) => one !== null);
}

function openWorkbook(open: () => WorkBook): WorkBook {
  try {
    return open();
  } catch {
    throw new UnreadableFile('Il file non è un foglio di calcolo che si possa leggere.');
  }
}

type Formats = ReturnType<typeof library>['SSF'];

/** Converts a cell of the library. A number with a date format becomes an ISO date. */
function cellOf(SSF: Formats, cell: CellObject | undefined): Cell {
  if (!cell || cell.t === 'z' || cell.v === undefined) return null;
  if (cell.t === 'b') return cell.v ? 1 : 0;
  if (cell.t === 'e') return String(cell.w ?? '#ERRORE');
  if (cell.t === 'n' && typeof cell.z === 'string' && SSF.is_date(cell.z)) {
    const day = SSF.parse_date_code(Number(cell.v)) as { y: number; m: number; d: number } | null;
    return day
      ? [String(day.y).padStart(4, '0'), String(day.m).padStart(2, '0'), String(day.d).padStart(2, '0')].join('-')
      : Number(cell.v);
  }
  return typeof cell.v === 'number' ? cell.v : String(cell.v);
}
