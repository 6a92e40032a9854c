import type { Request, Response } from 'express';
import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { DomainError } from '#contracts/core/errors.ts';
import { CONTABILITA_MESSAGES, UPLOADS } from '#contracts/modules/contabilita/processi.ts';
import { INPUT_FILES, LIMITS, type InputFile } from '#contracts/modules/contabilita/result.ts';
import { fingerprint } from '#services/platform/files/fingerprint.ts';
import { withFiles, type ReceivedFile } from '#services/platform/files/receive-upload.ts';
import { resultsFolder } from '#services/platform/files/results.ts';
import { INCOMING } from '#services/platform/files/temp-folders.ts';
import { sweep } from '#services/platform/files/sweep.ts';
import { requireIdentity } from '#services/platform/http/permissions.ts';
import type { Context, Dependencies } from '#services/platform/module.ts';
import { enqueueRun, requireRoom, runIdOf, type SentFiles } from './enqueue-run.ts';

/** Age in milliseconds at which an upload is deleted. No job that will still run is that old. */
const FORGOTTEN = 7 * 24 * 3_600_000;

/** Handles `POST process-files`: stores both files, queues the job and sends the job's id and title without waiting for its end. */
export async function receiveFiles(deps: Dependencies, req: Request, res: Response, context: Context): Promise<void> {
  const { memberID, groupID } = requireIdentity(context.identity);
  await requireRoom(deps, memberID, runIdOf(context.commandId));
  const folder = join(resultsFolder(deps.config), UPLOADS);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await sweep(folder, FORGOTTEN);
  const incoming = join(folder, INCOMING);
  await sweep(incoming);
  const message = await withFiles(req, { folder: incoming, howMany: INPUT_FILES.length, maxByte: LIMITS.fileByte }, async ({ files }) => {
    const inputFiles = await keep(filesByName(files), folder);
    try {
      return await enqueueRun(deps, inputFiles, { person: { memberID, groupID }, context }, () => discard(folder, inputFiles));
    } catch (error) {
      await discard(folder, inputFiles);
      throw error;
    }
  }).catch((error: unknown) => {
    throw asBadRequest(error);
  });
  res.json({ message });
}

async function discard(folder: string, inputFiles: SentFiles): Promise<void> {
  await Promise.all(INPUT_FILES.map((name) => rm(join(folder, inputFiles[name].caricato), { force: true })));
}

function filesByName(files: readonly ReceivedFile[]): Record<InputFile, ReceivedFile> {
  const [bilMovDip, ripartizioni] = INPUT_FILES.map((name) =>
    files.find(({ field, originalName }) => field === name && originalName !== ''),
  );
  if (!bilMovDip || !ripartizioni) throw new DomainError('RICHIESTA_NON_VALIDA', { message: CONTABILITA_MESSAGES.fileMancante });
  for (const { field, originalName } of [bilMovDip, ripartizioni]) {
    if (!/\.csv$/i.test(originalName))
      throw new DomainError('RICHIESTA_NON_VALIDA', {
        message: CONTABILITA_MESSAGES.nonCsv,
        errors: [{ campo: field, messaggio: CONTABILITA_MESSAGES.nonCsv }],
      });
  }
  return { bilMovDip, ripartizioni };
}

/** Moves both files to the uploads folder under generated names, where the job reads them. */
async function keep(files: Record<InputFile, ReceivedFile>, folder: string): Promise<SentFiles> {
  const moveFile = async ({ file, originalName }: ReceivedFile) => {
    const uploaded = randomUUID();
    const sha256 = await fingerprint(createReadStream(file));
    await rename(file, join(folder, uploaded));
    return { caricato: uploaded, nome: basename(originalName.replaceAll('\\', '/')).slice(-255), sha256 };
  };
  return { bilMovDip: await moveFile(files.bilMovDip), ripartizioni: await moveFile(files.ripartizioni) };
}

/** Converts `FILE_TROPPO_GRANDE` to a 400 error, the only status with which these routes refuse files. */
function asBadRequest(error: unknown): unknown {
  if (!(error instanceof DomainError) || error.code !== 'FILE_TROPPO_GRANDE') return error;
  return new DomainError('RICHIESTA_NON_VALIDA', { message: error.message });
}
