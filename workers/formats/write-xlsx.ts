import { createWriteStream } from 'node:fs';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import type { Cell, SheetColumn } from '#contracts/export/cells.ts';
import { sheetName } from '#contracts/export/file.ts';
import { write } from './write-stream.ts';
import { folderParts, type WrittenSheet } from './xlsx-workbook.ts';
import { sheet, type SheetWriter } from './xlsx-sheet.ts';

export type Rows = readonly (readonly Cell[])[];

interface Options {
  title: string;
  columns: readonly SheetColumn[];
  signal: AbortSignal;
  /** Of a sheet, beside the head; the rest goes to further sheets. */
  rowsPerSheet?: number;
}

/** What a spreadsheet can hold. */
const MAX = 1_048_575;

/**
 * Writes an xlsx file while its rows come: they go as XML through the zip to the disk, and memory
 * holds what `fill` hands over at a time.
 */
export async function streamXlsx(file: string, options: Options, fill: (add: (rows: Rows) => Promise<void>) => Promise<void>): Promise<void> {
  const zip = new ZipFile();
  const output = createWriteStream(file, { flags: 'wx' });
  zip.on('error', (error: Error) => output.destroy(error));
  const fault = new AbortController();
  const written = pipeline(zip.outputStream, output);
  written.catch((error: unknown) => fault.abort(error));
  const sheets = sheetWriter(zip, { ...options, signal: AbortSignal.any([options.signal, fault.signal]) });
  try {
    await sheets.apri();
    await fill(sheets.aggiungi);
    for (const [name, content] of folderParts(await sheets.chiudi())) zip.addBuffer(Buffer.from(content), name);
    zip.end();
    await written;
  } catch (error) {
    output.destroy();
    sheets.abbandona();
    await written.catch(() => {});
    throw error;
  }
}

function sheetWriter(zip: ZipFile, { title, columns, signal, rowsPerSheet = MAX }: Options) {
  const written: WrittenSheet[] = [];
  let stream: PassThrough | undefined;
  let current: SheetWriter = sheet(columns);
  let place = 0;
  const open = async () => {
    const fresh = new PassThrough();
    stream = fresh;
    current = sheet(columns);
    place = rowsPerSheet;
    zip.addReadStreamLazy(`xl/worksheets/sheet${written.length + 1}.xml`, { mtime: new Date() }, (cb) => cb(null, fresh));
    await write(fresh, current.start(), signal);
  };
  const close = async () => {
    stream?.end(current.end());
    written.push({ name: sheetName(title, written.length + 1), area: current.area() });
    return written;
  };
  const add = async (rows: Rows): Promise<void> => {
    if (rows.length > 0 && place === 0) {
      await close();
      await open();
    }
    const enter = rows.slice(0, place);
    place -= enter.length;
    if (stream && enter.length > 0) await write(stream, current.rows(enter), signal);
    if (enter.length < rows.length) await add(rows.slice(enter.length));
  };
  return { apri: open, aggiungi: add, chiudi: close, abbandona: () => stream?.destroy() };
}
