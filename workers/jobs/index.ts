import { backupWarning } from '#contracts/jobs/backup-warning.ts';
import { mailFault } from '#contracts/jobs/mail-fault.ts';
import { mailPassword } from '#contracts/jobs/mail-password.ts';
import type { Catalogue } from '#contracts/core/catalogue.ts';
import type { Backups } from '#contracts/ports/backups.ts';
import type { Dispatch } from '#contracts/ports/dispatch.ts';
import type { EventStore } from '#contracts/ports/event-store.ts';
import type { FileReading } from '#contracts/ports/file-reading.ts';
import type { Imports } from '#contracts/ports/imports.ts';
import type { ListReader } from '#contracts/ports/list-reader.ts';
import type { RightsForList, WriteList } from '#contracts/ports/list-writer.ts';
import type { Mailer } from '#contracts/ports/mailer.ts';
import type { ReferenceReader } from '#contracts/ports/reference-reader.ts';
import type { ReminderReader } from '#contracts/ports/reminder-reader.ts';
import type { WholeExit } from '#contracts/ports/whole-exit.ts';
import type { WriteZip } from '#contracts/ports/zip-writer.ts';
import type { Handlers } from '../engine/ready-jobs.ts';
import type { WriteIndex } from '#contracts/jobs/dossier-cantiere.ts';
import { contabilitaLavoratoriHandler } from './contabilita-lavoratori.handler.ts';
import { dossierCantiereHandler } from './dossier-cantiere.handler.ts';
import { esportaAllegatiHandler } from './esporta-allegati.handler.ts';
import { esportaElencoHandler } from './esporta-elenco.handler.ts';
import { esportaTuttoHandler } from './esporta-tutto.handler.ts';
import { makeImportHandler, tryImportHandler, undoImportHandler } from './importa.handler.ts';
import { mailCantiereHandler } from './mail-cantiere.handler.ts';
import { noticeHandler } from './notice.handler.ts';
import { promemoriaHandler } from './promemoria.handler.ts';
import { rebuildTablesHandler } from './rebuild-tables.handler.ts';
import { rinominaVoceHandler } from './rinomina-voce.handler.ts';
import { restoreTestHandler, nightlyBackupHandler } from './nightly-backup.handler.ts';

/** Tools that handlers may need. */
export interface Tools {
  catalogue: Catalogue;
  zip: WriteZip;
  /** Writes the page that lists the contents of a dossier. */
  writeIndex: WriteIndex;
  lists: ListReader;
  /** Writes a list in a thread of its own, so that requests are not delayed. */
  writeList: WriteList;
  rightsForList: RightsForList;
  /** Exports all data in one job. */
  whole: WholeExit;
  references: ReferenceReader;
  /** Sends commands of jobs, as requests do. */
  dispatch: Dispatch;
  /** Log that keeps the progress of mails. */
  store: EventStore;
  mailer: Mailer;
  reminders: ReminderReader;
  /** Rebuilds every read table from the log; `progress` is called with 0 to 100. */
  rebuild(progress: (percent: number) => void, signal: AbortSignal): Promise<unknown>;
  backups: Backups;
  imports: Imports;
  /** Limits how many files from outside are read at once. */
  reading: Pick<FileReading, 'turn'>;
  resultsFolder: string;
  log?: { error(data: object, text: string): void };
}

/** Handler of each kind of job, for the program that starts the workers. */
export const HANDLERS: Handlers<Tools> = {
  'esporta-allegati': esportaAllegatiHandler,
  'dossier-cantiere': dossierCantiereHandler,
  'esporta-elenco': esportaElencoHandler,
  'esporta-tutto': esportaTuttoHandler,
  'mail-cantiere': mailCantiereHandler,
  'mail-guasto': (tools) => noticeHandler(tools, mailFault, 'Avviso di guasto inviato'),
  'mail-password': (tools) => noticeHandler(tools, mailPassword, 'Avviso inviato'),
  'rinomina-voce': rinominaVoceHandler,
  promemoria: promemoriaHandler,
  'rebuild-tables': rebuildTablesHandler,
  'contabilita-lavoratori': contabilitaLavoratoriHandler,
  'nightly-backup': nightlyBackupHandler,
  'restore-test': restoreTestHandler,
  'backup-warning': (tools) => noticeHandler(tools, backupWarning, 'Avviso inviato'),
  'try-import': tryImportHandler,
  'make-import': makeImportHandler,
  'undo-import': undoImportHandler,
};
