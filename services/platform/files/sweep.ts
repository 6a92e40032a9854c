import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** A temporary file older than this belongs to nobody: an upload that a crash cut off. */
const FORGOTTEN = 24 * 3_600_000;

/** Makes the folder of temporary files, or takes the forgotten ones out of it. */
export async function sweep(folder: string, olderThan = FORGOTTEN): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const name of await readdir(folder)) {
    const file = join(folder, name);
    const state = await stat(file).catch(() => null);
    if (state?.isFile() && Date.now() - state.mtimeMs > olderThan) await rm(file, { force: true });
  }
}
