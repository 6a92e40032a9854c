import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import type { WriteDatabase } from '../postgres/write-tables.ts';
import type { KeptCheckpoint } from './kept.ts';

/** Returns the folder of the portal's checkpoints. */
export const checkpointFolder = (dataDir: string): string => join(dataDir, 'sigilli');

/** Returns the file name of a checkpoint: the tree's size, then the epoch unless it is the first. */
function fileName({ origine, dimensione }: Pick<KeptCheckpoint, 'origine' | 'dimensione'>): string {
  const epoch = origine.split('/')[2];
  return epoch === undefined ? `${dimensione}.txt` : `${dimensione}-${epoch}.txt`;
}

/** Writes a text file atomically: the file appears complete or not at all. Resolves once the content is flushed to disk. */
export async function writeWhole(path: string, text: string, mode = 0o644): Promise<void> {
  const draft = `${path}.${randomUUID()}.tmp`;
  const file = await open(draft, 'wx', mode);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, path);
}

export async function writeCheckpointFile(
  dataDir: string,
  checkpoint: Pick<KeptCheckpoint, 'origine' | 'dimensione' | 'testo'>,
): Promise<void> {
  await mkdir(checkpointFolder(dataDir), { recursive: true, mode: 0o755 });
  await writeWhole(join(checkpointFolder(dataDir), fileName(checkpoint)), checkpoint.testo);
}

/** Writes the missing checkpoint files, for example after a crash or in a restored portal. Returns their number. */
export async function completeFiles(dataDir: string, db: Kysely<WriteDatabase>): Promise<number> {
  const there = new Set(await readdir(checkpointFolder(dataDir)).catch(() => []));
  const kept = await db.selectFrom('sigilli').select(['origine', 'dimensione']).orderBy('id').execute();
  const missing = kept.filter((one) => !there.has(fileName(one)));
  for (const { origine, dimensione } of missing) {
    const [{ testo }] = await db
      .selectFrom('sigilli')
      .select('testo')
      .where('origine', '=', origine)
      .where('dimensione', '=', dimensione)
      .orderBy('id', 'desc')
      .execute()
      .then((rows) => [rows[0]!] as const);
    await writeCheckpointFile(dataDir, { origine, dimensione, testo });
  }
  return missing.length;
}
