import type { Response } from 'express';
import type { Identity } from '#contracts/core/permissions.ts';
import { STREAM_BEGUN } from '#services/platform/http/request-log.ts';
import { farewellFrame, restartFrame } from './frame.ts';

/** Milliseconds that a client may leave sent data unread before the connection is closed. */
const UNREAD_MS = 60_000;

/** Response of `GET api/eventi` that stays open. */
export interface OpenStream {
  /** Hash of the session's token. */
  readonly session: string;
  readonly identity: Identity;
  /** Position up to which changes were sent to the client. */
  position: string;
  /** False while past changes are sent to a client that connected again. */
  live: boolean;
  /** Signal that is aborted when the client disconnects or the stream ends. */
  readonly signal: AbortSignal;
  /**
   * Sends a text that covers all changes up to `position`. If the client does not read, the text is dropped; the client is told to read
   * everything again once it reads.
   */
  send(text: string, position: string): void;
  /** Resolves when the client has read the sent data or has disconnected. */
  drained(): Promise<void>;
  /** Ends the stream. The reason `stopping` tells the client to connect again soon. */
  end(reason?: 'stopping'): void;
}

const HEADERS = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  // no-transform prevents compression by the portal and by proxies, which would hold events back
  'Cache-Control': 'no-store, no-transform',
  // nginx buffers a response without this header
  'X-Accel-Buffering': 'no',
};

/** Sends the headers of the response and returns the open stream. */
export function openStream(res: Response, who: Pick<OpenStream, 'session' | 'identity' | 'position'>): OpenStream {
  res.writeHead(200, HEADERS);
  res.flushHeaders();
  res.emit(STREAM_BEGUN);
  const disconnect = new AbortController();
  let hasMissedChanges = false;
  let unread: NodeJS.Timeout | undefined;
  const stream: OpenStream = {
    ...who,
    live: false,
    signal: disconnect.signal,
    send(text, position) {
      stream.position = position;
      if (disconnect.signal.aborted) return;
      if (res.writableNeedDrain) hasMissedChanges = true;
      else if (text !== '' && !res.write(text)) unread = setTimeout(() => res.destroy(), UNREAD_MS).unref();
    },
    drained: () =>
      !res.writableNeedDrain
        ? Promise.resolve()
        : new Promise((resolve) => {
            res.once('drain', resolve);
            res.once('close', resolve);
          }),
    end(reason) {
      if (disconnect.signal.aborted) return;
      disconnect.abort();
      res.end(reason === 'stopping' ? farewellFrame : '');
    },
  };
  res.on('drain', () => {
    clearTimeout(unread);
    if (!hasMissedChanges) return;
    hasMissedChanges = false;
    stream.send(restartFrame(stream.position), stream.position);
  });
  res.once('close', () => {
    clearTimeout(unread);
    disconnect.abort();
  });
  return stream;
}
