import type { Kysely } from 'kysely';
import type { EventStore } from '#contracts/ports/event-store.ts';
import { takeExecutorLock } from '#projections/engine/locks.ts';
import { refuseShorterLog } from '#projections/engine/log-shorter.ts';
import { compareLogs, type Compared } from './compare-logs.ts';
import { copyLog, type Copied } from './copy-log.ts';
import { holdAppends, logPlace, reopenLog, setLogPlace } from './log-place.ts';
import { createPairs, movePositions } from './move-positions.ts';

export interface Move {
  /** Event store that holds the events before the move. */
  source: EventStore;
  /** Event store to move to; empty, or with the first events of an interrupted move. */
  target: EventStore;
  /** Database of the read and write tables. */
  // oxlint-disable-next-line typescript/no-explicit-any -- the tables are asked by their names
  db: Kysely<any>;
  /** One session of the same database, for the lock that the projections' runner holds. */
  session: { query(text: string): Promise<{ rows: unknown[] }> };
  /** Name of the EventStoreDB; `null` if the events move back to PostgreSQL. */
  elsewhere: string | null;
  told(said: string): void;
}

export type Moved = Copied & Compared & { positions: Record<string, number> };

/**
 * Moves the log to another event store. The events are copied first; the copy can be interrupted and begun again. The last step is one
 * transaction that compares both logs, translates every stored position and notes the new place. Throws if a portal runs or has written
 * meanwhile. Throws `LogShorter` if the log ends before the projected position.
 */
export async function moveLog({ source, target, db, session, elsewhere, told }: Move): Promise<Moved> {
  if (!(await takeExecutorLock(session))) throw new Error('A portal is running on this database: stop it first. Nothing was touched.');
  const place = await logPlace(db);
  if ((place.elsewhere === null) !== (elsewhere !== null))
    throw new Error(
      elsewhere === null
        ? 'The events of this portal are in PostgreSQL already.'
        : `The events of this portal were moved already: ${place.elsewhere}.`,
    );
  await refuseShorterLog(source, db);
  // PostgreSQL still holds the events from before the first move, and the copy continues after them
  if (elsewhere === null) await reopenLog(db);
  const copied = await copyLog(source, target, (events) => told(`${events} events`));
  told(`${copied.copied} events copied, ${copied.found} were there; both logs are compared`);
  const rest = await db.transaction().execute(async (tx) => {
    // blocks appends to PostgreSQL until the transaction ends
    await holdAppends(tx);
    if ((await source.head()) !== copied.until)
      throw new Error('A portal wrote to the log meanwhile: stop it, then begin again. What was copied is not copied again.');
    const compared = await compareLogs(source, target, copied.until, await createPairs(tx));
    told(`equal, by count and hash of each stream: ${compared.events} events in ${compared.streams} streams`);
    const positions = await movePositions(tx);
    await setLogPlace(tx, elsewhere);
    return { ...compared, positions };
  });
  return { ...copied, ...rest };
}
