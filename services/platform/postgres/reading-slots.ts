import { setTimeout as pause } from 'node:timers/promises';
import { expressionBuilder, type Expression, type Kysely } from 'kysely';
import { fairQueue } from '../concurrency/fair-queue.ts';
import type { WriteDatabase } from './write-tables.ts';

/** Keys of the advisory locks for reading uploaded files. */
const LOCKS = { slots: 7_204_120, people: 7_204_121 };
const SLOTS = 2;
const AGAIN_MS = 200;

const eb = expressionBuilder<WriteDatabase>();

/**
 * Creates the function that runs work on an uploaded file: at most two at a time in all processes of the portal, and one a person. A slot
 * is an advisory lock of PostgreSQL, which ends with its process.
 */
export function readingSlots(db: Kysely<WriteDatabase>): <T>(person: string, work: () => Promise<T>, signal?: AbortSignal) => Promise<T> {
  const queue = fairQueue({ concurrency: SLOTS, perPerson: 1 });
  return async (person, work, signal) => {
    const leave = await queue.enter(person, signal);
    try {
      return await db.transaction().execute(async (tx) => {
        while (!(await tryLock(tx, LOCKS.people, eb.fn<number>('hashtext', [eb.val(person)]))))
          await pause(AGAIN_MS, undefined, signal ? { signal } : {});
        while (!(await freeSlot(tx))) await pause(AGAIN_MS, undefined, signal ? { signal } : {});
        return work();
      });
    } finally {
      leave();
    }
  };
}

async function freeSlot(tx: Kysely<WriteDatabase>): Promise<boolean> {
  for (let slot = 1; slot <= SLOTS; slot += 1) if (await tryLock(tx, LOCKS.slots, eb.lit(slot))) return true;
  return false;
}

/** Tries to take an advisory lock, which is held until the transaction ends. */
async function tryLock(tx: Kysely<WriteDatabase>, kind: number, one: Expression<number>): Promise<boolean> {
  const lock = tx.selectNoFrom(({ fn, lit }) => fn<boolean>('pg_try_advisory_xact_lock', [lit(kind), one]).as('free'));
  return (await lock.executeTakeFirstOrThrow()).free;
}
