import { randomUUID } from 'node:crypto';
import { vi } from 'vitest';
import type { JsonObject, NewEvent, StoredEvent } from '#contracts/core/events.ts';
import type { EventStore } from '#contracts/ports/event-store.ts';

/** A store under test. */
export interface Bench {
  store: EventStore;
  /** Another handle on the same log, as a second process would have. */
  second: EventStore;
  /** True if nobody else has ever written to this log. */
  fresh: boolean;
  /** Makes the store unreachable and reachable again; absent if the store cannot be unreachable. */
  outage?: { stop(): Promise<void>; restart(): Promise<void> };
  close(): Promise<void>;
}

export function fact(data: JsonObject = {}, eventId: string = randomUUID()): NewEvent {
  const metadata = {
    eventId,
    commandId: randomUUID(),
    correlationId: randomUUID(),
    utente: 'prova',
    groupID: 2,
    at: '2026-01-15T08:00:00.000Z',
    origine: 'api',
  };
  return { type: 'FattoDiProva.v1', data, metadata };
}

export const facts = (count: number): NewEvent[] => Array.from({ length: count }, (_, n) => fact({ n }));

export const freshStream = (): string => `prova-${randomUUID()}`;

export interface Reader {
  events: StoredEvent[];
  batches: number[];
  /** Resolves when `count` events have been read. */
  wait(count: number): Promise<void>;
  /** Aborts the read and waits for its end. */
  stop(): Promise<void>;
}

/** Follows the log in the background. `wait` and `stop` throw an error of the iteration. */
export function newReader(store: EventStore, after: string | null, accetta: (event: StoredEvent) => boolean = () => true): Reader {
  const stop = new AbortController();
  const events: StoredEvent[] = [];
  const batches: number[] = [];
  let failure: unknown;
  const end = (async () => {
    for await (const batch of store.readAll(after, stop.signal)) {
      batches.push(batch.length);
      events.push(...batch.filter(accetta));
    }
  })().catch((error: unknown) => {
    failure = error;
  });
  return {
    events,
    batches,
    wait: (count) =>
      vi
        .waitFor(
          () => {
            if (failure) return;
            if (events.length < count) throw new Error(`${events.length} of ${count} events read`);
          },
          { timeout: 40_000, interval: 10 },
        )
        .then(() => {
          if (failure) throw failure;
        }),
    async stop() {
      stop.abort();
      await end;
      if (failure) throw failure;
    },
  };
}
