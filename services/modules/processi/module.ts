import type { Request, Response } from 'express';
import { DomainError } from '#contracts/core/errors.ts';
import { GRUPPO_AMMINISTRATORI, type Identity } from '#contracts/core/permissions.ts';
import { changeMany } from '#contracts/jobs/change-many.ts';
import type { Processo } from '#contracts/modules/processi.ts';
import { JOBS_PER_PERSON, mayBeCancelled, type JobRow } from '#contracts/ports/job-queue.ts';
import { requireIdentity } from '#services/platform/http/permissions.ts';
import { recordTaking, takerOf } from '#services/platform/identity/access-trail.ts';
import { bulkChangesOf } from '#services/platform/postgres/bulk-changes.ts';
import { sessionId } from '#services/platform/identity/sessions.ts';
import type { Context, Dependencies, Module } from '#services/platform/module.ts';
import { mayReadResult } from '#services/registers/result-rights.ts';
import { newSignedName, removeResults } from '#services/platform/files/results.ts';

const COUNT = 100;

/** Module of a person's background jobs, with their progress and results. */
export function processiModule(deps: Dependencies): Module {
  return {
    name: 'processi',
    routes: [
      {
        method: 'GET',
        path: '/api/processi',
        permission: 'session',
        description: 'Le proprie operazioni in corso e finite, le più recenti prima',
        handle: (req, res, c) => list(deps, req, res, c),
      },
      {
        method: 'GET',
        path: '/api/processi/:id',
        permission: 'session',
        description: 'Stato di un’operazione',
        handle: (req, res, c) => one(deps, req, res, c),
      },
      {
        method: 'POST',
        path: '/api/processi/:id/riprova',
        permission: 'session',
        description: 'Ripete un’operazione fallita',
        handle: (req, res, c) => retry(deps, req, res, c),
      },
      {
        method: 'DELETE',
        path: '/api/processi/:id',
        permission: 'session',
        description: 'Annulla un’operazione in coda o in corso; ne toglie una finita dall’elenco',
        handle: (req, res, c) => remove(deps, req, res, c),
      },
    ],
  };
}

async function list(deps: Dependencies, req: Request, res: Response, { identity }: Context): Promise<void> {
  const rows = await deps.jobs.list(requireIdentity(identity).memberID, COUNT);
  res.json({ data: rows.map((row) => asProcesso(deps, row, req, requireIdentity(identity))) });
}

async function one(deps: Dependencies, req: Request, res: Response, { identity }: Context): Promise<void> {
  const row = await find(deps, req, requireIdentity(identity));
  res.json({ message: { ...asProcesso(deps, row, req, requireIdentity(identity)), ...(await recordsOf(deps, row)) } });
}

/** Returns how many records a job that changes many records has changed and refused so far; empty for a job of another kind. */
async function recordsOf({ writeDb }: Dependencies, { id, kind }: JobRow): Promise<Pick<Processo, 'fatti' | 'rifiutati'>> {
  if (kind !== changeMany.kind) return {};
  const { done, refused } = await bulkChangesOf(writeDb).counts(id);
  return { fatti: done, rifiutati: refused };
}

async function retry(deps: Dependencies, req: Request, res: Response, { identity }: Context): Promise<void> {
  const job = await find(deps, req, requireIdentity(identity));
  const { id, reported } = job;
  if (!mayReadResult(deps.catalogue, requireIdentity(identity), job)) throw new DomainError('NON_PERMESSO');
  if (reported)
    throw new DomainError('PROCESSO_NON_FALLITO', {
      message: 'Questa operazione è finita con il suo esito e non si riprova: va chiesta di nuovo.',
    });
  if (!(await deps.jobs.retry(id, JOBS_PER_PERSON))) throw new DomainError('PROCESSO_NON_FALLITO');
  res.status(202).json({ message: { jobId: id } });
}

async function remove(deps: Dependencies, req: Request, res: Response, context: Context): Promise<void> {
  const who = requireIdentity(context.identity);
  const job = await find(deps, req, who);
  if (job.status === 'queued' || job.status === 'running') return cancel(deps, job, res, takerOf(req, context));
  const ofTheFirm = deps.jobs.definition(job.kind)?.ofTheFirm;
  if (!ofTheFirm)
    await recordTaking(deps, takerOf(req, context), { tipo: 'rimozione', cosa: `${job.title}, di ${job.utente}`, quanti: null });
  if (!(await (ofTheFirm ? hide(deps, job, who) : takeAway(deps, job)))) throw new DomainError('PROCESSO_IN_CORSO');
  res.json({ message: { affectedRows: 1 } });
}

/**
 * Cancels a job; throws `PROCESSO_IN_CORSO` if the job may not be cancelled. A running job stops within seconds, and its changes are undone
 * before its status becomes cancelled.
 */
async function cancel(deps: Dependencies, job: JobRow, res: Response, taker: ReturnType<typeof takerOf>): Promise<void> {
  if (!(await deps.jobs.cancel(job.id, taker.utente)))
    throw new DomainError('PROCESSO_IN_CORSO', {
      message: 'Questa operazione, una volta chiesta, va fino in fondo: a metà i dati non andrebbero d’accordo.',
    });
  await recordTaking(deps, taker, { tipo: 'operazione', cosa: `${job.title}, di ${job.utente}: annullamento chiesto`, quanti: null });
  res.json({ message: { affectedRows: 1 } });
}

/**
 * Removes a job from its requester's list, but deletes no result, since the result of such a job is shared with other people. Throws
 * `NON_PERMESSO` for a job requested by another person.
 */
async function hide({ jobs }: Dependencies, { id, utente }: JobRow, { memberID }: Identity): Promise<boolean> {
  if (utente !== memberID)
    throw new DomainError('NON_PERMESSO', { message: 'Dall’elenco delle attività si toglie solo ciò che si è chiesto.' });
  return jobs.hide(id);
}

async function takeAway({ jobs, config }: Dependencies, { id, kind }: JobRow): Promise<boolean> {
  // the row of a backup, or of a mail about a backup, records that it was done. Without the row the portal would repeat the work
  const files = await ((jobs.definition(kind)?.keepsRow ?? true) ? jobs.withdraw(id) : jobs.remove(id));
  await removeResults(config, files ?? []);
  return files !== null;
}

/** Finds a job for its requester or for an administrator. Throws `SCONOSCIUTO` for other people, as if the job did not exist. */
async function find(deps: Dependencies, req: Request, identity: Identity): Promise<JobRow> {
  const row = await deps.jobs.find(String(req.params['id']));
  if (!row || (row.utente !== identity.memberID && identity.groupID !== GRUPPO_AMMINISTRATORI)) {
    throw new DomainError('SCONOSCIUTO', { message: 'Questa operazione non esiste.' });
  }
  return row;
}

const canBeRetried = ({ status, reported }: JobRow): boolean => status === 'error' && !reported;

function asProcesso(deps: Dependencies, row: JobRow, req: Request, identity: Identity): Processo {
  const permitted = mayReadResult(deps.catalogue, identity, row);
  const downloadable = permitted && row.status === 'done' && row.file !== null && (row.expires === null || row.expires > deps.clock.now());
  return {
    id: row.id,
    tipo: row.kind,
    titolo: row.title,
    status: row.status,
    progresso: row.progress,
    riprovabile: canBeRetried(row),
    annullabile: mayBeCancelled(row, deps.jobs.definition(row.kind)),
    name: downloadable ? newSignedName(deps, { processo: row.id }, sessionId(req)) : null,
    messaggio: row.message,
    utente: row.utente,
    creato: row.created.toISOString(),
    finito: row.finished?.toISOString() ?? null,
    scade: row.expires?.toISOString() ?? null,
  };
}
