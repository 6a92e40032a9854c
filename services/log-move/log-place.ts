import { sql, type QueryExecutorProvider } from 'kysely';
import type { EventStore } from '#contracts/ports/event-store.ts';

/** Database of the write side, independent of its table types. */
interface Tables extends QueryExecutorProvider {
  transaction(): { execute(work: (tx: QueryExecutorProvider) => Promise<void>): Promise<void> };
}

/** Place of a portal's events, kept in the tables of the write side, which outlive both logs. */
export interface LogPlace {
  /** Hosts of the EventStoreDB that holds the events, and the time of the move; `null` if the events are in PostgreSQL. */
  elsewhere: string | null;
  /** Number of events in PostgreSQL; after a move, of the events before it. */
  events: number;
}

export async function logPlace(db: QueryExecutorProvider): Promise<LogPlace> {
  const { rows } = await sql<LogPlace>`select altrove as elsewhere, position::float8 as events from public.eventi_testa`.execute(db);
  return rows[0] ?? { elsewhere: null, events: 0 };
}

/** Notes the place of the events, after which PostgreSQL refuses appends. With `null`, PostgreSQL accepts appends again. */
export async function setLogPlace(tx: QueryExecutorProvider, elsewhere: string | null): Promise<void> {
  await sql<unknown>`select public.registro_altrove(${elsewhere})`.execute(tx);
}

/** Holds the lock under which events are appended until the transaction ends. */
export async function holdAppends(tx: QueryExecutorProvider): Promise<void> {
  await sql<unknown>`select public.registro_fermo()`.execute(tx);
}

/** Lets PostgreSQL accept events that are moved back, before `setLogPlace` notes the move. */
export async function reopenLog(db: QueryExecutorProvider): Promise<void> {
  await sql<unknown>`select public.registro_riapri()`.execute(db);
}

/** Notes at startup that the events are in an EventStoreDB, for a portal that was created or restored there without a move. */
export async function noteLogPlace(db: Tables, { name }: Pick<EventStore, 'name'>, url: string | undefined): Promise<void> {
  if (name !== 'eventstoredb' || url === undefined || (await logPlace(db)).elsewhere !== null) return;
  await db.transaction().execute(async (tx) => {
    // processes that start together take turns, so that the place is noted once
    await holdAppends(tx);
    if ((await logPlace(tx)).elsewhere === null) await setLogPlace(tx, placeText(url));
  });
}

/** Returns the host of an address, or the hosts of a cluster's nodes, without user name and password. */
export const hostsOf = (url: string): string => /^[^:]+:\/\/(?:[^/?]*@)?([^/?]*)/.exec(url)?.[1] ?? '';
/** Returns the text that the write side stores as the place of the events: hosts and time. */
export const placeText = (url: string): string => `${hostsOf(url)}, ${new Date().toISOString()}`;

/** Throws if the portal would start a second log beside the one that holds its events. */
export async function refuseOtherLog(db: QueryExecutorProvider, { name }: Pick<EventStore, 'name'>): Promise<void> {
  const { elsewhere, events } = await logPlace(db);
  if (name === 'postgres' && elsewhere !== null)
    throw new Error(
      `The events of this portal are in an EventStoreDB (${elsewhere}): set EVENTSTORE_URL to it, or bring them back with make migrate-eventstore INDIETRO=1.`,
    );
  if (name === 'eventstoredb' && elsewhere === null && events > 0)
    throw new Error(
      `The ${events} events of this portal are in PostgreSQL: make migrate-eventstore copies them to the EventStoreDB of EVENTSTORE_URL.`,
    );
}
