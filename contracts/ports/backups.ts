/** A backup that was made, as it is kept beside its job. */
export interface SavedBackup {
  /** Name of the file in BACKUP_DIR. */
  file: string;
  /** Bytes of that file; documents lie beside it. */
  byte: number;
  /** ISO instant of what was saved. */
  momento: string;
  eventi: number;
  documenti: number;
  byteDocumenti: number;
  /** Documents that the log tells of and the archive did not have, and the paths of some. */
  mancanti: number;
  esempi: string[];
  /** Older backups that were taken away. */
  tolti: number;
  /** What was wrong with those before it. */
  avviso: string | null;
  cifrato: boolean;
}

/** A restore that was tried elsewhere and compared with the living portal. */
export interface RestoreTried {
  riuscita: boolean;
  /** ISO instant that was compared. */
  momento: string;
  eventi: number;
  tabelle: number;
  documenti: number;
  /** Names of what came back otherwise, or was not compared. */
  diversi: string[];
}

export interface BackupRun {
  signal: AbortSignal;
  progress(said: string): void;
}

/** What jobs may ask for about backups. */
export interface Backups {
  save(run: BackupRun): Promise<SavedBackup>;
  tryRestore(run: BackupRun): Promise<RestoreTried>;
}

/** It did not succeed; the message is a sentence for the people who look after the portal. */
export class BackupFailed extends Error {
  constructor(sentence: string, options?: ErrorOptions) {
    super(sentence, options);
    this.name = 'BackupFailed';
  }
}
