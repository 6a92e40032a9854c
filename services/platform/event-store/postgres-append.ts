import { setImmediate as nextTurn } from 'node:timers/promises';
import { StoreUnavailable, VersionConflict, type Append, type AppendResult } from '#contracts/ports/event-store.ts';
import { reusedIds } from './checks.ts';
import type { RunQuery } from './postgres-queries.ts';
import type { Recent } from './postgres-recent.ts';
import { positionFromText } from './postgres-rows.ts';

interface Waiting extends Append {
  resolve(result: AppendResult): void;
  reject(error: unknown): void;
}

interface Row {
  esito: 'scritto' | 'ripetuto' | 'conflitto' | 'riusato';
  versione: number;
  ultima: string | null;
}

// functions of migrations 0001-eventi and 0045-flussi-ripetuti; the statement has a name, so that PostgreSQL plans it once per connection
const APPEND = {
  name: 'eventi_aggiungi',
  text: 'select esito, versione, ultima::text from public.eventi_aggiungi($1::text[], $2::int[], $3::int[], $4::int[], $5::int[], $6::uuid[], $7::text[], $8::jsonb[], $9::jsonb[])',
};
/** Largest number of events that appends of several callers write in one transaction. */
const TOGETHER = 500;

function values(requests: readonly Append[]): unknown[] {
  const events = requests.flatMap((r, i) => r.events.map((event, n) => ({ ...event, di: i + 1, n: n + 1 })));
  return [
    requests.map((r) => r.stream),
    requests.map(({ expected }) => (expected === 'any' ? null : expected === 'none' ? 0 : expected)),
    requests.map((r) => r.events.length),
    events.map((e) => e.di),
    events.map((e) => e.n),
    events.map((e) => e.metadata.eventId),
    events.map((e) => e.type),
    events.map((e) => JSON.stringify(e.data)),
    events.map((e) => JSON.stringify(e.metadata)),
  ];
}

function answer({ stream, events, expected, resolve, reject }: Waiting, { esito, versione, ultima }: Row, recent: Recent): void {
  if (esito === 'conflitto') return reject(new VersionConflict(stream, expected, versione));
  if (esito === 'riusato' || ultima === null) return reject(reusedIds(stream));
  const written = { version: versione, position: positionFromText(ultima) };
  if (esito === 'scritto') recent.add(stream, events, written);
  resolve(written);
}

/**
 * Removes from the queue the appends for the next transaction. Stops before an append that repeats an event id of the others, since it must
 * find that event recorded.
 */
function next(queue: Waiting[]): Waiting[] {
  const ids = new Set<string>();
  const repeats = ({ events }: Waiting): boolean => events.some(({ metadata }) => ids.has(metadata.eventId.toLowerCase()));
  let count = 0;
  for (const request of queue) {
    if (count > 0 && (ids.size + request.events.length > TOGETHER || repeats(request))) break;
    for (const { metadata } of request.events) ids.add(metadata.eventId.toLowerCase());
    count += 1;
  }
  return queue.splice(0, count);
}

/**
 * Creates the append function. Appends that arrive while a transaction runs share the next one. The lock on the log serialises appends
 * anyway (migration 0001-eventi), so they also share one flush to disk.
 */
export function appendPostgres(ask: RunQuery, recent: Recent): (request: Append) => Promise<AppendResult> {
  const queue: Waiting[] = [];
  let active = false;

  async function write(together: Waiting[]): Promise<void> {
    const endAppend = recent.begin();
    try {
      const rows = await ask<Row>({ ...APPEND, values: values(together) });
      together.forEach((request, i) => answer(request, rows[i]!, recent));
    } catch (error) {
      if (together.length === 1 || error instanceof StoreUnavailable) return together.forEach((request) => request.reject(error));
      // one of the appends cannot be stored, so each is written by itself and only that one fails
      for (const request of together) await write([request]);
    } finally {
      endAppend();
    }
  }

  async function empty(): Promise<void> {
    if (active) return;
    active = true;
    while (queue.length) {
      // after a turn of the event loop, the batch also holds the appends of callers that were just answered
      await nextTurn();
      await write(next(queue));
    }
    active = false;
  }

  return (request) =>
    new Promise((resolve, reject) => {
      queue.push({ ...request, resolve, reject });
      void empty();
    });
}
