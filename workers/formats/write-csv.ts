import { finished } from 'node:stream/promises';
import Papa from 'papaparse';
import { BOM, csvOptions, type SheetColumn } from '#contracts/export/cells.ts';
import { newFile } from './new-file.ts';
import { write } from './write-stream.ts';

type Rows = readonly (readonly (string | null)[])[];

interface CsvHead {
  columns: readonly SheetColumn[];
  /** Texts above the columns' names, one line each. */
  above: readonly string[];
}

/** Writes a csv file while its rows arrive. */
export async function streamCsv(
  file: string,
  head: readonly SheetColumn[] | CsvHead,
  signal: AbortSignal,
  fill: (add: (rows: Rows) => Promise<void>) => Promise<void>,
): Promise<void> {
  const { columns, above } = 'above' in head ? head : { columns: head, above: [] };
  const options = csvOptions(columns);
  const text = (rows: Rows) => Papa.unparse(rows as unknown[][], options);
  await newFile(file, async (output) => {
    const fault = new AbortController();
    const outputFinished = finished(output);
    outputFinished.catch((error: unknown) => fault.abort(error));
    const stopped = AbortSignal.any([signal, fault.signal]);
    await write(output, BOM + text([...above.map((line) => [line]), columns.map(({ label }) => label)]), stopped);
    await fill(async (rows) => {
      if (rows.length > 0) await write(output, options.newline + text(rows), stopped);
    });
    output.end();
    await outputFinished;
  });
}
