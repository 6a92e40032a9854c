import { randomUUID } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import pino from 'pino';
import type { JsonObject, NewEvent, StoredEvent } from '#contracts/core/events.ts';
import type { EventStore } from '#contracts/ports/event-store.ts';
import { applicaLotto, type ContestoLotto } from './batch.ts';
import { apriDatabase, SCHEMA_LETTURE, type LettureDatabase } from '../database.ts';
import { conFirma, prepara } from './preparation.ts';
import type { Projection } from './projection.ts';

export const muto = pino({ level: 'silent' });

export interface Particolari {
  utente?: string;
  /** ISO instant. */
  at?: string;
  motivo?: string;
}

export function nuovoEvento(type: string, data: JsonObject, { utente = 'mario', at = '2026-03-01T08:00:00.000Z', motivo }: Particolari = {}): NewEvent {
  const metadata = { eventId: randomUUID(), commandId: randomUUID(), correlationId: randomUUID(), utente, groupID: 2, at, origine: 'api' };
  return { type, data, metadata: { ...metadata, ...(motivo ? { motivo } : {}) } };
}

/** Appends one fact; its position. */
export async function registra(store: EventStore, stream: string, type: string, data: JsonObject, particolari?: Particolari): Promise<string> {
  const { position } = await store.append(stream, [nuovoEvento(type, data, particolari)], 'any');
  return position;
}

/** Everything in the log. */
export async function tutto(store: EventStore): Promise<StoredEvent[]> {
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

/** Read tables without a runner: the spec says which events make a batch. */
export async function tabelleDiProva(url: string, projections: readonly Projection[]) {
  const { db } = apriDatabase<LettureDatabase>({ url, max: 3 });
  const preparate = await conFirma(projections);
  await prepara(db, SCHEMA_LETTURE, preparate);
  const contesto: ContestoLotto = { db, preparate, log: muto, controScambi: true };
  let dopo: string | null = null;
  return {
    db,
    async applica(events: readonly StoredEvent[]): Promise<void> {
      if (events.length === 0) return;
      await applicaLotto(contesto, { corsia: 'attiva', dopo, events });
      dopo = events.at(-1)?.position ?? dopo;
    },
    /** What is in the log and not in the tables yet, as one batch. */
    async aggiorna(store: EventStore): Promise<void> {
      await this.applica((await tutto(store)).filter((e) => e.position > (dopo ?? '')));
    },
  };
}

/** Not idempotent on purpose: an event applied twice, or left out, shows. */
export function contatore(nome: string, { tipi = 'tutti', guasto }: { tipi?: readonly string[] | 'tutti'; guasto?: (event: StoredEvent) => void } = {}): Projection {
  return {
    nome,
    tabelle: [nome],
    eventi: tipi,
    async crea(db) {
      await sql`create table ${sql.table(nome)} (tipo text primary key, quanti integer not null)`.execute(db);
    },
    async applica(tx, events) {
      for (const event of events) {
        await sql`insert into ${sql.table(nome)} (tipo, quanti) values (${event.type}, 1)
          on conflict (tipo) do update set quanti = ${sql.table(nome)}.quanti + 1`.execute(tx);
        guasto?.(event);
      }
    },
  };
}

export async function conteggio(db: Kysely<LettureDatabase>, nome: string): Promise<number> {
  const { rows } = await sql<{ quanti: number }>`select coalesce(sum(quanti), 0)::integer as quanti from ${sql.table(nome)}`.execute(db);
  return rows[0]?.quanti ?? 0;
}
