import { HAND_BACKUP, nightlyBackup, restoreTest } from '#contracts/jobs/nightly-backup.ts';
import type { RestoreTried, SavedBackup } from '#contracts/ports/backups.ts';
import type { KeptJob } from '#contracts/ports/job-queue.ts';
import type { Dependencies } from '#services/platform/module.ts';

/** A backup job or restore test that has ended, with or without success. */
export type BackupJob = KeptJob & { status: 'done' | 'error' };

export interface BackupJobs {
  /** The newest nightly backup in any state; `null` if none was ever started. */
  last: KeptJob | null;
  lastGood: (KeptJob & { saved: SavedBackup }) | null;
  /** The newest backup made by hand; `null` if there is none. */
  byHand: SavedBackup | null;
  test: KeptJob | null;
  /** The newest restore test that has ended; `null` if none has. */
  tested: BackupJob | null;
}

/** Reads the newest backup jobs and restore tests. Includes jobs whose result was removed, since their rows stay. */
export async function backupJobs({ jobs }: Pick<Dependencies, 'jobs'>): Promise<BackupJobs> {
  const [[last = null], [good], [hand], tests] = await Promise.all([
    jobs.ofKind({ kind: nightlyBackup.kind, includeWithdrawn: true, limit: 1 }),
    jobs.ofKind({ kind: nightlyBackup.kind, includeWithdrawn: true, status: 'done', limit: 1 }),
    jobs.ofKind({ kind: HAND_BACKUP, includeWithdrawn: true, status: 'done', limit: 1 }),
    jobs.ofKind({ kind: restoreTest.kind, includeWithdrawn: true, limit: 2 }),
  ]);
  return {
    last,
    lastGood: good ? { ...good, saved: good.outcome as SavedBackup } : null,
    byHand: hand ? (hand.outcome as SavedBackup) : null,
    test: tests[0] ?? null,
    tested: tests.find(hasEnded) ?? null,
  };
}

/** Tells whether a job has ended, with or without success. */
export const hasEnded = (job: KeptJob | null): job is BackupJob => job?.status === 'done' || job?.status === 'error';

/** Returns the outcome of a restore test; `null` if the test ended without one. */
export const outcomeOfTest = ({ outcome }: KeptJob): RestoreTried | null => outcome as RestoreTried | null;
