import { DOCUMENT_EVENTS } from '#contracts/core/documents.ts';
import { copiesOf } from '#contracts/core/erased.ts';
import { readUntil } from '#projections/engine/read-until.ts';
import { diskArchive } from '#services/platform/files/disk-archive.ts';
import type { Target } from './target.ts';

/** Deletes the files that the restored log records as erased; the backup may still have held their bytes. */
export async function eraseAgain({ store, folders }: Pick<Target, 'store' | 'folders'>): Promise<void> {
  const files = diskArchive({ folder: folders.archivio, maxBytes: 0 });
  for await (const events of readUntil(store, null, await store.head())) {
    for (const { type, data } of events) {
      if (type !== DOCUMENT_EVENTS.oscurato) continue;
      for (const { percorso, file_versione } of copiesOf(data)) await files.erase(percorso, file_versione);
    }
  }
}
