import { randomUUID } from 'node:crypto';
import { vi } from 'vitest';
import type { JsonObject, NewEvent, StoredEvent } from '#contracts/core/events.ts';
import type { EventStore } from '#contracts/ports/event-store.ts';

/** A store under test. */
export interface Banco {
  store: EventStore;
  /** Another handle on the same log, as another process would have. */
  secondo: EventStore;
  /** Nobody else has ever written to this log. */
  nuovo: boolean;
  /** Makes the store go away and come back; absent where that means nothing. */
  assenza?: { spegni(): Promise<void>; riaccendi(): Promise<void> };
  chiudi(): Promise<void>;
}

export function fatto(data: JsonObject = {}, eventId: string = randomUUID()): NewEvent {
  const metadata = { eventId, commandId: randomUUID(), correlationId: randomUUID(), utente: 'prova', groupID: 2, at: '2026-01-15T08:00:00.000Z', origine: 'api' };
  return { type: 'FattoDiProva.v1', data, metadata };
}

export const fatti = (quanti: number): NewEvent[] => Array.from({ length: quanti }, (_, n) => fatto({ n }));

export const nuovoStream = (): string => `prova-${randomUUID()}`;

export interface Lettore {
  eventi: StoredEvent[];
  lotti: number[];
  /** Waits until it has read so many. */
  attendi(quanti: number): Promise<void>;
  /** Aborts, and waits for the iteration to end. */
  ferma(): Promise<void>;
}

/** Follows the log in the background. An error of the iteration comes out of `attendi` and `ferma`. */
export function lettore(store: EventStore, after: string | null, accetta: (event: StoredEvent) => boolean = () => true): Lettore {
  const stop = new AbortController();
  const eventi: StoredEvent[] = [];
  const lotti: number[] = [];
  let errore: unknown;
  const fine = (async () => {
    for await (const lotto of store.readAll(after, stop.signal)) {
      lotti.push(lotto.length);
      eventi.push(...lotto.filter(accetta));
    }
  })().catch((error: unknown) => {
    errore = error;
  });
  return {
    eventi,
    lotti,
    attendi: (quanti) =>
      vi.waitFor(
        () => {
          if (errore) return;
          if (eventi.length < quanti) throw new Error(`${eventi.length} of ${quanti} events read`);
        },
        { timeout: 40_000, interval: 10 },
      ).then(() => {
        if (errore) throw errore;
      }),
    async ferma() {
      stop.abort();
      await fine;
      if (errore) throw errore;
    },
  };
}
