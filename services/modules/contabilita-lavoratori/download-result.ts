import { createReadStream } from 'node:fs';
import { DomainError } from '#contracts/core/errors.ts';
import type { RegisterAccess, Identity } from '#contracts/core/permissions.ts';
import type { ProcessoResult } from '#contracts/modules/contabilita/processi.ts';
import { fileState } from '#services/platform/files/read-file.ts';
import { isResult } from '#services/platform/files/results.ts';
import { fileEtag, serve } from '#services/platform/files/serve-file.ts';
import { readingId, recordTaking, takerOf } from '#services/platform/identity/access-trail.ts';
import type { Dependencies, Exchange } from '#services/platform/module.ts';
import { runsOf } from './runs.ts';

const TYPES = { '.xlsx': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', '.csv': 'text/csv; charset=utf-8' } as const;

/** Sends a result file of an accounting run. `filename` is looked up among the stored names of results and never becomes part of a path. */
export async function downloadResult(deps: Dependencies, accesso: RegisterAccess, { req, res, context }: Exchange): Promise<void> {
  const { filename } = req.query;
  const found = typeof filename === 'string' ? await findFile(deps, accesso, context.identity, filename) : null;
  const state = found && isResult(deps.config, found.path) ? await fileState(found.path) : null;
  if (!found || !state) throw new DomainError('FILE_ASSENTE', { message: 'Questo file non esiste, o non è più conservato.' });
  const { path, name } = found;
  if (req.method === 'GET') {
    const taker = takerOf(req, context);
    const commandId = readingId(taker.utente, name, deps.clock.now());
    await recordTaking(deps, { ...taker, commandId }, { tipo: 'scaricamento', cosa: `contabilità lavoratori: ${name}`, quanti: 1 });
  }
  const modified = state.mtime.toISOString();
  await serve(req, res, {
    name,
    bytes: state.size,
    caching: 'never',
    contentType: TYPES[path.endsWith('.csv') ? '.csv' : '.xlsx'],
    modified,
    attachment: true,
    etag: fileEtag(path, state.ino, state.size, modified),
    open: (range) => createReadStream(path, range ? { start: range.start, end: range.end } : {}),
  });
}

/** Returns path and name of a result file; `null` if no run visible to the person has a file of that name. */
async function findFile(
  deps: Dependencies,
  accesso: RegisterAccess,
  identity: Identity | null,
  name: string,
): Promise<{ path: string; name: string } | null> {
  const [job] = await deps.jobs.ofKind({ ...runsOf(accesso, identity), outcome: { files: [{ filename: name }] }, limit: 1 });
  const kind = (job?.outcome as ProcessoResult | undefined)?.files.find(({ filename }) => filename === name)?.tipo;
  const path = kind === 'cartella' ? job?.file : job?.otherFiles.find((file) => file.endsWith(`-${kind}.csv`));
  return path ? { path, name } : null;
}
