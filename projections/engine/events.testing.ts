import { randomUUID } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import pino from 'pino';
import type { JsonObject, NewEvent, StoredEvent, Upcasts } from '#contracts/core/events.ts';
import type { EventStore } from '#contracts/ports/event-store.ts';
import { applyBatch, type Batch, type BatchContext } from './batch.ts';
import { openDatabase, READ_SCHEMA, type ReadDatabase } from '../database.ts';
import { instantsAfter, LOG_START } from './instants.ts';
import { withSignature, prepareTables } from './preparation.ts';
import type { Projection } from './projection.ts';

export const mute = pino({ level: 'silent' });

/** No upcasts: every event is read as stored. */
export const NO_UPCASTS: Upcasts = new Map();

export interface Details {
  utente?: string;
  /** ISO instant. */
  at?: string;
  motivo?: string;
}

export function newEvent(
  type: string,
  data: JsonObject,
  { utente = 'mario', at = '2026-03-01T08:00:00.000Z', motivo }: Details = {},
): NewEvent {
  const metadata = { eventId: randomUUID(), commandId: randomUUID(), correlationId: randomUUID(), utente, groupID: 2, at, origine: 'api' };
  return { type, data, metadata: { ...metadata, ...(motivo ? { motivo } : {}) } };
}

/** Appends one event and returns its position. */
export async function record(store: EventStore, stream: string, type: string, data: JsonObject, details?: Details): Promise<string> {
  const { position } = await store.append(stream, [newEvent(type, data, details)], 'any');
  return position;
}

/** Returns all events of the log. */
export async function everything(store: EventStore): Promise<StoredEvent[]> {
  const stop = new AbortController();
  const head = await store.head();
  const events: StoredEvent[] = [];
  if (head === null) return events;
  for await (const batch of store.readAll(null, stop.signal)) {
    events.push(...batch);
    if (events.at(-1)?.position === head) stop.abort();
  }
  return events;
}

/** Creates read tables without a runner, so that the spec decides which events form a batch. */
export async function testTables(url: string, projections: readonly Projection[], upcasts = NO_UPCASTS) {
  const { db, pool } = openDatabase<ReadDatabase>({ url, max: 3, pipeline: true });
  const signed = await withSignature(projections);
  await prepareTables(db, READ_SCHEMA, signed);
  const context: BatchContext = { db, pool, signed, upcasts, log: mute, againstSwaps: true };
  let after: string | null = null;
  let known: Batch['known'];
  return {
    db,
    async applyAll(events: readonly StoredEvent[]): Promise<void> {
      if (events.length === 0) return;
      ({ known } = await applyBatch(context, { lane: 'attiva', after, events, known }));
      after = events.at(-1)?.position ?? after;
    },
    /** Applies all events of the log that the tables do not have yet, as one batch. */
    async catchUp(store: EventStore): Promise<void> {
      const events = await instantsAfter(store, LOG_START).mark(await everything(store));
      await this.applyAll(events.filter((e) => e.position > (after ?? '')));
    },
  };
}

/** Defines a projection that counts events. It is deliberately not idempotent, so that an event applied twice or skipped is visible. */
export function counter(
  name: string,
  { types: kinds = 'all', fault }: { types?: readonly string[] | 'all'; fault?: (event: StoredEvent) => void } = {},
): Projection {
  return {
    name,
    tables: [name],
    events: kinds,
    async create(db) {
      await sql`create table ${sql.table(name)} (tipo text primary key, quanti integer not null)`.execute(db);
    },
    async apply(tx, events) {
      for (const event of events) {
        await tx.query(sql`insert into ${sql.table(name)} (tipo, quanti) values (${event.type}, 1)
          on conflict (tipo) do update set quanti = ${sql.table(name)}.quanti + 1`);
        fault?.(event);
      }
    },
  };
}

export async function count(db: Kysely<ReadDatabase>, name: string): Promise<number> {
  const { rows } = await sql<{ quanti: number }>`select coalesce(sum(quanti), 0)::integer as quanti from ${sql.table(name)}`.execute(db);
  return rows[0]?.quanti ?? 0;
}
