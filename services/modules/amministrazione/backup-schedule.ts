import { GRUPPO_AMMINISTRATORI } from '#contracts/core/permissions.ts';
import { isTestDue, nightOf } from '#contracts/jobs/backup-state.ts';
import { nightlyBackup, restoreTest } from '#contracts/jobs/nightly-backup.ts';
import type { Dependencies } from '#services/platform/module.ts';
import { derivedCommandId } from '#services/registers/command-handling.ts';
import { backupJobs, hasEnded, type BackupJobs } from '#services/platform/backups/jobs.ts';
import { tellFailures } from './backup-warning.ts';

type Deps = Pick<Dependencies, 'config' | 'clock' | 'jobs' | 'readDb' | 'log'>;

/** From which the jobs of the nights get their ids: of one night there is one of each. */
const NIGHTS = '7b1a4a4e-2f3c-4d0e-9f39-7d0f8f4b6a15';
const A_MINUTE = 60_000;

/**
 * Asks for the backup of the night once its hour has come; later, where the portal was off then, and at
 * once where there is none yet. When it has ended the restore is tried, once a week. Whatever failed is
 * told to group 2.
 */
export function nightlyBackups(deps: Deps): { name: string; every: number; run(): Promise<void> } {
  return {
    name: 'salvataggio-notturno',
    every: A_MINUTE,
    async run() {
      if (deps.config.BACKUP_DIR === undefined) return;
      const known = await backupJobs(deps);
      await ask(deps, known);
      await tellFailures(deps, known);
    },
  };
}

async function ask(deps: Deps, { last, test }: BackupJobs): Promise<void> {
  const now = deps.clock.now();
  const giorno = nightOf(now, deps.config.BACKUP_ORA);
  if ((last?.data as { giorno?: string } | undefined)?.giorno !== giorno) await enqueue(deps, nightlyBackup.kind, 'Salvataggio', giorno);
  // one after the other: two backups at once refuse each other
  else if (hasEnded(last) && isTestDue(now, test?.created ?? null)) await enqueue(deps, restoreTest.kind, 'Prova di ripristino', giorno);
}

async function enqueue({ jobs }: Deps, kind: string, title: string, giorno: string): Promise<void> {
  const id = derivedCommandId(NIGHTS, `${kind} ${giorno}`);
  const named = `${title} del ${giorno}`;
  await jobs.enqueue({ id, kind, title: named, data: { giorno }, utente: 'sistema', groupID: GRUPPO_AMMINISTRATORI, correlationId: id });
}
