import type { StoredEvent } from '#contracts/core/events.ts';
import type { ReadableLog } from '#contracts/ports/event-store.ts';
import { reaches } from './log-shorter.ts';

/** Reads the events after position `after` up to position `until`, in batches. Throws `LogShorter` if the log ends before `until`. */
export async function* readUntil(store: ReadableLog, after: string | null, until: string | null): AsyncGenerator<readonly StoredEvent[]> {
  if (until === null || until <= (after ?? '')) return;
  await reaches(store, until);
  const stop = new AbortController();
  try {
    for await (const events of store.readAll(after, stop.signal)) {
      yield events.filter((event) => event.position <= until);
      if ((events.at(-1)?.position ?? '') >= until) return;
    }
  } finally {
    stop.abort();
  }
}
