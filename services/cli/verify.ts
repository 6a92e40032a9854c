import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { openDatabase, type ReadDatabase } from '#projections/database.ts';
import { check } from '#projections/engine/verify.ts';
import { portalCatalogue } from '../catalogue.ts';
import { ownStore } from '../dependencies.ts';
import { checkpointFolder } from '../platform/checkpoints/files.ts';
import type { WriteDatabase } from '../platform/postgres/write-tables.ts';
import { isSound, judgeLog, type JudgedSeal, type Judgement, type Seal } from './judge.ts';
import { runMaintenance } from './maintenance.ts';

const OUTCOMES: Record<JudgedSeal['outcome'], string> = {
  holds: 'holds',
  'other-root': 'BROKEN: the log up to there has another root',
  'log-too-short': 'BROKEN: the log has fewer events',
  'earlier-epoch': 'of an earlier epoch: since then the log was restored to a moment, or its people were sealed',
  'other-portal': 'BROKEN: a checkpoint of another portal',
  'no-checkpoint': 'BROKEN: no checkpoint',
};
const WORDS = { changed: 'CHANGED', missing: 'MISSING', added: 'SLIPPED IN', moved: 'MOVED' } as const;

// `make verify` compares the log with its checkpoints, and every read table row by row with a fresh replay of the log
await runMaintenance('verify', async ({ config, log, shutdown }) => {
  const { projections, upcasts } = portalCatalogue();
  const store = await ownStore(config, log, shutdown);
  const [{ db: readDb }, { db: writeDb }] = [
    openDatabase<ReadDatabase>({ url: config.DATABASE_URL, max: 1 }),
    openDatabase<WriteDatabase>({ url: config.DATABASE_URL, max: 1, schema: 'public' }),
  ];
  shutdown.add('databases', async () => void (await Promise.all([readDb.destroy(), writeDb.destroy()])));
  const judgement = await judgeLog({ store, readDb, writeDb, elsewhere: await sealsElsewhere(resolve(config.DATI_DIR)) });
  printJudgement(judgement);
  const { equal, tables, differences, notVerified } = await check({ store, url: config.DATABASE_URL, log, projections, upcasts });
  for (const { tabella, righe } of tables) console.log(`  ${tabella.padEnd(24)} ${String(righe).padStart(9)} rows`);
  for (const difference of differences) console.log(`  DIFFERENT  ${JSON.stringify(difference)}`);
  for (const { nome, motivo } of notVerified) console.log(`  NOT VERIFIED  ${nome}: ${motivo}`);
  console.log(
    equal
      ? 'Every read table is what the log of events says.'
      : 'The read tables are NOT what the log of events says: make rebuild makes them again.',
  );
  return equal && isSound(judgement) ? 0 : 1;
});

/** Reads the checkpoints outside the database: those in DATI_DIR, and the file that SIGILLO names. */
async function sealsElsewhere(dataDir: string): Promise<Seal[]> {
  const folder = checkpointFolder(dataDir);
  const own = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.txt')).map((name) => join(folder, name));
  const { SIGILLO } = process.env;
  return Promise.all([...own, ...(SIGILLO ? [resolve(SIGILLO)] : [])].map(async (from) => ({ from, note: await readFile(from, 'utf8') })));
}

/** Prints a judgement. Valid checkpoints of the portal's table are only counted. */
function printJudgement(judgement: Judgement): void {
  const { seals, altered, events, newer } = judgement;
  const kept = seals.filter(({ from }) => from === 'kept');
  console.log(`  ${events} events${newer > 0 ? `, the last ${newer} of them not in the tree yet` : ''}`);
  console.log(`  ${kept.filter(({ outcome }) => outcome === 'holds').length} of ${kept.length} checkpoints of the portal hold`);
  for (const { from, size, outcome, signed } of seals) {
    if (from === 'kept' && outcome === 'holds' && signed) continue;
    const unsigned = outcome === 'no-checkpoint' || signed ? '' : ', and is NOT SIGNED by a key of this portal';
    console.log(`  checkpoint of ${size} events (${from}): ${OUTCOMES[outcome]}${unsigned}`);
  }
  for (const { kind, stream, version } of altered) console.log(`  ${WORDS[kind]}  ${stream} version ${version}`);
  if (isSound(judgement)) return console.log('The log of events is what its checkpoints say.');
  console.log('The log of events is NOT what its checkpoints say.');
  if (altered.length > 0) return;
  const sizes = (outcome: JudgedSeal['outcome'][]) => seals.filter((one) => outcome.includes(one.outcome)).map(({ size }) => size);
  const [from, to] = [Math.max(0, ...sizes(['holds'])), Math.min(events, ...sizes(['other-root']))];
  console.log(
    from < to
      ? `The leaves were made anew, so they name no event: the difference lies between event ${from + 1} and event ${to}.`
      : 'The leaves were made anew, so they name no event.',
  );
}
