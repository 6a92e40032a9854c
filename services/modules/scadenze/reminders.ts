import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { daySchema } from '#contracts/core/request-schema.ts';
import { DomainError } from '#contracts/core/errors.ts';
import { GRUPPO_AMMINISTRATORI } from '#contracts/core/permissions.ts';
import { promemoria } from '#contracts/jobs/promemoria.ts';
import { seesBoard } from '#contracts/modules/scadenze/board.ts';
import type { RemindersRun } from '#contracts/modules/scadenze/reminder-facts.ts';
import { readsPosta } from '#contracts/modules/posta.ts';
import type { KeptJob } from '#contracts/ports/job-queue.ts';
import { lastReminders } from '#projections/scadenze/reminders.queries.ts';
import { requireIdentity } from '#services/platform/http/permissions.ts';
import { waitForHead } from '#services/platform/http/wait-for-head.ts';
import type { Dependencies, Route } from '#services/platform/module.ts';
import { derivedCommandId } from '#services/registers/command-handling.ts';
import { remindersJob } from './reminder-schedule.ts';

const body = z.object({ giorno: daySchema }, { error: 'Serve un oggetto con giorno' });

/** Milliseconds to wait until a worker starts the job. After this limit, as after the next, the response names the job. */
const START_TIMEOUT_MS = 5_000;
/** Milliseconds to wait until the job ends. */
const END_TIMEOUT_MS = 25_000;
const POLL_MS = 100;

/** Route that shows the last digest of each person to groups 2 and 9, and of themselves to other people. */
export function remindersRoute({ lists, config }: Pick<Dependencies, 'lists' | 'config'>): Route {
  return {
    method: 'GET',
    path: '/api/scadenze/promemoria',
    permission: 'session',
    description:
      'L’ultimo promemoria delle scadenze di ognuno e che ne è stato, prima quelli non consegnati, per i gruppi 2 e 9; il proprio per chi vede lo scadenzario.',
    async handle(_req, res, context) {
      const identity = requireIdentity(context.identity);
      const all = readsPosta(identity);
      if (!all && !seesBoard(identity)) throw new DomainError('NON_PERMESSO');
      res.json({ data: await lastReminders(lists, all ? undefined : identity.memberID), ora: config.PROMEMORIA_ORA });
    },
  };
}

/** Route that sends the digests of a day at once, except to people who already received theirs. */
export function runRemindersRoute(deps: Pick<Dependencies, 'jobs' | 'config' | 'clock' | 'store' | 'readModelWait'>): Route {
  return {
    method: 'POST',
    path: '/api/scadenze/promemoria',
    permission: 'session',
    description:
      'Manda i promemoria delle scadenze di un giorno (giorno), uno per persona; rifatta non manda nulla. Solo per il gruppo 2. Risponde con quanti ne ha inviati, o 202 con il numero del processo se dura di più.',
    schema: { body },
    async handle(req, res, context) {
      const { memberID: utente, groupID } = requireIdentity(context.identity);
      if (groupID !== GRUPPO_AMMINISTRATORI) throw new DomainError('NON_PERMESSO');
      const { giorno } = body.parse(req.body);
      const jobId = derivedCommandId(context.commandId, promemoria.kind);
      const { correlationId } = context;
      const id = await deps.jobs.enqueue(remindersJob(deps, giorno, { id: jobId, utente, groupID, correlationId }));
      const job = await waitForEnd(deps, id);
      if (job === null)
        return void res
          .status(202)
          .location(`/api/processi/${id}`)
          .json({ message: { jobId: id } });
      if (job.status === 'error') throw new DomainError('NON_DISPONIBILE', { message: job.message ?? undefined, retryAfter: 60 });
      // the outcome must be visible to the next request, so this waits for the read tables
      await waitForHead(deps);
      const run = job.outcome as RemindersRun;
      res.json({ message: { affectedRows: run.inviati, jobId: id, ...run } });
    },
  };
}

/** Waits for the end of a job and returns it; `null` after the time limit. */
async function waitForEnd({ jobs }: Pick<Dependencies, 'jobs'>, id: string): Promise<KeptJob | null> {
  const since = performance.now();
  for (;;) {
    const [job] = await jobs.ofKind({ kind: promemoria.kind, id, includeWithdrawn: true, limit: 1 });
    if (job?.status === 'done' || job?.status === 'error') return job;
    const passed = performance.now() - since;
    if (!job || passed > END_TIMEOUT_MS || (job.status === 'queued' && passed > START_TIMEOUT_MS)) return null;
    await pause(POLL_MS);
  }
}
