import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { csvField, cell, type SheetColumn, type Raw } from '#contracts/export/cells.ts';
import { writeCsv } from '#web/ui/grid/write-csv.ts';
import { writeXlsx } from '#web/ui/grid/write-xlsx.ts';
import { readXlsx } from '../../test/xlsx.ts';
import { asResult } from './result-file.ts';
import { streamCsv } from './write-csv.ts';
import { streamXlsx } from './write-xlsx.ts';

const COLUMNS: SheetColumn[] = [
  { label: 'Testo & "altro" <x>', type: 'testo' },
  { label: 'Ore', type: 'numero', decimals: 2 },
  { label: 'Costo', type: 'euro' },
  { label: 'Data', type: 'data' },
  { label: 'Quando', type: 'istante' },
  { label: 'Attivo', type: 'logico' },
  { label: 'Pezzi', type: 'numero', decimals: 0 },
];
const never = new AbortController().signal;

let folder: string;
beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'strato-xlsx-'))));
afterEach(() => rm(folder, { recursive: true, force: true }));

const cellsOf = (rows: readonly (readonly Raw[])[]) => rows.map((row) => COLUMNS.map((c, i) => cell(c, row[i])));
const writeAll = async (rows: readonly (readonly Raw[])[], other: { rowsPerSheet?: number; lotto?: number } = {}) => {
  const file = join(folder, `${Math.random()}.xlsx`);
  await streamXlsx(file, { title: 'PROVA', columns: COLUMNS, signal: never, ...other }, async (add) => {
    for (let i = 0; i < rows.length; i += other.lotto ?? 1000) await add(cellsOf(rows.slice(i, i + (other.lotto ?? 1000))));
  });
  return file;
};

/** Rows of any content: what people type and what they paste. */
const anyRows = fc.array(
  fc.tuple(
    fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('=1+1', '-1', '_x000D_', ' bordi ', 'a\r\nb', 'a\rb', '😀', '\uD800', '"', "'"),
    ),
    fc.option(fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e12, max: 1e12 })),
    fc.option(fc.integer({ min: -1e11, max: 1e11 }).map((n) => n / 100)),
    fc.option(fc.constantFrom('1900-01-01', '1999-12-31', '2026-11-20', 'mai')),
    fc.option(fc.constantFrom('2026-11-20T08:30:00.000Z', 'ora')),
    fc.option(fc.constantFrom(0, 1)),
    fc.option(fc.integer()),
  ),
  { maxLength: 12 },
);

describe('il foglio scritto riga per riga', () => {
  it('ha cella per cella ciò che scrive il browser, qualunque testo contenga', async () => {
    await fc.assert(
      fc.asyncProperty(anyRows, async (rows) => {
        const [here] = await readXlsx(await writeAll(rows, { lotto: 5 }));
        const [la] = await readXlsx(Buffer.from(writeXlsx({ name: 'PROVA', columns: COLUMNS, rows })));
        expect(here!.name).toBe(la!.name);
        expect(here!.rows).toEqual(la!.rows);
      }),
      { numRuns: 60 },
    );
  });

  it('il csv è, byte per byte, quello del browser', async () => {
    await fc.assert(
      fc.asyncProperty(anyRows, async (rows) => {
        const file = join(folder, `${Math.random()}.csv`);
        await streamCsv(file, COLUMNS, never, async (add) => {
          for (const row of rows) await add([COLUMNS.map((c, i) => csvField(c, row[i]))]);
        });
        expect((await readFile(file)).equals(Buffer.from(writeCsv({ name: 'x', columns: COLUMNS, rows })))).toBe(true);
      }),
      { numRuns: 60 },
    );
  });

  it('oltre ciò che un foglio contiene continua in altri, ognuno con la sua intestazione', async () => {
    const rows = Array.from({ length: 25 }, (_, i) => [`riga ${i}`, i]);
    const sheets = await readXlsx(await writeAll(rows, { rowsPerSheet: 10, lotto: 7 }));
    expect(sheets.map(({ name, rows: r }) => [name, r.length])).toEqual([
      ['PROVA', 11],
      ['PROVA 2', 11],
      ['PROVA 3', 6],
    ]);
    expect(sheets.flatMap(({ rows: [, ...r] }) => r.map((c) => c[1]!.value))).toEqual(rows.map(([, n]) => n));
    expect(new Set(sheets.map(({ rows: [head] }) => head![1]!.value))).toEqual(new Set(['Ore']));
    expect((await readXlsx(await writeAll(rows.slice(0, 20), { rowsPerSheet: 10 }))).map(({ name }) => name)).toEqual(['PROVA', 'PROVA 2']);
  });

  it('non legge oltre finché ciò che ha in mano non è scritto: la fonte aspetta il disco', async () => {
    let hand = 0;
    let max = 0;
    await streamXlsx(join(folder, 'a.xlsx'), { title: 'PROVA', columns: COLUMNS, signal: never }, async (add) => {
      for (let i = 0; i < 50; i += 1) {
        max = Math.max(max, (hand += 1));
        await add(cellsOf(Array.from({ length: 500 }, (_, n) => ['x'.repeat(100), n])));
        hand -= 1;
      }
    });
    expect(max).toBe(1);
  });

  it('interrotto o guasto non lascia niente, e dice perché', async () => {
    const file = join(folder, 'a.xlsx');
    const interrupted = new AbortController();
    const write = (temp: string, signal: AbortSignal, after: () => void) =>
      streamXlsx(temp, { title: 'PROVA', columns: COLUMNS, signal }, async (add) => {
        await add(cellsOf([['uno']]));
        after();
        for (let i = 0; i < 200; i += 1) await add(cellsOf(Array.from({ length: 1000 }, () => ['x'.repeat(200)])));
      });
    await expect(asResult(file, (temp) => write(temp, interrupted.signal, () => interrupted.abort(new Error('spento'))))).rejects.toThrow(
      'spento',
    );
    await expect(
      asResult(file, (temp) =>
        write(temp, never, () => {
          throw new Error('fonte persa');
        }),
      ),
    ).rejects.toThrow('fonte persa');
    await expect(write(join(folder, 'non', 'esiste.xlsx'), never, () => {})).rejects.toMatchObject({ code: 'ENOENT' });
    await expect(streamCsv(join(folder, 'non', 'esiste.csv'), COLUMNS, never, async (add) => add([['x']]))).rejects.toMatchObject({
      code: 'ENOENT',
    });
    expect(await readdir(folder)).toEqual([]);
  });
});
