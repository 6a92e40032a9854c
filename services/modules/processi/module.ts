import type { Request, Response } from 'express';
import { rm } from 'node:fs/promises';
import type { Selectable } from 'kysely';
import { DomainError } from '#contracts/core/errors.ts';
import { GRUPPO_AMMINISTRATORI, type Identity } from '#contracts/core/permissions.ts';
import type { Processo, ProcessoState } from '#contracts/ports/job-queue.ts';
import { require } from '#services/platform/http/permissions.ts';
import type { Context, Dependencies, Module } from '#services/platform/module.ts';
import { isResult, newName } from '#services/platform/files/results.ts';
import type { WriteDatabase } from '#services/platform/postgres/write-tables.ts';

const COUNT = 100;
// what was asked for can be megabytes: no screen needs it
const COLUMNS = ['id', 'tipo', 'titolo', 'status', 'progresso', 'messaggio', 'utente', 'file', 'creato', 'finito', 'scade'] as const;
type Row = Pick<Selectable<WriteDatabase['processi']>, (typeof COLUMNS)[number]>;

/** One's own background work: how far it is, what came of it. */
export function processiModule(deps: Dependencies): Module {
  return {
    name: 'processi',
    routes: [
      { method: 'GET', path: '/api/processi', permission: 'session', description: 'Le proprie operazioni in corso e finite, le più recenti prima', handle: (_req, res, c) => list(deps, res, c) },
      { method: 'GET', path: '/api/processi/:id', permission: 'session', description: 'Stato di un’operazione', handle: (req, res, c) => one(deps, req, res, c) },
      { method: 'POST', path: '/api/processi/:id/riprova', permission: 'session', description: 'Ripete un’operazione fallita', handle: (req, res, c) => retry(deps, req, res, c) },
      { method: 'DELETE', path: '/api/processi/:id', permission: 'session', description: 'Toglie un’operazione finita dall’elenco', handle: (req, res, c) => remove(deps, req, res, c) },
    ],
  };
}

async function list(deps: Dependencies, res: Response, { identity }: Context): Promise<void> {
  const rows = await table(deps).select(COLUMNS).where('utente', '=', require(identity).memberID).orderBy('creato', 'desc').orderBy('id').limit(COUNT).execute();
  res.json({ data: rows.map((row) => asProcesso(deps, row)) });
}

async function one(deps: Dependencies, req: Request, res: Response, { identity }: Context): Promise<void> {
  res.json({ message: asProcesso(deps, await find(deps, req, require(identity))) });
}

async function retry(deps: Dependencies, req: Request, res: Response, { identity }: Context): Promise<void> {
  const { id } = await find(deps, req, require(identity));
  if (!(await deps.jobs.retry(id))) throw new DomainError('PROCESSO_NON_FALLITO');
  res.status(202).json({ message: { jobId: id } });
}

async function remove(deps: Dependencies, req: Request, res: Response, { identity }: Context): Promise<void> {
  const { id } = await find(deps, req, require(identity));
  const removed = await deps.writeDb.withSchema('public').deleteFrom('processi').where('id', '=', id).where('status', 'in', ['done', 'error']).returning('file').executeTakeFirst();
  if (!removed) throw new DomainError('PROCESSO_IN_CORSO');
  if (removed.file !== null && isResult(deps.config, removed.file)) await rm(removed.file, { force: true });
  res.json({ message: { affectedRows: 1 } });
}

/** Only for whoever asked for it, and for administrators; to all others it does not exist. */
async function find(deps: Dependencies, req: Request, identity: Identity): Promise<Row> {
  const row = await table(deps).select(COLUMNS).where('id', '=', String(req.params['id'])).executeTakeFirst();
  if (!row || (row.utente !== identity.memberID && identity.groupID !== GRUPPO_AMMINISTRATORI)) {
    throw new DomainError('SCONOSCIUTO', { message: 'Questa operazione non esiste.' });
  }
  return row;
}

const table = ({ writeDb }: Dependencies) => writeDb.withSchema('public').selectFrom('processi');

function asProcesso(deps: Dependencies, row: Row): Processo {
  const downloadable = row.status === 'done' && row.file !== null && (row.scade === null || row.scade > deps.clock.now());
  return {
    id: row.id, tipo: row.tipo, titolo: row.titolo, status: row.status as ProcessoState, progresso: row.progresso,
    name: downloadable ? newName(deps, { processo: row.id }) : null,
    messaggio: row.messaggio, utente: row.utente, creato: row.creato.toISOString(), finito: row.finito?.toISOString() ?? null,
    scade: row.scade?.toISOString() ?? null,
  };
}
