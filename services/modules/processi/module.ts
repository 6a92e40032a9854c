import type { Request, Response } from 'express';
import { rm } from 'node:fs/promises';
import { DomainError } from '#contracts/core/errors.ts';
import { GRUPPO_AMMINISTRATORI, type Identity } from '#contracts/core/permissions.ts';
import type { Processo } from '#contracts/modules/processi.ts';
import { JOBS_PER_PERSON, type JobRow } from '#contracts/ports/job-queue.ts';
import { require } from '#services/platform/http/permissions.ts';
import type { Context, Dependencies, Module } from '#services/platform/module.ts';
import { isResult, newName } from '#services/platform/files/results.ts';

const COUNT = 100;

/** One's own background work: how far it is, what came of it. */
export function processiModule(deps: Dependencies): Module {
  return {
    name: 'processi',
    routes: [
      {
        method: 'GET',
        path: '/api/processi',
        permission: 'session',
        description: 'Le proprie operazioni in corso e finite, le più recenti prima',
        handle: (_req, res, c) => list(deps, res, c),
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
        description: 'Toglie un’operazione finita dall’elenco',
        handle: (req, res, c) => remove(deps, req, res, c),
      },
    ],
  };
}

async function list(deps: Dependencies, res: Response, { identity }: Context): Promise<void> {
  const rows = await deps.jobs.list(require(identity).memberID, COUNT);
  res.json({ data: rows.map((row) => asProcesso(deps, row)) });
}

async function one(deps: Dependencies, req: Request, res: Response, { identity }: Context): Promise<void> {
  res.json({ message: asProcesso(deps, await find(deps, req, require(identity))) });
}

async function retry(deps: Dependencies, req: Request, res: Response, { identity }: Context): Promise<void> {
  const { id } = await find(deps, req, require(identity));
  if (!(await deps.jobs.retry(id, JOBS_PER_PERSON))) throw new DomainError('PROCESSO_NON_FALLITO');
  res.status(202).json({ message: { jobId: id } });
}

async function remove(deps: Dependencies, req: Request, res: Response, { identity }: Context): Promise<void> {
  const { id } = await find(deps, req, require(identity));
  const removed = await deps.jobs.remove(id);
  if (!removed) throw new DomainError('PROCESSO_IN_CORSO');
  if (removed.file !== null && isResult(deps.config, removed.file)) await rm(removed.file, { force: true });
  res.json({ message: { affectedRows: 1 } });
}

/** Only for whoever asked for it, and for administrators; to all others it does not exist. */
async function find(deps: Dependencies, req: Request, identity: Identity): Promise<JobRow> {
  const row = await deps.jobs.find(String(req.params['id']));
  if (!row || (row.utente !== identity.memberID && identity.groupID !== GRUPPO_AMMINISTRATORI)) {
    throw new DomainError('SCONOSCIUTO', { message: 'Questa operazione non esiste.' });
  }
  return row;
}

function asProcesso(deps: Dependencies, row: JobRow): Processo {
  const downloadable = row.status === 'done' && row.file !== null && (row.expires === null || row.expires > deps.clock.now());
  return {
    id: row.id,
    tipo: row.kind,
    titolo: row.title,
    status: row.status,
    progresso: row.progress,
    name: downloadable ? newName(deps, { processo: row.id }) : null,
    messaggio: row.message,
    utente: row.utente,
    creato: row.created.toISOString(),
    finito: row.finished?.toISOString() ?? null,
    scade: row.expires?.toISOString() ?? null,
  };
}
