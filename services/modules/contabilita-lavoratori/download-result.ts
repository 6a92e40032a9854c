import type { Request, Response } from 'express';
import { createReadStream } from 'node:fs';
import { DomainError } from '#contracts/core/errors.ts';
import type { RegisterAccess, Identity } from '#contracts/core/permissions.ts';
import type { ProcessoResult } from '#contracts/modules/contabilita/processi.ts';
import { fileState } from '#services/platform/files/read-file.ts';
import { isResult } from '#services/platform/files/results.ts';
import { fileEtag, serve } from '#services/platform/files/serve-file.ts';
import type { Dependencies } from '#services/platform/module.ts';
import { visibleTo } from './list-processes.ts';

const TYPES = { '.xlsx': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', '.csv': 'text/csv; charset=utf-8' } as const;

/** The name is looked up among those of jobs: it is never part of a path. */
export async function downloadResult(
  deps: Dependencies,
  accesso: RegisterAccess,
  req: Request,
  res: Response,
  identity: Identity | null,
): Promise<void> {
  const { filename } = req.query;
  const found = typeof filename === 'string' ? await findFile(deps, accesso, identity, filename) : null;
  const state = found && isResult(deps.config, found.path) ? await fileState(found.path) : null;
  if (!found || !state) throw new DomainError('FILE_ASSENTE', { message: 'Questo file non esiste, o non è più conservato.' });
  const { path, name } = found;
  const modified = state.mtime.toISOString();
  await serve(req, res, {
    name,
    bytes: state.size,
    contentType: TYPES[path.endsWith('.csv') ? '.csv' : '.xlsx'],
    modified,
    attachment: true,
    etag: fileEtag(path, state.ino, state.size, modified),
    open: (range) => createReadStream(path, range ? { start: range.start, end: range.end } : {}),
  });
}

async function findFile(
  deps: Dependencies,
  accesso: RegisterAccess,
  identity: Identity | null,
  name: string,
): Promise<{ path: string; name: string } | null> {
  const row = await visibleTo(deps, accesso, identity)
    .select(['file', 'altri_file', 'risultato'])
    .where('risultato', '@>', JSON.stringify({ files: [{ filename: name }] }))
    .where('file', 'is not', null)
    .executeTakeFirst();
  const kind = (row?.risultato as ProcessoResult | undefined)?.files.find(({ filename }) => filename === name)?.tipo;
  const path = kind === 'cartella' ? row?.file : row?.altri_file.find((file) => file.endsWith(`-${kind}.csv`));
  return path ? { path, name } : null;
}
