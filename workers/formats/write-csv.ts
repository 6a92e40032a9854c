import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import Papa from 'papaparse';
import { BOM, csvOptions, type SheetColumn } from '#contracts/export/cells.ts';
import { write } from './write-stream.ts';

type Rows = readonly (readonly (string | null)[])[];

/** Writes a csv file while its rows come. */
export async function streamCsv(file: string, columns: readonly SheetColumn[], signal: AbortSignal, fill: (add: (rows: Rows) => Promise<void>) => Promise<void>): Promise<void> {
  const output = createWriteStream(file, { flags: 'wx' });
  const fault = new AbortController();
  const written = finished(output);
  written.catch((error: unknown) => fault.abort(error));
  const stopped = AbortSignal.any([signal, fault.signal]);
  const options = csvOptions(columns);
  const text = (rows: Rows) => Papa.unparse(rows as unknown[][], options);
  try {
    await write(output, BOM + text([columns.map(({ label }) => label)]), stopped);
    await fill(async (rows) => {
      if (rows.length > 0) await write(output, options.newline + text(rows), stopped);
    });
    output.end();
    await written;
  } catch (error) {
    output.destroy();
    await written.catch(() => {});
    throw error;
  }
}
