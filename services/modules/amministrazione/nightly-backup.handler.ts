import { countOf, formatNumber } from '#contracts/core/formats.ts';
import { BackupFailed, type Backups, type BackupRun, type RestoreTried, type SavedBackup } from '#contracts/ports/backups.ts';
import type { JobContext, JobHandler, JobOutcome } from '#contracts/ports/job-queue.ts';

interface Needs {
  backups: Backups;
}

/** Creates the handler of the nightly backup. A failure is reported and not retried, since a faulty disk is still faulty seconds later. */
export function nightlyBackupHandler({ backups }: Needs): JobHandler {
  return (context) =>
    orTold(context, async (run) => {
      const saved = await backups.save(run);
      return { message: savedInWords(saved), data: { ...saved } };
    });
}

/** Creates the handler of the restore test. A restore with different contents is a failure, whose findings are kept. */
export function restoreTestHandler({ backups }: Needs): JobHandler {
  return (context) =>
    orTold(context, async (run) => {
      const tried = await backups.tryRestore(run);
      return { message: triedInWords(tried), data: { ...tried }, failed: !tried.riuscita };
    });
}

/** Progress of one step in percent; a backup has about twelve steps. */
const STEP = 8;
/** Steps that the operator's commands report, in the Italian words of the screen. */
const STEPS: Readonly<Record<string, string>> = {
  files: 'Copia dei file',
  log: 'Copia del registro degli eventi',
  tables: 'Copia delle tabelle',
  'older ones': 'Via i salvataggi vecchi',
  'backup: files': 'Copia dei file',
  'backup: log': 'Copia del registro degli eventi',
  'backup: tables': 'Copia delle tabelle',
  'restore: files': 'Ripristino dei file',
  'restore: log': 'Ripristino del registro degli eventi',
  'restore: read tables': 'Tabelle di lettura',
  comparison: 'Confronto con il portale',
};

async function orTold({ signal, progress }: JobContext, work: (run: BackupRun) => Promise<JobOutcome>): Promise<JobOutcome> {
  let steps = 0;
  const report = (step: string): void => void progress((steps += 1) * STEP, STEPS[step]).catch(() => {});
  try {
    return await work({ signal, progress: report });
  } catch (error) {
    if (!(error instanceof BackupFailed)) throw error;
    return { failed: true, message: error.message };
  }
}

function savedInWords({ eventi, documenti, byte, byteDocumenti, mancanti }: SavedBackup): string {
  const saved = `${countOf(eventi, 'evento', 'eventi')} (${megabyte(byte)}) e ${countOf(documenti, 'file', 'file')} (${megabyte(byteDocumenti)})`;
  if (mancanti === 0) return saved;
  return `${saved}; ${countOf(mancanti, 'documento registrato manca', 'documenti registrati mancano')} nell’archivio`;
}

const megabyte = (bytes: number): string => `${formatNumber(bytes / 1_000_000, 1)} MB`;

function triedInWords({ riuscita, eventi, tabelle, documenti, diversi }: RestoreTried): string {
  if (!riuscita) return `Il ripristino di prova non ha ridato ciò che c’era: ${diversi.join(', ')}`;
  return `Tutto come prima: ${countOf(eventi, 'evento', 'eventi')}, ${countOf(tabelle, 'tabella', 'tabelle')}, ${countOf(documenti, 'file', 'file')}`;
}
