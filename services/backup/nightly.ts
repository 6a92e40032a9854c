import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { SavedBackup } from '#contracts/ports/backups.ts';
import { keysOf } from './archive/read-archive.ts';
import { backup, type BackupDone, type Source } from './backup.ts';
import { prune } from './prune.ts';
import { PATIENCE_MS } from './under-way.ts';

/** The folder of the backups is not there: a share that is not mounted must not be made anew beside its place. */
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

/** The backup of a night, into the folder that holds them; then those go that are no longer kept. */
export async function nightly({ source, folder, passphrase, progress = () => {} }: Nightly): Promise<SavedBackup> {
  if (!(await stat(folder).catch(() => null))?.isDirectory()) throw new BackupFolderMissing(folder);
  const after = { tolti: 0, avviso: null as string | null };
  const done = await backup(source, {
    target: folder,
    passphrase,
    patience: PATIENCE_MS,
    progress,
    // still alone in the folder
    async afterwards() {
      progress('older ones');
      try {
        after.tolti = (await prune({ folder, keys: keysOf(passphrase) })).backups;
      } catch (error) {
        // what was saved is whole all the same
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
