import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import type { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';

type ContentTransform = Transform | ((source: AsyncIterable<Buffer>) => AsyncIterable<Buffer>);

/**
 * Streams a content into a new file and returns the number of bytes. Settles only after the file is closed, also on failure. A file that
 * was just being opened when its content failed can then be deleted.
 */
export async function writeNew(file: string, mode: number, content: Readable, step: ContentTransform): Promise<number> {
  const output = createWriteStream(file, { flags: 'wx', mode });
  try {
    await pipeline(content, step, output);
  } finally {
    if (!output.closed) await once(output, 'close');
  }
  return output.bytesWritten;
}
