import type { Request, Response } from 'express';
import { setImmediate as immediate, setTimeout as pause } from 'node:timers/promises';

/** Bytes of a refused body that are still read, and the milliseconds for it, while the client reads the response. */
const LINGER = { bytes: 8 * 1_048_576, ms: 2000 };

/**
 * Answers a request whose body is still arriving. The response is sent at once and the connection closed after `LINGER`. Closing at once
 * would reset the connection, and the client would lose the response.
 */
export async function answerEarly(req: Request, res: Response, text: string): Promise<void> {
  res.set({ Connection: 'close', 'Content-Length': String(Buffer.byteLength(text)) });
  res.write(text);
  let bytesRead = 0;
  await Promise.race([
    pause(LINGER.ms, undefined, { ref: false }),
    new Promise<void>((resolve) => {
      req.on('data', (chunk: Buffer) => {
        bytesRead += chunk.length;
        if (bytesRead > LINGER.bytes) resolve();
      });
      req
        .once('end', resolve)
        .once('close', resolve)
        .once('error', () => resolve());
      req.resume();
    }),
  ]);
  req.pause();
  res.end();
}

export const hasBody = ({ headers }: Request): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Returns whether a part of the body has still to arrive. Waits one turn of the event loop for a body that came with the headers. */
export async function stillComing(req: Request): Promise<boolean> {
  if (!hasBody(req) || req.complete) return false;
  await immediate();
  return !req.complete && !req.destroyed;
}
