/** A completed backup, as stored with its job. */
export interface SavedBackup {
  /** Name of the file in BACKUP_DIR. */
  file: string;
  /** Size of that file in bytes; documents are stored separately. */
  byte: number;
  /** ISO instant of the state that was saved. */
  momento: string;
  eventi: number;
  documenti: number;
  byteDocumenti: number;
  /** Number of documents that the log names and the archive did not have; `esempi` has the paths of some. */
  mancanti: number;
  esempi: string[];
  /** Number of older backups that were deleted. */
  tolti: number;
  /** Warning about faults in earlier backups. */
  avviso: string | null;
  cifrato: boolean;
}

/** A restore test, compared with the running portal. */
export interface RestoreTried {
  riuscita: boolean;
  /** ISO instant of the state that was compared. */
  momento: string;
  eventi: number;
  tabelle: number;
  documenti: number;
  /** Names of tables that differ after the restore, or were not compared. */
  diversi: string[];
}

export interface BackupRun {
  signal: AbortSignal;
  progress(said: string): void;
}

/** Backup functions for jobs. */
export interface Backups {
  save(run: BackupRun): Promise<SavedBackup>;
  tryRestore(run: BackupRun): Promise<RestoreTried>;
}

/** Failure of a backup or restore test; the message is a sentence for the administrators of the portal. */
export class BackupFailed extends Error {
  constructor(sentence: string, options?: ErrorOptions) {
    super(sentence, options);
    this.name = 'BackupFailed';
  }
}
