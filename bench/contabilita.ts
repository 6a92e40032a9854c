import { spawnSync } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import Papa from 'papaparse';
import { elaborate } from '#workers/jobs/contabilita-lavoratori/elabora.ts';
import { detectEncoding } from '#workers/jobs/contabilita-lavoratori/input/encoding.ts';
import { fileSource } from '#workers/jobs/contabilita-lavoratori/input/file-source.ts';
import { readText } from '#workers/jobs/contabilita-lavoratori/input/text.ts';
import { ingest } from '#workers/jobs/contabilita-lavoratori/ingest.ts';
import { refusedInMemory } from '#workers/jobs/contabilita-lavoratori/refused-rows.ts';
import { generate, SIZES, type Size } from '../test/contabilita-generator.ts';

/**
 * The worker accounting beside one bare pass of papaparse over the same files, decoded the same way:
 * alternating runs in one process, median of five after a warm-up. The aim is 0,40 of its speed, and
 * less than 300 MB of memory, which a process of its own is asked for.
 */
const FILES: Readonly<Record<string, Size>> = {
  '100.000 righe': { dipendenti: 5000, ripeti: 2, commesse: 60, seme: 3 },
  '500.000 righe': { dipendenti: 5000, ripeti: 8, commesse: 60, seme: 3 },
  'L, 1.030.000 righe': SIZES.L,
};
const RUNS = 5;
type Paths = { bilMovDip: string; ripartizioni: string };

async function write(folder: string, name: string, size: Size): Promise<Paths> {
  const paths = { bilMovDip: join(folder, `${name}-bilMovDip.csv`), ripartizioni: join(folder, `${name}-ripartizioni.csv`) };
  const out = { bilMovDip: createWriteStream(paths.bilMovDip, 'latin1'), ripartizioni: createWriteStream(paths.ripartizioni, 'latin1') };
  generate(size, { bilMovDip: (line) => out.bilMovDip.write(`${line}\r\n`, 'latin1'), ripartizioni: (line) => out.ripartizioni.write(`${line}\r\n`, 'latin1') });
  await Promise.all(Object.values(out).map((stream) => finished(stream.end())));
  return paths;
}

/** Rows that a bare parser sees. */
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
const whole = (paths: Paths): unknown => elaborate(sources(paths));

function timed(work: () => unknown): number {
  const started = performance.now();
  work();
  return performance.now() - started;
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

function compare(name: string, paths: Paths): void {
  detectEncoding(fileSource(paths.bilMovDip));
  const times = { bare: [] as number[], read: [] as number[], whole: [] as number[] };
  for (let run = 0; run <= RUNS; run += 1) {
    const [a, b, c] = [timed(() => bare(paths)), timed(() => read(paths)), timed(() => whole(paths))];
    // the first one warms up
    if (run === 0) continue;
    times.bare.push(a);
    times.read.push(b);
    times.whole.push(c);
  }
  const [a, b, c] = [median(times.bare), median(times.read), median(times.whole)];
  const peak = (mode: string) => Number(spawnSync(process.execPath, [import.meta.filename, mode, paths.bilMovDip, paths.ripartizioni]).stdout.toString());
  const cells = [name.padEnd(20), `${a.toFixed(0)} ms`, `${b.toFixed(0)} ms`, (a / b).toFixed(2), `${c.toFixed(0)} ms`, (a / c).toFixed(2), `${peak('read')} MB`, `${peak('whole')} MB`];
  console.log(cells.map((cell) => cell.padStart(12)).join(''));
}

const [mode, bilMovDip = '', ripartizioni = ''] = process.argv.slice(2);
if (mode) {
  (mode === 'read' ? read : whole)({ bilMovDip, ripartizioni });
  console.log(Math.round(process.resourceUsage().maxRSS / 1024));
} else {
  const folder = await mkdtemp(join(tmpdir(), 'strato-contabilita-'));
  try {
    console.log(['file'.padEnd(20), 'nudo', 'lettura', 'quota', 'con calcolo', 'quota', 'RSS lettura', 'RSS calcolo'].map((cell) => cell.padStart(12)).join(''));
    for (const [name, size] of Object.entries(FILES)) compare(name, await write(folder, size.ripeti ? String(size.ripeti) : '1', size));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
