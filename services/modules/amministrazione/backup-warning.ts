import { GRUPPO_AMMINISTRATORI } from '#contracts/core/permissions.ts';
import { backupWarning } from '#contracts/jobs/backup-warning.ts';
import type { SavedBackup } from '#contracts/ports/backups.ts';
import { users } from '#contracts/registers/users.ts';
import { findRows } from '#projections/registers/record.queries.ts';
import type { Dependencies } from '#services/platform/module.ts';
import { derivedCommandId } from '#services/registers/command-handling.ts';
import { hasEnded, type BackupJob, type BackupJobs } from '#services/platform/backups/jobs.ts';
import { warningText } from './backup-warning-text.ts';

type Deps = Pick<Dependencies, 'config' | 'clock' | 'jobs' | 'readDb' | 'log'>;

/** Namespace of the ids of the warning mails, so that each failure is mailed once. */
const WARNINGS = 'd2c1e0a6-58b7-4c0a-8a52-0c6f1f6a7e93';
const ADDRESS = /^[^\s@<>,;"]+@[^\s@<>,;"]+$/;

/** Queues a mail to group 2 for the last backup and the last restore test, if they failed or have warnings and no mail was sent yet. */
export async function mailFailures(deps: Deps, { last, lastGood, test }: BackupJobs): Promise<void> {
  for (const job of [last, test]) {
    if (!hasEnded(job)) continue;
    const wrong = wrongOf(job);
    if (wrong === null) continue;
    const { reason } = wrong;
    const id = derivedCommandId(WARNINGS, wrong.of);
    const [told] = await deps.jobs.ofKind({ kind: backupWarning.kind, id, includeWithdrawn: true, limit: 1 });
    if (told) continue;
    const to = await administrators(deps);
    if (to.length === 0) {
      deps.log.error({ job: job.id }, 'a backup failed, and nobody of group 2 has an address to be told at');
      continue;
    }
    const { config, clock } = deps;
    await deps.jobs.enqueue({
      id,
      kind: backupWarning.kind,
      title: `Avviso: ${job.title}`,
      data: {
        messageId: `<${id}@strato>`,
        from: config.MAIL_MITTENTE,
        to,
        ...warningText({
          ditta: config.DITTA,
          portale: config.PORTALE_URL,
          titolo: job.title,
          detto: reason,
          ultimo: lastGood?.saved.momento ?? null,
        }),
        at: clock.now().toISOString(),
      },
      utente: 'sistema',
      groupID: GRUPPO_AMMINISTRATORI,
      correlationId: job.id,
    });
  }
}

interface Wrong {
  /** Key of the warning; one mail is sent for each key. */
  of: string;
  reason: string;
}

/**
 * Returns the warning for an ended job; `null` if there is nothing to warn about. The same missing documents in several nights have the
 * same key.
 */
function wrongOf({ id, status, message, outcome }: BackupJob): Wrong | null {
  if (status === 'error') return { of: id, reason: message ?? 'Non riuscito.' };
  const { mancanti = 0, esempi = [], avviso = null } = (outcome ?? {}) as Partial<SavedBackup>;
  const reason = [
    ...(mancanti > 0 ? [`${message ?? ''}, per esempio ${esempi.join(', ')}.`] : []),
    ...(avviso === null ? [] : [avviso]),
  ].join(' ');
  return reason === '' ? null : { of: `${mancanti} ${esempi.join(' ')} ${avviso ?? ''}`, reason };
}

/** Returns the e-mail addresses of group 2. */
export async function administrators({ readDb }: Pick<Deps, 'readDb'>): Promise<string[]> {
  const people = await findRows(readDb, users, { groupID: [GRUPPO_AMMINISTRATORI] });
  return [...new Set(people.map((row) => String(row.email ?? '').trim()).filter((one) => ADDRESS.test(one)))];
}
