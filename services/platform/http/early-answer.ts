import type { Request, Response } from 'express';
import { setImmediate as immediate, setTimeout as pause } from 'node:timers/promises';

/** So much of a refused body is still read, and for so long, while its sender takes note of the answer. */
const LINGER = { bytes: 8 * 1_048_576, ms: 2000 };

/**
 * An answer to a request whose body is still coming: sent at once, and the connection is closed
 * soon after. Closed at the same moment, the bytes under way would tear the answer from its reader.
 */
export async function answerEarly(req: Request, res: Response, text: string): Promise<void> {
  res.set({ Connection: 'close', 'Content-Length': String(Buffer.byteLength(text)) });
  res.write(text);
  let read = 0;
  await Promise.race([
    pause(LINGER.ms, undefined, { ref: false }),
    new Promise<void>((resolve) => {
      req.on('data', (chunk: Buffer) => {
        read += chunk.length;
        if (read > LINGER.bytes) resolve();
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

/** Whether the sender still has some of its body to send. What came together with the head is seen a moment later. */
export async function stillComing(req: Request): Promise<boolean> {
  if (!hasBody(req) || req.complete) return false;
  await immediate();
  return !req.complete && !req.destroyed;
}
