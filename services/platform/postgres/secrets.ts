import { randomBytes, randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Returns a secret of this installation, stored in `DATI_DIR/segreti/NAME` with mode 600. Creates it at the first call; concurrent calls,
 * also of other processes, return the same secret.
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
    // `link` makes the complete file appear at once, and fails if another process has created it meanwhile
    await link(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(draft, { force: true });
  }
  return (await readFile(path, 'utf8')).trim();
}
