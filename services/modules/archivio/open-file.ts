import type { Request, Response } from 'express';
import { DomainError } from '#contracts/core/errors.ts';
import type { Dependencies } from '#services/platform/module.ts';
import { result, secretOf } from '#services/platform/files/results.ts';
import { openName, type Named } from '#services/platform/files/signed-name.ts';
import { fileEtag, serve, type FileToServe } from '#services/platform/files/serve-file.ts';

/** `GET /file?file=NAME`: everything that is not a good name is a file that does not exist. */
export async function openFile(deps: Dependencies, req: Request, res: Response): Promise<void> {
  const target = openName(secretOf(deps.config), req.query['file'], deps.clock.now());
  const file = target && (await fileToServe(deps, target));
  if (!file) throw new DomainError('FILE_ASSENTE');
  await serve(req, res, { ...file, attachment: file.attachment || req.query['scarica'] === '1' });
}

async function fileToServe(deps: Dependencies, target: Named): Promise<FileToServe | null> {
  if ('processo' in target) return result(deps, target.processo);
  // a name given afterwards is for who may look at what was
  const deleted = await deps.files.deleted(target.path);
  if (deleted !== null && deleted >= target.given) return null;
  const read = await deps.files.read(target.path, target.version);
  const { path, bytes: byte, modified, version, contentType } = read;
  return {
    name: path.slice(path.lastIndexOf('/') + 1),
    bytes: byte,
    modified,
    contentType,
    attachment: false,
    etag: fileEtag(path, version, byte, modified),
    open: (range) => read.open(range),
  };
}
