import { Books } from './books.ts';
import type { Fault } from './faults.ts';
import { Gate } from './gate.ts';
import { Killer } from './killer.ts';
import { isAcknowledged } from './ledger.ts';
import { random } from './random.ts';
import { prepare } from './scene.ts';
import { keepWriting, type Sending } from './send.ts';
import { Target } from './target.ts';
import { Writer } from './writer.ts';

export interface Options {
  /** Number of kills. */
  times: number;
  seed: number;
  /** Empty folder that becomes the data directory. */
  folder: string;
  writers?: number;
  /** Maximum number of requests between two kills. */
  burst?: number;
  /** Called with lines about the progress. */
  say?: (line: string) => void;
}

export interface Outcome {
  seed: number;
  writers: number;
  kills: Killer['kills'];
  acknowledged: number;
  /** Number of writes sent more than once; `recordedUnanswered` counts the ones that were in the log before the repetition. */
  repeated: number;
  recordedUnanswered: number;
  events: number;
  rows: number;
  /** Number of inconclusive responses, by status; status 0 counts requests without a response. */
  unanswered: ReadonlyMap<number, number>;
  seconds: number;
  faults: Fault[];
}

/** Kills the portal repeatedly while writers write and repeat unanswered requests, then checks all their writes. */
export async function chaos({ times, seed, folder, writers = 16, burst = 160, say = () => undefined }: Options): Promise<Outcome> {
  const begun = performance.now();
  const [dice, target, gate, abort] = [random(seed), await Target.of(folder), new Gate(writers), new AbortController()];
  const [books, killer] = [new Books(target), new Killer(target, gate, dice, burst)];
  let over = false;
  const sending: Sending = {
    base: target.base,
    token: '',
    gate,
    ledger: books.ledger,
    over: () => over,
    abort: abort.signal,
    unanswered: new Map(),
  };
  const count = async (): Promise<void> => {
    gate.close();
    await gate.quiet();
    await books.count();
    gate.open();
  };

  const besiege = async (): Promise<void> => {
    for (let round = 0; killer.kills.portal < times; round += 1) {
      if (round % 2 === 1) {
        await killer.databaseAlone();
        await count();
      }
      await killer.portal({ withDatabase: round % 4 === 1 });
      while (killer.kills.portal < times && dice.chance(0.2)) await killer.whileStarting();
      await killer.start();
      await count();
      say(
        `${killer.kills.portal}/${times}: ${books.ledger.answered.length} writes, ${books.tally.events} events, ${books.faults.length} broken promises`,
      );
    }
    over = true;
  };

  let working: Promise<unknown> = Promise.resolve();
  try {
    await killer.start();
    sending.token = await target.enter();
    await prepare(sending);
    working = Promise.all(Array.from({ length: writers }, (_, i) => keepWriting(new Writer(i, random(seed + 1 + i)), sending)));
    // the gate would wait for a failed writer forever, so its error ends the run
    await Promise.all([besiege(), working]);
    await books.countAll(sending.token);
  } catch (error) {
    books.stopped(error);
  } finally {
    over = true;
    abort.abort();
    gate.open();
    await working.catch(() => undefined);
    await target.stop();
  }
  const {
    ledger: { answered },
    tally: { events },
    rows,
    recordedUnanswered,
    faults,
  } = books;
  return {
    seed,
    writers,
    kills: killer.kills,
    rows,
    recordedUnanswered,
    events,
    faults,
    unanswered: sending.unanswered,
    acknowledged: answered.filter(isAcknowledged).length,
    repeated: answered.filter(({ attempts }) => attempts > 1).length,
    seconds: (performance.now() - begun) / 1000,
  };
}
