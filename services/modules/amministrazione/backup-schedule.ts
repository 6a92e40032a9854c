import { GRUPPO_AMMINISTRATORI } from '#contracts/core/permissions.ts';
import { isTestDue, nightOf } from '#contracts/jobs/backup-state.ts';
import { nightlyBackup, restoreTest } from '#contracts/jobs/nightly-backup.ts';
import type { Dependencies } from '#services/platform/module.ts';
import { derivedCommandId } from '#services/registers/command-handling.ts';
import { backupJobs, hasEnded, type BackupJobs } from '#services/platform/backups/jobs.ts';
import { mailFailures } from './backup-warning.ts';

type Deps = Pick<Dependencies, 'config' | 'clock' | 'jobs' | 'readDb' | 'log'>;

/** Namespace of the ids of the nightly jobs, so that each night has one job of each kind. */
const NIGHTS = '7b1a4a4e-2f3c-4d0e-9f39-7d0f8f4b6a15';
const A_MINUTE = 60_000;

/**
 * Creates the periodic work that requests the backup of the night after the configured hour. It is requested later if the portal was
 * stopped then, and at once if no backup exists. Once a week a restore test follows the backup. Group 2 gets a mail about each failure.
 */
export function nightlyBackups(deps: Deps): { name: string; every: number; run(): Promise<void> } {
  return {
    name: 'salvataggio-notturno',
    every: A_MINUTE,
    async run() {
      if (deps.config.BACKUP_DIR === undefined) return;
      const known = await backupJobs(deps);
      await ask(deps, known);
      await mailFailures(deps, known);
    },
  };
}

async function ask(deps: Deps, { last, test }: BackupJobs): Promise<void> {
  const now = deps.clock.now();
  const giorno = nightOf(now, deps.config.BACKUP_ORA);
  if ((last?.data as { giorno?: string } | undefined)?.giorno !== giorno) await enqueue(deps, nightlyBackup.kind, 'Salvataggio', giorno);
  // backups and restore tests run in sequence, since two at the same time refuse each other
  else if (hasEnded(last) && isTestDue(now, test?.created ?? null)) await enqueue(deps, restoreTest.kind, 'Prova di ripristino', giorno);
}

async function enqueue({ jobs }: Deps, kind: string, title: string, giorno: string): Promise<void> {
  const id = derivedCommandId(NIGHTS, `${kind} ${giorno}`);
  const named = `${title} del ${giorno}`;
  await jobs.enqueue({ id, kind, title: named, data: { giorno }, utente: 'sistema', groupID: GRUPPO_AMMINISTRATORI, correlationId: id });
}
