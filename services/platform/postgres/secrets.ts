import { randomBytes, randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * A secret of this installation, made once and kept in `DATI_DIR/segreti/NOME`, readable by its owner
 * alone. Two processes that ask for a new one at the same moment get the same.
 */
export async function localSecret(dataDir: string, name: string): Promise<string> {
  const folder = join(dataDir, 'segreti');
  const path = join(folder, name);
  const kept = await readFile(path, 'utf8').catch(() => null);
  if (kept) return kept.trim();
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const draft = join(folder, `.${name}.${randomUUID()}`);
  await writeFile(draft, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600 });
  try {
    // appears whole or not at all, and never in place of another's
    await link(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(draft, { force: true });
  }
  return (await readFile(path, 'utf8')).trim();
}
