import { setTimeout as delay } from 'node:timers/promises';
import { pino } from 'pino';
import { openDatabase } from '#projections/database.ts';
import { catalogue } from '../../test/catalogue.ts';
import { check } from '#projections/engine/verify.ts';
import { checkRows, checkTogether, checkWrites, isHalf } from './count.ts';
import { fault, type Fault } from './faults.ts';
import { KINDS } from './kinds.ts';
import { Ledger } from './ledger.ts';
import { readLists, readLog } from './read.ts';
import { KEY_NUMBERS, Tally } from './tally.ts';
import type { PortalUnderTest } from './target.ts';

const NUMBERED = [
  ...KEY_NUMBERS,
  ...KINDS.flatMap(({ def, numbers = [] }) => numbers.map((field) => ({ type: def.events.created, field }))),
];
const TABLES: ReadonlySet<string> = new Set(KINDS.map(({ def }) => def.path));
/** Time limit for finishing a write over several records once the database is back, and the polling interval. */
const CARRIED_ON_MS = 30_000;
const LOOK_MS = 50;

/** Compares the requested and acknowledged writes with log, history and read tables. */
export class Books {
  readonly ledger = new Ledger();
  readonly tally: Tally;
  /** Number of writes that were recorded in the log although their writer got no response and repeated them. */
  recordedUnanswered = 0;
  /** Number of rows compared with a fresh replay of the log. */
  rows = 0;
  readonly #faults: Fault[] = [];
  readonly #history = new Set<string>();
  readonly #target: PortalUnderTest;

  constructor(target: PortalUnderTest) {
    this.#target = target;
    this.tally = new Tally({ numbered: NUMBERED, gapless: process.env['EVENTSTORE_URL'] === undefined });
  }

  get faults(): Fault[] {
    return [...this.#faults, ...this.tally.faults];
  }

  stopped(error: unknown): void {
    this.#faults.push(fault('stopped', error instanceof Error ? (error.stack ?? error.message) : String(error)));
  }

  /** Checks the writes answered since the last call, and the pending ones. Call this only while nobody writes. */
  async count(): Promise<void> {
    const recent = this.ledger.recent();
    await this.#read();
    const limit = performance.now() + CARRIED_ON_MS;
    while (recent.some((write) => isHalf(write, this.tally)) && performance.now() < limit) {
      await delay(LOOK_MS);
      await this.#read();
    }
    this.recordedUnanswered += recent.filter(({ id, answer }) => answer === null && this.tally.effectsOf(id).length > 0).length;
    this.#faults.push(...checkWrites(recent, this.tally, this.#history));
  }

  /** Checks everything at the end of a run: the lists that the portal serves, and the read tables against a fresh replay. */
  async countAll(token: string): Promise<void> {
    await this.count();
    const { answered } = this.ledger;
    this.#faults.push(
      ...checkTogether(answered, this.tally, TABLES),
      ...checkRows(answered, this.tally, await readLists(this.#target, token)),
    );
    await this.#replay();
  }

  async #read(): Promise<void> {
    await this.#target.caughtUp();
    const { events, history } = await readLog(this.#target, this.tally.position);
    this.tally.add(events);
    for (const entry of history) this.#history.add(entry);
  }

  async #replay(): Promise<void> {
    const url = await this.#target.database();
    const { pool } = openDatabase({ url, max: 2, schema: 'public' });
    const store = this.#target.store(pool);
    try {
      const { tables, differences, notVerified } = await check({
        store,
        url,
        log: pino({ level: 'silent' }),
        projections: catalogue.projections,
        upcasts: catalogue.upcasts,
      });
      this.rows = tables.reduce((sum, { righe }) => sum + righe, 0);
      this.#faults.push(
        ...differences.map((one) => fault('table', JSON.stringify(one))),
        ...notVerified.map(({ nome, motivo }) => fault('table', `${nome}: ${motivo}`)),
      );
    } finally {
      await store.close();
      await pool.end();
    }
  }
}
