import { setImmediate as nextTurn } from 'node:timers/promises';
import type { NewEvent } from '#contracts/core/events.ts';
import { StoreUnavailable, VersionConflict, type AppendResult, type ExpectedVersion } from '#contracts/ports/event-store.ts';
import { reusedIds } from './checks.ts';
import type { Question } from './postgres-queries.ts';
import type { Recent } from './postgres-recent.ts';
import { positionFromText } from './postgres-rows.ts';

interface Request {
  stream: string;
  events: readonly NewEvent[];
  expected: ExpectedVersion;
}

interface Waiting extends Request {
  resolve(result: AppendResult): void;
  reject(error: unknown): void;
}

interface Row {
  esito: 'scritto' | 'ripetuto' | 'conflitto' | 'riusato';
  versione: number;
  ultima: string | null;
}

// migration 0001-eventi; under a name, so that PostgreSQL plans it once per connection
const APPEND = {
  name: 'eventi_aggiungi',
  text: 'select esito, versione, ultima::text from public.eventi_aggiungi($1::text[], $2::int[], $3::int[], $4::int[], $5::int[], $6::uuid[], $7::text[], $8::jsonb[], $9::jsonb[])',
};
/** Events written at most in one transaction on behalf of several callers. */
const TOGETHER = 500;

function values(requests: readonly Request[]): unknown[] {
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

/** Takes from the queue what can be written together: up to a second append to the same stream. */
function next(queue: Waiting[]): Waiting[] {
  const streams = new Set<string>();
  let events = 0;
  for (const { stream, events: own } of queue) {
    events += own.length;
    if (streams.size && (events > TOGETHER || streams.has(stream))) break;
    streams.add(stream);
  }
  return queue.splice(0, streams.size);
}

/**
 * Appends, with what was asked meanwhile written in one transaction: appends wait for each other
 * anyway (migration 0001-eventi), so this way they share the wait for the disk too.
 */
export function appendPostgres(ask: Question, recent: Recent): (request: Request) => Promise<AppendResult> {
  const queue: Waiting[] = [];
  let active = false;

  async function write(together: Waiting[]): Promise<void> {
    const ended = recent.begin();
    try {
      const rows = await ask<Row>({ ...APPEND, values: values(together) });
      together.forEach((request, i) => answer(request, rows[i]!, recent));
    } catch (error) {
      if (together.length === 1 || error instanceof StoreUnavailable) return together.forEach((request) => request.reject(error));
      // one of them cannot be stored: the others must not pay for it
      for (const request of together) await write([request]);
    } finally {
      ended();
    }
  }

  async function empty(): Promise<void> {
    if (active) return;
    active = true;
    while (queue.length) {
      // those who were just answered, or ask in this same turn, come along
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
