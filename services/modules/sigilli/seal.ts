import { GRUPPO_AMMINISTRATORI } from '#contracts/core/permissions.ts';
import { romeDate } from '#contracts/core/dates.ts';
import { mailCheckpoint } from '#contracts/jobs/mail-checkpoint.ts';
import { users } from '#contracts/registers/users.ts';
import { findRows } from '#projections/registers/record.queries.ts';
import { makeCheckpoint, TreeBroken } from '#services/platform/checkpoints/checkpoints.ts';
import type { KeptCheckpoint } from '#services/platform/checkpoints/kept.ts';
import { stampCheckpoint } from '#services/platform/checkpoints/signatures.ts';
import type { Dependencies } from '#services/platform/module.ts';
import { derivedCommandId } from '#services/registers/command-handling.ts';
import { brokenMail, checkpointMail } from './texts.ts';

/** Namespace of the ids of checkpoint mails, so that each checkpoint is mailed once. */
const MAILS = '1f7a9c52-3c0d-4c39-9a56-0d5f2e7b8a41';
const ADDRESS = /^[^\s@<>,;"]+@[^\s@<>,;"]+$/;

/**
 * Makes a checkpoint, mails it and requests its time stamp. If the tree does not extend the last checkpoint, mails group 2 and throws
 * `TreeBroken`.
 */
export async function seal(deps: Dependencies): Promise<{ checkpoint: KeptCheckpoint; isNew: boolean }> {
  const done = await makeCheckpoint(deps).catch(async (error: unknown) => {
    if (error instanceof TreeBroken) await mailBrokenLog(deps, error.last);
    throw error;
  });
  await mailSeal(deps, done.checkpoint);
  await stamp(deps, done.checkpoint);
  return done;
}

/** Queues the mail with a checkpoint to SIGILLI_A, once for each checkpoint. */
export async function mailSeal(deps: Dependencies, checkpoint: KeptCheckpoint): Promise<void> {
  const { SIGILLI_A: to } = deps.config;
  if (to.length > 0)
    await mail(deps, { name: `${checkpoint.origine} ${checkpoint.id}`, to, text: checkpointMail(checkpoint, deps.config) });
}

/** Requests the time stamp of a checkpoint if an authority is configured. A failure is logged, and the nightly work tries again. */
export async function stamp({ config, writeDb, log }: Dependencies, checkpoint: KeptCheckpoint): Promise<void> {
  if (config.TSA_URL === undefined || checkpoint.marca !== null) return;
  await stampCheckpoint(writeDb, config.TSA_URL, checkpoint).catch((error: unknown) => {
    log.warn({ checkpoint: checkpoint.id, error: error instanceof Error ? error.message : 'unknown' }, 'checkpoint not stamped');
  });
}

/** Mails group 2, at most once a day, that the log does not extend its last checkpoint. */
export async function mailBrokenLog(deps: Dependencies, last: KeptCheckpoint): Promise<void> {
  deps.log.error({ checkpoint: last.id }, 'the event log does not extend its last checkpoint');
  const people = await findRows(deps.readDb, users, { groupID: [GRUPPO_AMMINISTRATORI] });
  const to = [...new Set(people.map((row) => String(row.email ?? '').trim()).filter((one) => ADDRESS.test(one)))];
  if (to.length === 0) return deps.log.error('nobody of group 2 has an address to be told at');
  const name = `spezzato ${last.origine} ${last.id} ${romeDate(deps.clock.now())}`;
  await mail(deps, { name, to, text: brokenMail(last, deps.config) });
}

interface Mailing {
  name: string;
  to: readonly string[];
  text: ReturnType<typeof checkpointMail>;
}

async function mail({ config, clock, jobs }: Dependencies, { name, to, text }: Mailing): Promise<void> {
  const id = derivedCommandId(MAILS, name);
  const [told] = await jobs.ofKind({ kind: mailCheckpoint.kind, id, includeWithdrawn: true, limit: 1 });
  if (told) return;
  await jobs.enqueue({
    id,
    kind: mailCheckpoint.kind,
    title: text.subject.slice(0, 200),
    data: { messageId: `<${id}@strato>`, from: config.MAIL_MITTENTE, to: [...to], ...text, at: clock.now().toISOString() },
    utente: 'sistema',
    groupID: GRUPPO_AMMINISTRATORI,
    correlationId: id,
  });
}
