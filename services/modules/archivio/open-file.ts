import type { Request, Response } from 'express';
import type { FileContent } from '#contracts/ports/file-store.ts';
import { DomainError } from '#contracts/core/errors.ts';
import type { Identity } from '#contracts/core/permissions.ts';
import { readSession } from '#projections/accesso/accesso.queries.ts';
import { secondFactorRule } from '#services/platform/identity/passkey-site.ts';
import { identityOf } from '#services/platform/identity/sessions.ts';
import type { Dependencies } from '#services/platform/module.ts';
import { cleanPieces } from '#services/platform/files/clean-jpeg.ts';
import { bytesOf, isWhole, readPieces } from '#services/platform/files/pieces.ts';
import { result, secretsOf } from '#services/platform/files/results.ts';
import { opens } from '#services/registers/file-owner.ts';
import { mayReadResult } from '#services/registers/result-rights.ts';
import { openNameUnder, type SignedTarget } from '#services/platform/files/signed-name.ts';
import { nameInTrail, readingId, recordTaking } from '#services/platform/identity/access-trail.ts';
import { fileEtag, serve, type FileToServe } from '#services/platform/files/serve-file.ts';

/**
 * Sends the file of a short-lived name (`GET /file?file=NAME`). Throws FILE_ASSENTE for every name that is invalid, expired or no longer
 * permitted, so that the response does not tell which.
 */
export async function openFile(deps: Dependencies, req: Request, res: Response): Promise<void> {
  const target = openNameUnder(secretsOf(deps.config), req.query['file'], deps.clock.now());
  const reader = target && (await readerOf(deps, target));
  const file = target && reader !== null && (await isPermitted(deps, target, reader)) && (await fileToServe(deps, target));
  if (!file) throw new DomainError('FILE_ASSENTE');
  if ('processo' in target && reader && req.method === 'GET') {
    const commandId = readingId(reader.memberID, target.processo, deps.clock.now());
    await recordTaking(
      deps,
      { utente: nameInTrail(reader), indirizzo: req.ip ?? null, commandId },
      { tipo: 'scaricamento', cosa: file.name, quanti: 1 },
    );
  }
  await serve(req, res, { ...file, attachment: file.attachment || req.query['scarica'] === '1' });
}

/**
 * Returns a JPEG's content without metadata such as the place. Uploads are cleaned when stored, but older photos and photos copied into the
 * archive by hand still have metadata.
 */
async function withoutMetadata(read: FileContent): Promise<Pick<FileContent, 'bytes' | 'open'>> {
  const pieces = await cleanPieces(read.open() as AsyncIterable<Buffer>);
  if (!pieces || isWhole(pieces, read.bytes)) return read;
  return { bytes: bytesOf(pieces), open: (range) => readPieces(pieces, (part) => read.open(part), range) };
}

/**
 * Returns the identity in the session for which a name was made; `undefined` for a name without session, which anyone may use, and `null`
 * if the session has ended.
 */
async function readerOf({ readDb, clock, config }: Dependencies, { session }: SignedTarget): Promise<Identity | undefined | null> {
  if (session === null) return undefined;
  const read = await readSession(readDb, session, clock.now(), secondFactorRule(config));
  return read && identityOf(read);
}

/** Tells whether the reader still has the right to the file or result, which may have been withdrawn since the name was made. */
async function isPermitted(deps: Dependencies, target: SignedTarget, reader: Identity | undefined): Promise<boolean> {
  if (reader === undefined) return true;
  if (!('processo' in target)) return opens(reader, await deps.owners.ownership(target.path));
  const job = await deps.jobs.find(target.processo);
  return job !== null && mayReadResult(deps.catalogue, reader, job);
}

async function fileToServe(deps: Dependencies, target: SignedTarget): Promise<FileToServe | null> {
  if ('processo' in target) return result(deps, target.processo);
  // a deletion ends only the names made before it; later names open an earlier version of the deleted file
  const deleted = await deps.files.deleted(target.path);
  if (deleted !== null && deleted >= target.created) return null;
  const read = await deps.files.read(target.path, target.version);
  const { path, modified, version, contentType } = read;
  const { bytes: byte, open } = contentType === 'image/jpeg' ? await withoutMetadata(read) : read;
  return {
    name: path.slice(path.lastIndexOf('/') + 1),
    bytes: byte,
    modified,
    contentType,
    attachment: false,
    caching: target.reserved ? 'never' : target.session === null ? 'briefly' : 'asking',
    etag: fileEtag(path, version, byte, modified),
    open: (range) => open(range),
  };
}
