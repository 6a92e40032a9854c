import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { SavedBackup } from '#contracts/ports/backups.ts';
import { keysOf } from './archive/read-archive.ts';
import { backup, type BackupDone, type Source } from './backup.ts';
import { prune } from './prune.ts';
import { PATIENCE_MS } from './backup-in-progress.ts';

/** Error for a missing backup folder. The folder is not created, since the share is probably not mounted. */
export class BackupFolderMissing extends Error {
  constructor(folder: string) {
    super(`${folder} is no folder: is the share of the backups mounted? BACKUP_DIR must be there. Nothing was saved.`);
    this.name = 'BackupFolderMissing';
  }
}

interface Nightly {
  source: Source;
  folder: string;
  passphrase: string | null;
  progress?(said: string): void;
}

/** Makes the nightly backup in the backup folder, then deletes outdated backups. Throws `BackupFolderMissing`. */
export async function nightly({ source, folder, passphrase, progress = () => {} }: Nightly): Promise<SavedBackup> {
  if (!(await stat(folder).catch(() => null))?.isDirectory()) throw new BackupFolderMissing(folder);
  const after = { tolti: 0, avviso: null as string | null };
  const done = await backup(source, {
    target: folder,
    passphrase,
    patience: PATIENCE_MS,
    progress,
    // the backup lock is still held, so no other backup writes to the folder
    async afterwards() {
      progress('older ones');
      try {
        after.tolti = (await prune({ folder, keys: keysOf(passphrase) })).backups;
      } catch (error) {
        // a failure to delete old backups does not make the new backup invalid
        console.error(error);
        after.avviso = 'Uno dei salvataggi più vecchi non si legge: finché è lì nessun file vecchio viene tolto dalla cartella.';
      }
    },
  });
  return { ...savedOf(done), ...after, cifrato: passphrase !== null };
}

/** Returns the data of a backup that are stored with its job. */
export function savedOf({ file, bytes, manifest: { moment, files } }: BackupDone): Omit<SavedBackup, 'tolti' | 'avviso' | 'cifrato'> {
  return {
    file: basename(file),
    byte: bytes,
    momento: moment.at,
    eventi: moment.events,
    documenti: files.count,
    byteDocumenti: files.bytes,
    mancanti: files.missing,
    esempi: files.examples,
  };
}
