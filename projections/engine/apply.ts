import { sql } from 'kysely';
import type { StoredEvent } from '#contracts/core/events.ts';
import { oncePer } from '#contracts/core/once-per.ts';
import { describeError, rootOf, transient } from './failures.ts';
import type { Projection } from './projection.ts';
import type { EngineTransaction } from './transaction.ts';

/** How far a projection came when it met a fact it could not apply. */
export interface Stop {
  /** Position of the last event applied; `null` when it was none of these. */
  last: string | null;
  /** Without values of the event: it is shown and logged. */
  error: string;
  /** Of whoever asked for the fact that could not be applied. */
  correlationId: string;
}

const kindsOf = oncePer(({ events }: Projection): ReadonlySet<string> | null => (events === 'all' ? null : new Set(events)));

/** The events of a batch that a projection wants and has not seen. */
export function toApply(projection: Projection, position: string | null, events: readonly StoredEvent[]): StoredEvent[] {
  const kinds = kindsOf(projection);
  return events.filter((event) => event.position > (position ?? '') && (!kinds || kinds.has(event.type)));
}

/**
 * The events applied to one projection inside a savepoint. When a batch fails it is tried event by
 * event, so that only the one to blame stops the projection; the others keep their work. An error
 * of the database itself is thrown: it says nothing about the facts.
 */
export async function applyEvents(tx: EngineTransaction, projection: Projection, events: readonly StoredEvent[]): Promise<Stop | null> {
  const error = await test(tx, projection, events);
  if (!error) return null;
  let last: string | null = null;
  for (const event of events) {
    const blame = events.length === 1 ? error : await test(tx, projection, [event]);
    if (blame) {
      const error = `${event.type} alla posizione ${event.position}: ${describeError(blame.causa)}`;
      return { last, error, correlationId: event.metadata.correlationId };
    }
    last = event.position;
  }
  return null;
}

async function test(tx: EngineTransaction, projection: Projection, events: readonly StoredEvent[]): Promise<{ causa: unknown } | null> {
  await tx.query(sql`savepoint lotto`);
  try {
    await projection.apply(tx, events);
    await tx.answered();
  } catch (failure) {
    // what it sent before is its own, and may be why what it waited for failed
    const cause = rootOf([
      failure,
      await tx.answered().then(
        () => failure,
        (sent: unknown) => sent,
      ),
    ]);
    if (transient(cause)) throw cause;
    await tx.query(sql`rollback to savepoint lotto`);
    return { causa: cause };
  }
  await tx.query(sql`release savepoint lotto`);
  return null;
}
