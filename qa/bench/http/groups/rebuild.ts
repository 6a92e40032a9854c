import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { openDatabase } from '#projections/database.ts';
import { median } from '../measure.ts';
import { peakOf } from '../memory.ts';
import { withPortal } from '../processes.ts';
import { count as counted, megabytes, number, seconds, type Bench, type Group } from './section.ts';

const SCHEMA = 'bench_copia';

/** Measures a rebuild of every read table from the log, against a COPY of the resulting rows. */
export const rebuildGroup: Group = {
  name: 'ricostruzione',
  run: (bench) =>
    withPortal(bench.folder, async ({ database, portal }) => {
      const { pool } = openDatabase({ url: database, max: 1, schema: 'public' });
      const times = { rebuild: [] as number[], indexed: [] as number[], plain: [] as number[] };
      const count = await countOf(pool);
      let peak = 0;
      try {
        for (let round = 0; round < bench.rounds.long; round += 1) {
          const { ms, memory } = await rebuilt(bench);
          peak = Math.max(peak, memory);
          await portal.ready();
          await pool.query('checkpoint');
          times.rebuild.push(ms);
          const copied = await copy(pool, bench.folder);
          times.indexed.push(copied.indexed);
          times.plain.push(copied.plain);
          bench.say(
            `  rebuild ${seconds(ms)}, COPY ${seconds(copied.indexed)} with the indexes, ${seconds(copied.plain)} without; memory ${megabytes(memory)}`,
          );
        }
      } finally {
        await pool.end();
      }
      const [own, indexed, plain] = [median(times.rebuild), median(times.indexed), median(times.plain)];
      return {
        title: 'Rebuild of all the read tables',
        intro: `From ${counted(count.events)} events to ${counted(count.rows)} rows, by \`npm run rebuild\`, while the portal answers. The limit is COPY of the same rows, into tables with all indexes and search columns and into tables without. Memory is the peak of the process.`,
        head: ['work', 'time', 'speed against COPY with the indexes', 'against COPY without', 'memory', 'goal'],
        rows: [
          [
            'rebuild',
            seconds(own),
            `${number((100 * indexed) / own)} %`,
            `${number((100 * plain) / own)} %`,
            megabytes(peak),
            '≥ 25 % of COPY, constant memory',
          ],
          ['COPY with the indexes', seconds(indexed), '', '', '', ''],
          ['COPY without indexes', seconds(plain), '', '', '', ''],
        ],
      };
    }),
};

async function countOf(pool: Pool): Promise<{ events: number; rows: number }> {
  const {
    rows: [events],
  } = await pool.query<{ n: number }>('select count(*)::integer as n from public.eventi');
  let rows = 0;
  for (const table of await tablesOf(pool))
    rows += (await pool.query<{ n: number }>(`select count(*)::integer as n from letture."${table}"`)).rows[0]!.n;
  return { events: events!.n, rows };
}

async function tablesOf(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    "select relname as name from pg_class where relnamespace = 'letture'::regnamespace and relkind = 'r' and relname <> 'proiezioni' order by 1",
  );
  return rows.map(({ name }) => name);
}

async function rebuilt({ folder }: Bench): Promise<{ ms: number; memory: number }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, '..', '..', '..', '..', 'services', 'cli', 'rebuild.ts')], {
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], DATI_DIR: folder, DEMO: '0', LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (piece: Buffer) => (output += piece.toString()));
  const peak = peakOf(child.pid!);
  const [code] = (await once(child, 'exit')) as [number];
  if (code !== 0) throw new Error('the rebuild failed');
  return { ms: Number(/in ([\d.]+) s/.exec(output)?.[1]) * 1000, memory: peak.end() };
}

/** Measures COPY of all rows into new tables. The rows are first exported to files on the server, so that only the import is timed. */
async function copy(pool: Pool, folder: string): Promise<{ indexed: number; plain: number }> {
  const files = join(folder, 'copia');
  await mkdir(files, { recursive: true });
  // the database server may run as another user
  await chmod(files, 0o777);
  const total = { indexed: 0, plain: 0 };
  try {
    for (const table of await tablesOf(pool)) {
      const { rows } = await pool.query<{ names: string }>(
        "select string_agg(quote_ident(attname), ', ' order by attnum) as names from pg_attribute where attrelid = to_regclass('letture.' || quote_ident($1)) and attnum > 0 and not attisdropped and attgenerated = ''",
        [table],
      );
      const { names } = rows[0]!;
      const file = `'${join(files, `${table}.copy`)}'`;
      await pool.query(`copy letture."${table}" (${names}) to ${file}`);
      for (const [kind, including] of [
        ['indexed', 'all'],
        ['plain', 'generated'],
      ] as const) {
        await pool.query(
          `drop schema if exists ${SCHEMA} cascade; create schema ${SCHEMA}; create table ${SCHEMA}."${table}" (like letture."${table}" including ${including})`,
        );
        const begun = performance.now();
        await pool.query(`copy ${SCHEMA}."${table}" (${names}) from ${file}`);
        total[kind] += performance.now() - begun;
      }
      await pool.query(`drop schema ${SCHEMA} cascade`);
      await rm(join(files, `${table}.copy`), { force: true });
    }
  } finally {
    await pool.query(`drop schema if exists ${SCHEMA} cascade`);
    await rm(files, { recursive: true, force: true });
  }
  return total;
}
