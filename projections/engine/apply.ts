import { CompiledQuery } from 'kysely';
import type { StoredEvent } from '#contracts/core/events.ts';
import { oncePer } from '#contracts/core/once-per.ts';
import type { ReadEvents } from './record-events.ts';
import { describeError, rootOf, isTransientFailure } from './failures.ts';
import type { Projection } from './projection.ts';
import type { EngineTransaction } from './transaction.ts';

/** Progress of a projection that failed on an event. */
export interface Stop {
  /** Position of the last applied event; `null` if no event of the batch was applied. */
  last: string | null;
  /** Error text without values of the event, since it is displayed and logged. */
  error: string;
  /** Correlation id of the event that could not be applied. */
  correlationId: string;
}

const SAVEPOINT = CompiledQuery.raw('savepoint lotto');
const RELEASE = CompiledQuery.raw('release savepoint lotto');
const ROLLBACK = CompiledQuery.raw('rollback to savepoint lotto');

const kindsOf = oncePer(({ events }: Projection): ReadonlySet<string> | null => (events === 'all' ? null : new Set(events)));

/** Returns the events of a batch that a projection handles and has not seen. */
export function toApply(projection: Projection, position: string | null, { current, recorded }: ReadEvents): StoredEvent[] {
  const kinds = kindsOf(projection);
  return (projection.recorded ? recorded : current).filter(
    (event) => event.position > (position ?? '') && (!kinds || kinds.has(event.type)),
  );
}

/**
 * Applies events to one projection inside a savepoint. If the batch fails, its events are applied one by one, so that only the faulty event
 * stops the projection and earlier work is kept. A database failure that says nothing about the events is thrown.
 */
export async function applyEvents(tx: EngineTransaction, projection: Projection, events: readonly StoredEvent[]): Promise<Stop | null> {
  const error = await applyInSavepoint(tx, projection, events);
  if (!error) return null;
  let last: string | null = null;
  for (const event of events) {
    const blame = events.length === 1 ? error : await applyInSavepoint(tx, projection, [event]);
    if (blame) {
      const error = `${event.type} alla posizione ${event.position}: ${describeError(blame.cause)}`;
      return { last, error, correlationId: event.metadata.correlationId };
    }
    last = event.position;
  }
  return null;
}

async function applyInSavepoint(
  tx: EngineTransaction,
  projection: Projection,
  events: readonly StoredEvent[],
): Promise<{ cause: unknown } | null> {
  await tx.query(SAVEPOINT);
  try {
    await projection.apply(tx, events);
    await tx.answered();
  } catch (failure) {
    // an error of a statement sent earlier may be the root cause of the awaited one
    const cause = rootOf([
      failure,
      await tx.answered().then(
        () => failure,
        (sent: unknown) => sent,
      ),
    ]);
    if (isTransientFailure(cause)) throw cause;
    await tx.query(ROLLBACK);
    return { cause };
  }
  await tx.query(RELEASE);
  return null;
}
