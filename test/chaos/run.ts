import { setTimeout as delay } from 'node:timers/promises';
import { pino } from 'pino';
import { openDatabase } from '#projections/database.ts';
import { check } from '#projections/engine/verify.ts';
import { programStore } from '../program.ts';
import { checkRows, checkTogether, checkWrites, isHalf } from './count.ts';
import { fault, type Fault } from './faults.ts';
import { Gate } from './gate.ts';
import { KINDS } from './kinds.ts';
import { acknowledged, Ledger } from './ledger.ts';
import { random } from './random.ts';
import { readLists, readLog } from './read.ts';
import { prepare } from './scene.ts';
import { keepWriting, type Sending } from './send.ts';
import { Target } from './target.ts';
import { KEY_NUMBERS, Tally } from './tally.ts';
import { Writer } from './writer.ts';

const NUMBERED = [...KEY_NUMBERS, ...KINDS.flatMap(({ def, numbers = [] }) => numbers.map((field) => ({ type: def.events.created, field })))];
const TABLES: ReadonlySet<string> = new Set(KINDS.map(({ def }) => def.path));

export interface Options {
  /** How often the portal is killed. */
  times: number;
  seed: number;
  /** The data directory, empty. */
  folder: string;
  writers?: number;
  /** Told how far it is. */
  say?: (line: string) => void;
}

export interface Outcome {
  seed: number;
  /** Of the portal (some took the database along, some came while it was starting); of the database alone, or one of its sessions. */
  kills: { portal: number; withDatabase: number; starting: number; databaseAlone: number; session: number };
  writers: number;
  acknowledged: number;
  /** Writes that were sent more than once; and those of them that were seen in the log before they were repeated. */
  repeated: number;
  recordedUnanswered: number;
  events: number;
  /** Rows compared with a fresh replay of the log. */
  rows: number;
  /** Answers that were neither a yes nor a no, by status; 0: none came. */
  unanswered: ReadonlyMap<number, number>;
  seconds: number;
  faults: Fault[];
}

/** Writes between two kills, at most; and milliseconds after the last of them, so that any step of a request can be hit. */
const WRITES_AT_MOST = 160;
const AFTER_MS = 30;
/** How long a write over several records may stay half done once the database is back. */
const CARRIED_ON_MS = 30_000;

/** Kills the portal again and again under writers who repeat what was not answered, and counts what became of their writes. */
export async function chaos({ times, seed, folder, writers = 16, say = () => undefined }: Options): Promise<Outcome> {
  const begun = performance.now();
  const [dice, target, ledger, gate] = [random(seed), await Target.of(folder), new Ledger(), new Gate(writers)];
  const [tally, history, faults] = [new Tally({ numbered: NUMBERED, gapless: process.env['EVENTSTORE_URL'] === undefined }), new Set<string>(), [] as Fault[]];
  const kills = { portal: 0, withDatabase: 0, starting: 0, databaseAlone: 0, session: 0 };
  const abort = new AbortController();
  let [over, startMs, recordedUnanswered, rows] = [false, 0, 0, 0];

  const start = async (): Promise<void> => {
    const from = performance.now();
    await target.start();
    await target.answers();
    startMs = performance.now() - from;
  };
  const moment = async (): Promise<void> => {
    await gate.passed(1 + dice.below(WRITES_AT_MOST));
    await delay(dice.below(AFTER_MS));
    const ended = target.ended();
    if (ended !== null) throw new Error(ended);
  };
  const read = async (): Promise<void> => {
    await target.caughtUp();
    const { events, history: entries } = await readLog(target, tally.position);
    tally.add(events);
    for (const entry of entries) history.add(entry);
  };
  /** All that was answered so far, in a quiet moment. */
  const count = async (): Promise<void> => {
    gate.close();
    await gate.quiet();
    const recent = ledger.recent();
    await read();
    // what the database interrupted is carried on when it is back
    for (const limit = performance.now() + CARRIED_ON_MS; recent.some((write) => isHalf(write, tally)) && performance.now() < limit; await read()) await delay(AFTER_MS);
    recordedUnanswered += recent.filter(({ id, answer }) => answer === null && tally.effectsOf(id).length > 0).length;
    faults.push(...checkWrites(recent, tally, history));
    gate.open();
  };
  const killDatabaseAlone = async (): Promise<void> => {
    await moment();
    // the second is over sooner: what was under way finds the database again
    const [killed, which] = dice.chance(0.4) ? [await target.killDatabase(), 'databaseAlone'] as const : [await target.killSession(dice.pick), 'session'] as const;
    if (killed) kills[which] += 1;
    if (dice.chance(0.5)) await gate.passed(dice.below(WRITES_AT_MOST));
    await count();
  };
  const killPortal = async (withDatabase: boolean): Promise<void> => {
    await moment();
    // held back, they find it counted before they repeat; otherwise they knock while it starts
    if (dice.chance(0.5)) gate.close();
    const databaseFirst = withDatabase && dice.chance(0.5);
    const before = databaseFirst && (await target.killDatabase());
    await target.killPortal();
    const after = withDatabase && !before && (await target.killDatabase());
    kills.portal += 1;
    if (before || after) kills.withDatabase += 1;
  };
  const killWhileStarting = async (): Promise<void> => {
    await target.start();
    await delay(dice.below(startMs));
    const ended = target.ended();
    if (ended !== null) throw new Error(ended);
    await target.killPortal();
    if (dice.chance(0.25) && (await target.killDatabase())) kills.withDatabase += 1;
    kills.portal += 1;
    kills.starting += 1;
  };
  /** The lists and the replay: of what a person sees at the end. */
  const countAll = async (): Promise<void> => {
    await count();
    faults.push(...checkTogether(ledger.answered, tally, TABLES), ...checkRows(ledger.answered, tally, await readLists(target, sending.token)));
    const replayed = await replay(target);
    rows = replayed.rows;
    faults.push(...replayed.faults);
  };
  const sending: Sending = { base: target.base, token: '', gate, ledger, over: () => over, abort: abort.signal, unanswered: new Map() };

  let working: Promise<unknown> = Promise.resolve();
  try {
    await start();
    sending.token = await target.enter();
    await prepare(sending);
    working = Promise.all(Array.from({ length: writers }, (_, i) => keepWriting(new Writer(i, random(seed + 1 + i)), sending)));
    for (let round = 0; kills.portal < times; round += 1) {
      if (round % 2 === 1) await killDatabaseAlone();
      await killPortal(round % 4 === 1);
      while (kills.portal < times && dice.chance(0.2)) await killWhileStarting();
      await start();
      await count();
      say(`${kills.portal}/${times}: ${ledger.answered.length} scritture, ${tally.events} eventi, ${faults.length + tally.faults.length} promesse mancate`);
    }
    over = true;
    await working;
    gate.leave();
    await countAll();
  } catch (error) {
    faults.push(fault('stopped', (error as Error).stack ?? String(error)));
  } finally {
    over = true;
    abort.abort();
    gate.open();
    await working.catch(() => undefined);
    await target.stop();
  }
  return {
    seed, kills, writers, rows, recordedUnanswered, unanswered: sending.unanswered, faults: [...faults, ...tally.faults], events: tally.events,
    acknowledged: ledger.answered.filter(acknowledged).length, repeated: ledger.answered.filter(({ attempts }) => attempts > 1).length,
    seconds: (performance.now() - begun) / 1000,
  };
}

/** Every read table beside a fresh replay of the log. */
async function replay(target: Target): Promise<{ rows: number; faults: Fault[] }> {
  const url = await target.database();
  const { pool } = openDatabase({ url, max: 2, schema: 'public' });
  const store = programStore(target.env, pool);
  try {
    const { tabelle: tables, differenze: differences, nonVerificate: notVerified } = await check({ store, url, log: pino({ level: 'silent' }) });
    const faults = [...differences.map((one) => fault('table', JSON.stringify(one))), ...notVerified.map(({ nome: name, motivo }) => fault('table', `${name}: ${motivo}`))];
    return { rows: tables.reduce((sum, { righe: own }) => sum + own, 0), faults };
  } finally {
    await store.close();
    await pool.end();
  }
}
