import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import { tableOf, UnreadableFile, type Table } from './tables.ts';

const THREAD = new URL('../threads/read-workbook.ts', import.meta.url);
const LIMITS = { memoryMb: 768, seconds: 60 };

const said = z.union([
  z.object({ outcome: z.array(z.object({ name: z.string(), rows: z.array(z.array(z.union([z.string(), z.number(), z.null()]))) })) }),
  z.object({ failed: z.string() }),
]);

/** Every sheet with something in it. The library that reads it has a thread, a time and a memory of its own. Throws `UnreadableFile`. */
export async function readWorkbook(file: string, { memoryMb, seconds } = LIMITS): Promise<Table[]> {
  const worker = new Worker(THREAD, { workerData: { file }, resourceLimits: { maxOldGenerationSizeMb: memoryMb } });
  try {
    const text = await new Promise<unknown>((resolve, reject) => {
      const late = setTimeout(() => reject(new UnreadableFile(`Il file non si legge in ${seconds} secondi.`)), seconds * 1000);
      worker.once('message', resolve);
      worker.once('error', () => reject(new UnreadableFile('Il file è troppo grande o non si legge.')));
      worker.once('exit', () => reject(new UnreadableFile('Il file non si legge.')));
      worker.once('exit', () => clearTimeout(late));
    });
    const read = said.parse(JSON.parse(String(text)));
    if ('failed' in read) throw new UnreadableFile('Il file non è un foglio di calcolo che si possa leggere.');
    return read.outcome.flatMap(({ name, rows }) => tableOf(name, rows) ?? []);
  } finally {
    await worker.terminate();
  }
}
