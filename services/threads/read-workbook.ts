// The thread that a workbook of somebody else is read in: whatever it does to this thread's objects, time or memory ends with it.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import type { CellObject, WorkSheet } from 'xlsx';
import type { Cell } from '../registers/import/tables.ts';

// its names cannot be imported one by one outside a bundle
const { read, SSF, utils } = createRequire(import.meta.url)('xlsx') as typeof import('xlsx');
const { file } = workerData as { file: string };

const sheetRows = (sheet: WorkSheet): Cell[][] => {
  const range = utils.decode_range(sheet['!ref'] ?? 'A1');
  return Array.from({ length: range.e.r + 1 }, (_, r) =>
    Array.from({ length: range.e.c + 1 }, (__, c) => cellOf(sheet[utils.encode_cell({ r, c })] as CellObject | undefined)),
  );
};

/** A date is a number that is shown as one. */
function cellOf(cell: CellObject | undefined): Cell {
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

// only text goes back: no object that this library made reaches the portal
let said: string;
try {
  const book = read(readFileSync(file), { cellNF: true, cellHTML: false, cellFormula: false });
  said = JSON.stringify({ outcome: book.SheetNames.map((name) => ({ name, rows: sheetRows(book.Sheets[name]!) })) });
} catch {
  said = JSON.stringify({ refused: 'Il file non è un foglio di calcolo che si possa leggere.' });
}
parentPort?.postMessage(said);
