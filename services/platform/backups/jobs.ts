import { HAND_BACKUP, nightlyBackup, restoreTest } from '#contracts/jobs/nightly-backup.ts';
import type { RestoreTried, SavedBackup } from '#contracts/ports/backups.ts';
import type { KeptJob } from '#contracts/ports/job-queue.ts';
import type { Dependencies } from '#services/platform/module.ts';

/** A restore test that was made, or could not be. */
export type BackupJob = KeptJob & { status: 'done' | 'error' };

export interface BackupJobs {
  /** The last backup, however it stands; `null`: none was asked for. */
  last: KeptJob | null;
  lastGood: (KeptJob & { saved: SavedBackup }) | null;
  /** The last one made by hand. */
  byHand: SavedBackup | null;
  test: KeptJob | null;
  /** The last one that came to its end. */
  tested: BackupJob | null;
}

/** Rows of these jobs stay when their results go. */
export async function backupJobs({ jobs }: Pick<Dependencies, 'jobs'>): Promise<BackupJobs> {
  const [[last = null], [good], [hand], tests] = await Promise.all([
    jobs.ofKind({ kind: nightlyBackup.kind, withdrawn: true, limit: 1 }),
    jobs.ofKind({ kind: nightlyBackup.kind, withdrawn: true, status: 'done', limit: 1 }),
    jobs.ofKind({ kind: HAND_BACKUP, withdrawn: true, status: 'done', limit: 1 }),
    jobs.ofKind({ kind: restoreTest.kind, withdrawn: true, limit: 2 }),
  ]);
  return {
    last,
    lastGood: good ? { ...good, saved: good.outcome as SavedBackup } : null,
    byHand: hand ? (hand.outcome as SavedBackup) : null,
    test: tests[0] ?? null,
    tested: tests.find(hasEnded) ?? null,
  };
}

export const hasEnded = (job: KeptJob | null): job is BackupJob => job?.status === 'done' || job?.status === 'error';

/** The outcome of a test that came to its end, whatever it found. */
export const triedOf = ({ outcome }: KeptJob): RestoreTried | null => outcome as RestoreTried | null;
