import { isOverdue, nextBackup, type BackupState } from '#contracts/jobs/backup-state.ts';
import type { SavedBackup } from '#contracts/ports/backups.ts';
import type { KeptJob } from '#contracts/ports/job-queue.ts';
import type { Dependencies } from '#services/platform/module.ts';
import { backupJobs, hasEnded, outcomeOfTest } from './jobs.ts';

/** Returns the state of the backups; `started` is the instant since when this process waits for the first. */
export async function backupState(
  { jobs, clock, config }: Pick<Dependencies, 'jobs' | 'clock' | 'config'>,
  started: Date,
): Promise<BackupState> {
  const active = config.BACKUP_DIR !== undefined;
  const now = clock.now();
  const { last, lastGood, byHand, test, tested } = await backupJobs({ jobs });
  const failed = last?.status === 'error';
  const since = lastGood ? new Date(lastGood.saved.momento) : started;
  return {
    attivo: active,
    prossimo: active ? nextBackup(now, config.BACKUP_ORA).toISOString() : null,
    inRitardo: active && (isOverdue(now, since) || (failed && !lastGood)),
    inCorso: underWay('salvataggio', last) ?? underWay('prova', test),
    notte: lastGood?.saved.momento ?? null,
    ultimo: newest(lastGood?.saved ?? null, byHand),
    errore: failed ? { quando: (last.finished ?? last.created).toISOString(), messaggio: last.message ?? 'Non riuscito.' } : null,
    prova: tested
      ? {
          quando: outcomeOfTest(tested)?.momento ?? (tested.finished ?? tested.created).toISOString(),
          riuscita: tested.status === 'done',
          messaggio: tested.message ?? '',
        }
      : null,
  };
}

const underWay = (what: 'salvataggio' | 'prova', job: KeptJob | null): BackupState['inCorso'] =>
  job && !hasEnded(job) ? { cosa: what, messaggio: job.message } : null;

/**
 * Returns the newer of the last nightly backup and the last one made by hand. A backup made by hand does not count towards `inRitardo`,
 * since it does not replace the next nightly one.
 */
function newest(night: SavedBackup | null, byHand: SavedBackup | null): BackupState['ultimo'] {
  const handIsNewer = byHand !== null && (night === null || byHand.momento > night.momento);
  const saved = handIsNewer ? byHand : night;
  return saved && { aMano: handIsNewer, ...publicFields(saved) };
}

function publicFields({ file: _file, tolti: _tolti, ...said }: SavedBackup): Omit<NonNullable<BackupState['ultimo']>, 'aMano'> {
  return said;
}
