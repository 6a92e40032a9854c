import type { Response } from 'express';
import type { Identity } from '#contracts/core/permissions.ts';
import { STREAM_BEGUN } from '#services/platform/http/request-log.ts';
import { farewellFrame, restartFrame } from './frame.ts';

/** Milliseconds that a client may leave the stream unread before it is cut off. */
const UNREAD_MS = 60_000;

/** An answer of `GET api/eventi` that stays open. */
export interface OpenStream {
  /** Hash of the session's token. */
  readonly session: string;
  readonly identity: Identity;
  /** Position up to which the client has been told. */
  position: string;
  /** False while past changes are sent to a client that connects again. */
  live: boolean;
  /** Aborted when the client has gone or the stream has ended. */
  readonly gone: AbortSignal;
  /** Sends a text that tells everything up to `position`. Of a client that does not read, only the fact that it missed something is kept. */
  send(text: string, position: string): void;
  /** Resolves when the client has read what was sent. */
  drained(): Promise<void>;
  /** Ends the stream; `stopping`: tells the client to connect again soon. */
  end(reason?: 'stopping'): void;
}

const HEADERS = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  // no-transform keeps the compression, ours and that of a proxy, away from the stream
  'Cache-Control': 'no-store, no-transform',
  // nginx buffers an answer without this header
  'X-Accel-Buffering': 'no',
};

/** Begins the answer of a stream. */
export function openStream(res: Response, who: Pick<OpenStream, 'session' | 'identity' | 'position'>): OpenStream {
  res.writeHead(200, HEADERS);
  res.flushHeaders();
  res.emit(STREAM_BEGUN);
  const gone = new AbortController();
  let missed = false;
  let unread: NodeJS.Timeout | undefined;
  const stream: OpenStream = {
    ...who,
    live: false,
    gone: gone.signal,
    send(text, position) {
      stream.position = position;
      if (gone.signal.aborted) return;
      if (res.writableNeedDrain) missed = true;
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
      if (gone.signal.aborted) return;
      gone.abort();
      res.end(reason === 'stopping' ? farewellFrame : '');
    },
  };
  res.on('drain', () => {
    clearTimeout(unread);
    if (!missed) return;
    missed = false;
    stream.send(restartFrame(stream.position), stream.position);
  });
  res.once('close', () => {
    clearTimeout(unread);
    gone.abort();
  });
  return stream;
}
