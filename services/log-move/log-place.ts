import { sql, type QueryExecutorProvider } from 'kysely';
import type { EventStore } from '#contracts/ports/event-store.ts';

/** The tables of the write side, whatever their types. */
interface Tables extends QueryExecutorProvider {
  transaction(): { execute(work: (tx: QueryExecutorProvider) => Promise<void>): Promise<void> };
}

/** Place of a portal's events, kept in the tables of the write side, which outlive both logs. */
export interface LogPlace {
  /** The EventStoreDB that they were moved to, and when; `null`: they are in PostgreSQL. */
  elsewhere: string | null;
  /** Events in PostgreSQL: all of them, or those of before the move. */
  events: number;
}

export async function logPlace(db: QueryExecutorProvider): Promise<LogPlace> {
  const { rows } = await sql<LogPlace>`select altrove as elsewhere, position::float8 as events from public.eventi_testa`.execute(db);
  return rows[0] ?? { elsewhere: null, events: 0 };
}

/** From here on PostgreSQL takes no event any more, whoever still writes there; `null`: it takes them again. */
export async function setLogPlace(tx: QueryExecutorProvider, elsewhere: string | null): Promise<void> {
  await sql`select public.registro_altrove(${elsewhere})`.execute(tx);
}

/** Holds the lock under which events are appended until the transaction ends. */
export async function holdAppends(tx: QueryExecutorProvider): Promise<void> {
  await sql`select public.registro_fermo()`.execute(tx);
}

/** Lets PostgreSQL take events that come back, before `setLogPlace` notes that they did. */
export async function reopenLog(db: QueryExecutorProvider): Promise<void> {
  await sql`select public.registro_riapri()`.execute(db);
}

/** A portal that began in an EventStoreDB, or was restored into one, has its events there from the first start on. */
export async function noteLogPlace(db: Tables, { name }: Pick<EventStore, 'name'>, url: string | undefined): Promise<void> {
  if (name !== 'eventstoredb' || url === undefined || (await logPlace(db)).elsewhere !== null) return;
  await db.transaction().execute(async (tx) => {
    // parts of one portal that start together note it once
    await holdAppends(tx);
    if ((await logPlace(tx)).elsewhere === null) await setLogPlace(tx, placeText(url));
  });
}

/** The host, or the hosts of a cluster's nodes, of an address; without what signs in there. */
export const hostsOf = (url: string): string => /^[^:]+:\/\/(?:[^/?]*@)?([^/?]*)/.exec(url)?.[1] ?? '';
/** As the tables of the write side know where the events are. */
export const placeText = (url: string): string => `${hostsOf(url)}, ${new Date().toISOString()}`;

/** Throws where the portal would begin another log beside the one that it has. */
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
