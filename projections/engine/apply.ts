import { sql, type Transaction } from 'kysely';
import type { StoredEvent } from '#contracts/core/events.ts';
import type { LettureDatabase } from '../database.ts';
import { descrivi, transitorio } from './failures.ts';
import type { Projection } from './projection.ts';

/** How far a projection came when it met a fact it could not apply. */
export interface Fermata {
  /** Position of the last event applied; `null` when it was none of these. */
  ultimo: string | null;
  /** Without values of the event: it is shown and logged. */
  errore: string;
}

/** The events of a batch that a projection wants and has not seen. */
export function daApplicare({ eventi }: Projection, posizione: string | null, events: readonly StoredEvent[]): StoredEvent[] {
  const tipi = eventi === 'tutti' ? null : new Set(eventi);
  return events.filter((event) => event.position > (posizione ?? '') && (!tipi || tipi.has(event.type)));
}

/**
 * The events applied to one projection inside a savepoint. When a batch fails it is tried event by
 * event, so that only the one to blame stops the projection; the others keep their work. An error
 * of the database itself is thrown: it says nothing about the facts.
 */
export async function applicaEventi(tx: Transaction<LettureDatabase>, projection: Projection, events: readonly StoredEvent[]): Promise<Fermata | null> {
  const errore = await prova(tx, projection, events);
  if (!errore) return null;
  let ultimo: string | null = null;
  for (const event of events) {
    const colpa = events.length === 1 ? errore : await prova(tx, projection, [event]);
    if (colpa) return { ultimo, errore: `${event.type} alla posizione ${event.position}: ${descrivi(colpa.causa)}` };
    ultimo = event.position;
  }
  return null;
}

async function prova(tx: Transaction<LettureDatabase>, projection: Projection, events: readonly StoredEvent[]): Promise<{ causa: unknown } | null> {
  await sql`savepoint lotto`.execute(tx);
  try {
    await projection.applica(tx, events);
  } catch (causa) {
    if (transitorio(causa)) throw causa;
    await sql`rollback to savepoint lotto`.execute(tx);
    return { causa };
  }
  await sql`release savepoint lotto`.execute(tx);
  return null;
}
