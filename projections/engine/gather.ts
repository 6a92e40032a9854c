import type { StoredEvent } from '#contracts/core/events.ts';

/** Milliseconds between the end of a batch and the start of the next one, as long as only background events follow. */
const GATHER_MS = 50;
/** Milliseconds after which gathering looks again whether somebody waits. */
const LOOK_AGAIN_MS = 10;
/** Number of events that are applied without waiting for more. */
const ENOUGH = 100;

type Batches = AsyncIterable<readonly StoredEvent[]>;

const afterPause = () => new Promise<null>((resolve) => setTimeout(resolve, LOOK_AGAIN_MS, null));

/** Tells whether nobody waits for this event: jobs and imports wait at their end, in `readModelWait`. */
const inBackground = ({ metadata: { origine } }: StoredEvent): boolean => origine === 'job' || origine === 'importazione';

/**
 * Joins batches that follow each other closely and that hold only events of jobs and imports, since a batch costs the read tables about as
 * much as its first twenty events. A person's event ends the gathering at once, and so does `awaited`, which tells whether a request waits
 * for the read tables. `read` gets a signal that ends with this generator.
 */
export async function* gatherBackground(
  read: (signal: AbortSignal) => Batches,
  { signal, awaited }: { signal: AbortSignal; awaited: () => boolean },
): Batches {
  const end = new AbortController();
  const reader = read(AbortSignal.any([signal, end.signal]))[Symbol.asyncIterator]();
  // a read that outlasted the gathering is the next batch; otherwise reading ahead would split what arrives during a batch
  let ahead: ReturnType<typeof reader.next> | undefined;
  let lastEnd = -Infinity;
  try {
    for (;;) {
      const first = await (ahead ?? reader.next());
      ahead = undefined;
      if (first.done) return;
      let events = first.value;
      while (events.length < ENOUGH && performance.now() < lastEnd + GATHER_MS && events.every(inBackground) && !awaited()) {
        ahead ??= reader.next();
        const more = await Promise.race([ahead, afterPause()]);
        if (more === null) continue;
        if (more.done) break;
        events = [...events, ...more.value];
        ahead = undefined;
      }
      // the error of a read is thrown when its batch is due
      ahead?.catch(() => {});
      yield events;
      lastEnd = performance.now();
    }
  } finally {
    end.abort();
  }
}
