import { z } from 'zod';
import { readInThread } from './reading-thread.ts';
import { tableOf, type Table } from './tables.ts';

const THREAD = new URL('../../threads/read-workbook.ts', import.meta.url);
const LIMITS = { memoryMb: 768, seconds: 60 };

const sheets = z.array(z.object({ name: z.string(), rows: z.array(z.array(z.union([z.string(), z.number(), z.null()]))) }));

/** Every sheet with something in it. The library that reads it has a thread, a time and a memory of its own. Throws `UnreadableFile`. */
export async function readWorkbook(file: string, limits = LIMITS): Promise<Table[]> {
  return sheets.parse(await readInThread(THREAD, { file }, limits)).flatMap(({ name, rows }) => tableOf(name, rows) ?? []);
}
