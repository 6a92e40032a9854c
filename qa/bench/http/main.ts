import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { LINES_PER_HEADER, sizeOf } from '../data/firm.ts';
import { load } from '../data/load.ts';
import { accountingGroup } from './groups/accounting.ts';
import { changeManyGroup } from './groups/change-many.ts';
import { checkpointsGroup } from './groups/checkpoints.ts';
import { commandsGroup } from './groups/commands.ts';
import { findGroup } from './groups/find.ts';
import { homeGroup } from './groups/home.ts';
import { pastGroup } from './groups/past.ts';
import { processGroup } from './groups/process.ts';
import { rebuildGroup } from './groups/rebuild.ts';
import { recordsGroup } from './groups/records.ts';
import { screenGroup } from './groups/screen.ts';
import { streamsGroup } from './groups/streams.ts';
import { writesGroup } from './groups/writes.ts';
import { xlsxGroup } from './groups/xlsx.ts';
import { zipGroup } from './groups/zip.ts';
import { count, type Bench, type Group } from './groups/section.ts';
import { keepResult, pageOf } from './results.ts';

/** All groups, in the order of the performance page. */
const GROUPS: readonly Group[] = [
  // before the groups that write, whose new records a list as of a fortnight ago skips
  pastGroup,
  writesGroup,
  recordsGroup,
  findGroup,
  homeGroup,
  screenGroup,
  rebuildGroup,
  zipGroup,
  xlsxGroup,
  accountingGroup,
  streamsGroup,
  changeManyGroup,
  processGroup,
  commandsGroup,
  checkpointsGroup,
];

const scale = Number(process.env['SCALA'] ?? 1);
const size = sizeOf(scale);
// each scale has its own data, in its own folder
const folder = join(resolve(process.env['BENCH_DIR'] ?? '.dati-bench'), `scala-${scale}`);
const rounds = Number(process.env['GIRI'] ?? 5);
const only = (process.env['SOLO'] ?? '').split(',').filter((name) => name !== '');
const unknown = only.filter((name) => !GROUPS.some((group) => group.name === name));
if (unknown.length > 0) throw new Error(`SOLO: ${unknown.join(', ')}? ${GROUPS.map(({ name }) => name).join(', ')}`);
const say = (text: string): void => console.log(text);

await mkdir(folder, { recursive: true });
say(`Data in ${folder}…`);
await load(folder, size, say);
const bench: Bench = { folder, size, scale, rounds: { rounds, ms: 1200, long: Math.min(rounds, 3) }, say };
for (const group of GROUPS) {
  if (only.length > 0 && !only.includes(group.name)) continue;
  say(group.name);
  await keepResult(folder, group.name, await group.run(bench), scale);
}
const dataText = `Data: ${count(size.machines)} macchinari, ${count(size.maintenance)} manutenzioni, ${count(size.workers)} lavoratori with their documents, ${count(size.headers * LINES_PER_HEADER)} lines of produzione over ten years, all through the event log.`;
await writeFile(
  process.env['PAGINA'] ?? 'docs/explanation/performance.md',
  await pageOf(
    folder,
    GROUPS.map(({ name }) => name),
    dataText,
  ),
);
