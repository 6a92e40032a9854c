import { holdStream, type News } from './live-stream.ts';

/** Message from the tab that holds the connection to the other tabs of the browser. */
type Message = { news: News } | { position: string } | { ended: true };

interface TabsOptions {
  token: string;
  tell(news: News): void;
  /** Called in every tab when the session has ended. */
  ended(): void;
  online(): Promise<void>;
}

/**
 * Hears the news in this tab until the returned function is called. Of all tabs with the same session, the one that holds a lock has the
 * connection. The others hear it through a channel, and one of them takes over when that tab closes.
 */
export function hearNews({ token, tell, ended, online }: TabsOptions): () => void {
  const name = `strato.novita.${token.slice(0, 12)}`;
  const stop = new AbortController();
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(name);
  let after: string | undefined;
  channel?.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if ('news' in data) tell(data.news);
    else if ('position' in data) after = data.position;
    else ended();
  });
  const hold = async (): Promise<void> => {
    const end = await holdStream(
      {
        fetch: (...args) => fetch(...args),
        token,
        after,
        tell(news) {
          tell(news);
          channel?.postMessage({ news } satisfies Message);
        },
        position(id) {
          channel?.postMessage({ position: id } satisfies Message);
        },
        online,
      },
      stop.signal,
    );
    if (end === 'aborted') return;
    channel?.postMessage({ ended: true } satisfies Message);
    ended();
  };
  // outside a secure context there are no locks: each tab holds a connection then
  const lock = 'locks' in navigator ? navigator.locks.request(name, { signal: stop.signal }, hold) : hold();
  lock.catch(() => undefined);
  return () => {
    stop.abort();
    channel?.close();
  };
}
