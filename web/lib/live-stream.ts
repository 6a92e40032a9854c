import { STREAM_EVENTS, type LiveChange, type Presence } from '#contracts/core/live-changes.ts';
import { streamParser } from '#contracts/modules/novita/stream-parser.ts';

/** News of the portal, as a tab hears it. */
export type News =
  | { kind: 'change'; change: LiveChange }
  | { kind: 'presence'; presence: Presence }
  /** Changes are missing: what is shown may be stale. */
  | { kind: 'restart' }
  /** The stream has begun, or was cut. */
  | { kind: 'open' }
  | { kind: 'cut' };

/** Milliseconds without a sign of life after which the stream counts as cut; the portal gives one each 20 s. */
const SILENCE_MS = 45_000;
const FIRST_PAUSE_MS = 1000;
const MAX_PAUSE_MS = 30_000;

interface StreamOptions {
  fetch: typeof fetch;
  token: string;
  /** Position behind which the stream goes on, where the browser has heard up to there. */
  after: string | undefined;
  tell(news: News): void;
  position(id: string): void;
  /** Resolves when the portal can be reached. */
  online(): Promise<void>;
}

/** Holds a stream of `GET api/eventi` until `signal` aborts, through cuts and restarts. Resolves to `ended` when the session has ended. */
export async function holdStream(options: StreamOptions, signal: AbortSignal): Promise<'ended' | 'aborted'> {
  let { after } = options;
  let failures = 0;
  let retryMs: number | undefined;
  while (!signal.aborted) {
    await options.online();
    const cut = new AbortController();
    let watchdog = setTimeout(() => cut.abort(), SILENCE_MS);
    const feed = streamParser({
      event: ({ name, data }) => {
        const news = newsOf(name, data);
        if (news) options.tell(news);
      },
      position: (id) => options.position((after = id)),
      retry: (ms) => (retryMs = ms),
    });
    let retryAfterMs: number | undefined;
    try {
      const answer = await options.fetch('/api/eventi', {
        headers: { Authorization: `Bearer ${options.token}`, Accept: 'text/event-stream', ...(after ? { 'Last-Event-ID': after } : {}) },
        cache: 'no-store',
        signal: AbortSignal.any([signal, cut.signal]),
      });
      if (answer.status === 401) return 'ended';
      if (answer.ok && answer.body) {
        options.tell({ kind: 'open' });
        const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
        for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
          failures = 0;
          clearTimeout(watchdog);
          watchdog = setTimeout(() => cut.abort(), SILENCE_MS);
          feed(piece.value);
        }
      } else {
        retryAfterMs = Number(answer.headers.get('Retry-After')) * 1000;
        void answer.body?.cancel();
      }
    } catch {
      // cut: the next attempt goes on behind the last position
    } finally {
      clearTimeout(watchdog);
    }
    options.tell({ kind: 'cut' });
    const wait = Math.max(retryAfterMs ?? 0, retryMs ?? Math.min(FIRST_PAUSE_MS * 2 ** failures, MAX_PAUSE_MS));
    retryMs = undefined;
    failures += 1;
    await pause(wait, signal);
  }
  return 'aborted';
}

function newsOf(name: string, data: string): News | null {
  if (name === STREAM_EVENTS.restart) return { kind: 'restart' };
  if (name === STREAM_EVENTS.presence) return { kind: 'presence', presence: JSON.parse(data) as Presence };
  return name === 'message' ? { kind: 'change', change: JSON.parse(data) as LiveChange } : null;
}

/** Resolves after `ms`, or when `signal` aborts. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
