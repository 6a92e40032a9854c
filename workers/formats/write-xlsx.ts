import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { SheetColumn } from '#contracts/export/cells.ts';
import { sheetName } from '#contracts/export/file.ts';
import { newFile } from './new-file.ts';
import { write } from './write-stream.ts';
import { ZipFile } from 'yazl';
import { folderParts, type WrittenSheet } from '#contracts/export/xlsx-workbook.ts';
import { sheet, type Look, type SheetCell, type SheetWriter } from '#contracts/export/xlsx-sheet.ts';

export type Rows = readonly (readonly SheetCell[])[];
type Fill = (add: (rows: Rows) => Promise<void>) => Promise<void>;

interface SheetOptions extends Look {
  title: string;
  columns: readonly SheetColumn[];
  /** Rows of a sheet without its head; further rows go to further sheets. */
  rowsPerSheet?: number;
  /** Name of the nth sheet of these rows. */
  name?: (n: number) => string;
}

interface Options extends SheetOptions {
  signal: AbortSignal;
}

/** A workbook being written: one sheet after the other. */
export interface Book {
  sheet(options: SheetOptions, fill: Fill): Promise<void>;
}

/** Largest number of rows of a sheet besides its head. */
const MAX = 1_048_575;

/** Writes an xlsx file of one list while its rows arrive. */
export async function streamXlsx(file: string, { signal, ...options }: Options, fill: Fill): Promise<void> {
  await writeBook(file, signal, (book) => book.sheet(options, fill));
}

/**
 * Writes an xlsx file of several sheets while their rows arrive. Rows go as XML through the zip to the disk, so that memory holds one batch
 * at a time.
 */
export async function writeBook(file: string, signal: AbortSignal, writeSheets: (book: Book) => Promise<void>): Promise<void> {
  await newFile(file, async (output) => {
    const zip = new ZipFile();
    zip.on('error', (error: Error) => output.destroy(error));
    const fault = new AbortController();
    const outputFinished = pipeline(zip.outputStream, output);
    outputFinished.catch((error: unknown) => fault.abort(error));
    const sheets = sheetWriter(zip, AbortSignal.any([signal, fault.signal]));
    try {
      await writeSheets({ sheet: sheets.add });
      for (const [name, content] of folderParts(sheets.written)) zip.addBuffer(Buffer.from(content), name);
      zip.end();
      await outputFinished;
    } finally {
      sheets.abandon();
    }
  });
}

function sheetWriter(zip: ZipFile, signal: AbortSignal) {
  const writtenSheets: WrittenSheet[] = [];
  let stream: PassThrough | undefined;
  const openSheet = async (writer: SheetWriter): Promise<PassThrough> => {
    const fresh = new PassThrough();
    stream = fresh;
    zip.addReadStreamLazy(`xl/worksheets/sheet${writtenSheets.length + 1}.xml`, { mtime: new Date() }, (cb) => cb(null, fresh));
    await write(fresh, writer.start(), signal);
    return fresh;
  };
  const oneSheet = async (
    { title, columns, rowsPerSheet = MAX, name = (n) => sheetName(title, n), ...look }: SheetOptions,
    fill: Fill,
  ): Promise<void> => {
    let count = 1;
    let place = rowsPerSheet;
    let current = sheet(columns, look);
    let output = await openSheet(current);
    const close = () => {
      output.end(current.end());
      writtenSheets.push({ name: name(count), area: current.area() });
    };
    const add = async (rows: Rows): Promise<void> => {
      if (rows.length > 0 && place === 0) {
        close();
        [count, place, current] = [count + 1, rowsPerSheet, sheet(columns, look)];
        output = await openSheet(current);
      }
      const enter = rows.slice(0, place);
      place -= enter.length;
      if (enter.length > 0) await write(output, current.rows(enter), signal);
      if (enter.length < rows.length) await add(rows.slice(enter.length));
    };
    await fill(add);
    close();
  };
  return { written: writtenSheets, add: oneSheet, abandon: () => stream?.destroy() };
}
