import { finished } from 'node:stream/promises';
import Papa from 'papaparse';
import { BOM, csvOptions, type SheetColumn } from '#contracts/export/cells.ts';
import { newFile } from './new-file.ts';
import { write } from './write-stream.ts';

type Rows = readonly (readonly (string | null)[])[];

/** Writes a csv file while its rows arrive. */
export async function streamCsv(
  file: string,
  columns: readonly SheetColumn[],
  signal: AbortSignal,
  fill: (add: (rows: Rows) => Promise<void>) => Promise<void>,
): Promise<void> {
  const options = csvOptions(columns);
  const text = (rows: Rows) => Papa.unparse(rows as unknown[][], options);
  await newFile(file, async (output) => {
    const fault = new AbortController();
    const written = finished(output);
    written.catch((error: unknown) => fault.abort(error));
    const stopped = AbortSignal.any([signal, fault.signal]);
    await write(output, BOM + text([columns.map(({ label }) => label)]), stopped);
    await fill(async (rows) => {
      if (rows.length > 0) await write(output, options.newline + text(rows), stopped);
    });
    output.end();
    await written;
  });
}
