import { finished } from 'node:stream/promises';
import { BOM } from '#contracts/export/cells.ts';
import { newFile } from '#workers/formats/new-file.ts';
import { write } from '#workers/formats/write-stream.ts';

/** Matches texts that a spreadsheet would run as a formula. */
const RUNS = /^[=+\-@\t\r]/;
/** Columns of amounts, whose leading minus is no formula. */
const AMOUNTS: ReadonlySet<string> = new Set(['dare', 'avere', 'Importo']);

/** Quotes a value only if necessary, and prefixes a text that a spreadsheet would run as a formula with an apostrophe. */
function field(value: string, amount: boolean): string {
  const safe = !amount && RUNS.test(value) ? `'${value}` : value;
  return /[;"\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

const PIECE = 65_536;

/** Writes a csv file with `;`, CRLF and BOM, the format of Italian accounting programs. */
export async function writeCsv(
  file: string,
  columns: readonly string[],
  rows: Iterable<readonly string[]>,
  signal: AbortSignal,
): Promise<void> {
  const amounts = columns.map((name) => AMOUNTS.has(name));
  const line = (row: readonly string[]): string => `${row.map((value, i) => field(value, amounts[i] ?? false)).join(';')}\r\n`;
  await newFile(file, async (out) => {
    const outputFinished = finished(out);
    outputFinished.catch(() => {});
    let text = BOM + line(columns);
    for (const row of rows) {
      text += line(row);
      if (text.length < PIECE) continue;
      await write(out, text, signal);
      text = '';
    }
    await write(out, text, signal);
    out.end();
    await outputFinished;
  });
}
