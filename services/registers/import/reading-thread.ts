import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import { UnreadableFile } from './tables.ts';

export interface Limits {
  memoryMb: number;
  seconds: number;
}

const said = z.union([z.object({ outcome: z.unknown() }), z.object({ refused: z.string() })]);

/** What a thread that reads a file of somebody else says of it: it has a time and a memory of its own, and only text comes back. Throws `UnreadableFile`. */
export async function readInThread(thread: URL, order: object, { memoryMb, seconds }: Limits): Promise<unknown> {
  const worker = new Worker(thread, { workerData: order, resourceLimits: { maxOldGenerationSizeMb: memoryMb } });
  try {
    const text = await new Promise<unknown>((resolve, reject) => {
      const late = setTimeout(() => reject(new UnreadableFile(`Il file non si legge in ${seconds} secondi.`)), seconds * 1000);
      worker.once('message', resolve);
      worker.once('error', () => reject(new UnreadableFile('Il file è troppo grande o non si legge.')));
      worker.once('exit', () => reject(new UnreadableFile('Il file non si legge.')));
      worker.once('exit', () => clearTimeout(late));
    });
    const read = said.parse(JSON.parse(String(text)));
    if ('refused' in read) throw new UnreadableFile(read.refused);
    return read.outcome;
  } finally {
    await worker.terminate();
  }
}
