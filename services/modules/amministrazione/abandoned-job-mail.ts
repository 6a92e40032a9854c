import { escapeHtml } from '#contracts/core/html.ts';
import { GRUPPO_AMMINISTRATORI } from '#contracts/core/permissions.ts';
import { backupWarning } from '#contracts/jobs/backup-warning.ts';
import type { Dependencies } from '#services/platform/module.ts';
import { derivedCommandId } from '#services/registers/command-handling.ts';
import { administrators } from './backup-warning.ts';

/** Namespace of the ids of mails about abandoned jobs. */
const ABANDONED_JOB = '6a0f5b1e-1c0f-4a53-9f6e-7f6a3a0f5d21';

/** Creates the function that mails group 2 about an abandoned job. A job is abandoned after the portal crashed twice while it ran. */
export function mailAbandonedJob(
  deps: Pick<Dependencies, 'config' | 'clock' | 'jobs' | 'readDb' | 'log'>,
): (job: { id: string; utente: string }) => Promise<void> {
  return async ({ id: job, utente }) => {
    const { config, clock, jobs, log } = deps;
    const to = await administrators(deps);
    if (to.length === 0) return log.error({ job }, 'a job was given up, and nobody of group 2 has an address to be told at');
    const title = (await jobs.find(job))?.title ?? 'Operazione';
    const id = derivedCommandId(ABANDONED_JOB, job);
    const subject = `${title}: interrotta due volte`;
    const lines = [
      `L’operazione “${title}”, chiesta da ${utente}, ha interrotto il portale due volte e non viene ripresa.`,
      'Di solito la causa è un file: chi l’ha chiesta può correggerlo e provare di nuovo.',
    ];
    await jobs.enqueue({
      id,
      kind: backupWarning.kind,
      title: `Avviso: ${title}`,
      data: {
        messageId: `<${id}@strato>`,
        from: config.MAIL_MITTENTE,
        to,
        subject,
        text: [subject, ...lines, `${config.DITTA}\n`].join('\n\n'),
        html: `<!doctype html><html lang="it"><body><h1>${escapeHtml(subject)}</h1>${lines.map((line) => `<p>${escapeHtml(line)}</p>`).join('')}<p>${escapeHtml(config.DITTA)}</p></body></html>`,
        at: clock.now().toISOString(),
      },
      utente: 'sistema',
      groupID: GRUPPO_AMMINISTRATORI,
      correlationId: job,
    });
  };
}
