import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** A temporary file older than this belongs to nobody: an upload that a crash cut off. */
const DIMENTICATO = 24 * 3_600_000;

/** Makes the folder of temporary files, or takes the forgotten ones out of it. */
export async function spazza(cartella: string): Promise<void> {
  await mkdir(cartella, { recursive: true });
  for (const nome of await readdir(cartella)) {
    const file = join(cartella, nome);
    const stato = await stat(file).catch(() => null);
    if (stato && Date.now() - stato.mtimeMs > DIMENTICATO) await rm(file, { force: true });
  }
}
