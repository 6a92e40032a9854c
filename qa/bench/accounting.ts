import { spawnSync } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import Papa from 'papaparse';
import { processFiles } from '#services/modules/contabilita-lavoratori/job/elabora.ts';
import { detectEncoding } from '#services/modules/contabilita-lavoratori/job/input/encoding.ts';
import { fileSource } from '#services/modules/contabilita-lavoratori/job/input/file-source.ts';
import { readText } from '#services/modules/contabilita-lavoratori/job/input/text.ts';
import { ingest } from '#services/modules/contabilita-lavoratori/job/ingest.ts';
import { refusedInMemory } from '#services/modules/contabilita-lavoratori/job/refused-rows.ts';
import { generate, type Size } from '../../test/contabilita-generator.ts';
import { median } from './http/measure.ts';

/**
 * Number of measured runs. The benchmark compares the worker accounting with a plain papaparse pass over the same files, decoded the same
 * way. Runs alternate in one process; the result is the median after a warm-up. Memory is measured in a separate process.
 */
const RUNS = 5;
type Paths = { bilMovDip: string; ripartizioni: string };

async function write(folder: string, name: string, size: Size): Promise<Paths> {
  const paths = { bilMovDip: join(folder, `${name}-bilMovDip.csv`), ripartizioni: join(folder, `${name}-ripartizioni.csv`) };
  const out = { bilMovDip: createWriteStream(paths.bilMovDip, 'latin1'), ripartizioni: createWriteStream(paths.ripartizioni, 'latin1') };
  generate(size, {
    bilMovDip: (line) => out.bilMovDip.write(`${line}\r\n`, 'latin1'),
    ripartizioni: (line) => out.ripartizioni.write(`${line}\r\n`, 'latin1'),
  });
  await Promise.all(Object.values(out).map((stream) => finished(stream.end())));
  return paths;
}

/** Counts the rows of the files with a plain parser. */
function bare(paths: Paths): number {
  let rows = 0;
  for (const path of Object.values(paths)) {
    const parser = new Papa.Parser({ delimiter: ';', newline: '\n' });
    let pending = '';
    for (const piece of readText(fileSource(path), 'WINDOWS-1252')) {
      const text = pending + piece;
      const { data, meta } = parser.parse(text, 0, true) as { data: string[][]; meta: { cursor: number } };
      rows += data.length;
      pending = text.slice(meta.cursor);
    }
  }
  return rows;
}

const sources = ({ bilMovDip, ripartizioni }: Paths) => ({ bilMovDip: fileSource(bilMovDip), ripartizioni: fileSource(ripartizioni) });
const read = (paths: Paths): unknown => ingest(sources(paths), refusedInMemory(), []);
const whole = (paths: Paths): unknown => processFiles(sources(paths));

function measureMs(work: () => unknown): number {
  const started = performance.now();
  work();
  return performance.now() - started;
}

export interface AccountingFigures {
  rows: number;
  /** Milliseconds of a plain parser pass (`bare`), of reading alone (`read`), and of the whole accounting (`whole`). */
  bare: number;
  read: number;
  whole: number;
  /** Peak memory of a process that only reads (`peakRead`) or runs the whole accounting (`peakWhole`), in bytes. */
  peakRead: number;
  peakWhole: number;
}

/** Measures the accounting on generated files of a size. Runs alternate; the first is a warm-up. */
export async function measureAccounting(size: Size): Promise<AccountingFigures> {
  const folder = await mkdtemp(join(tmpdir(), 'strato-contabilita-'));
  try {
    const paths = await write(folder, 'misura', size);
    detectEncoding(fileSource(paths.bilMovDip));
    const times = { bare: [] as number[], read: [] as number[], whole: [] as number[] };
    for (let run = 0; run <= RUNS; run += 1) {
      const [a, b, c] = [measureMs(() => bare(paths)), measureMs(() => read(paths)), measureMs(() => whole(paths))];
      if (run === 0) continue;
      times.bare.push(a);
      times.read.push(b);
      times.whole.push(c);
    }
    const peak = (mode: string) =>
      Number(spawnSync(process.execPath, [import.meta.filename, mode, paths.bilMovDip, paths.ripartizioni]).stdout.toString()) * 1024;
    return {
      rows: bare(paths),
      bare: median(times.bare),
      read: median(times.read),
      whole: median(times.whole),
      peakRead: peak('read'),
      peakWhole: peak('whole'),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

// started as a program, this file runs one mode and prints the peak memory
const [mode, bilMovDip = '', ripartizioni = ''] = process.argv.slice(2);
if (process.argv[1] === import.meta.filename && mode) {
  (mode === 'read' ? read : whole)({ bilMovDip, ripartizioni });
  console.log(process.resourceUsage().maxRSS);
}
