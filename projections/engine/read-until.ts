import type { StoredEvent } from '#contracts/core/events.ts';
import type { EventStore } from '#contracts/ports/event-store.ts';

/** The events after `dopo` up to `fino`, both positions of the log, in batches; then it ends. */
export async function* leggiFino(store: EventStore, dopo: string | null, fino: string | null): AsyncGenerator<readonly StoredEvent[]> {
  if (fino === null || fino <= (dopo ?? '')) return;
  const stop = new AbortController();
  try {
    for await (const events of store.readAll(dopo, stop.signal)) {
      yield events.filter((event) => event.position <= fino);
      if ((events.at(-1)?.position ?? '') >= fino) return;
    }
  } finally {
    stop.abort();
  }
}
