import { writeWhole } from '#services/platform/checkpoints/files.ts';
import type { Snapshot } from './snapshot.ts';

/** Returns the path of the checkpoint that lies beside a backup. */
export const sealFile = (backup: string): string => `${backup}.sigillo`;

/** Writes the newest checkpoint of a snapshot beside its backup, so that the backup can be judged without being restored. */
export async function writeSealBeside(backup: string, snapshot: Pick<Snapshot, 'hasTable' | 'rows'>): Promise<void> {
  if (!(await snapshot.hasTable('public.sigilli'))) return;
  for await (const row of snapshot.rows('select testo from public.sigilli order by id desc limit 1'))
    await writeWhole(sealFile(backup), (JSON.parse(row) as { testo: string }).testo);
}
