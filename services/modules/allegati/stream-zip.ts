import type { Request, Response } from 'express';
import { JOBS_PER_PERSON, tooManyUnfinished } from '#contracts/ports/job-queue.ts';
import { countByName } from '#services/platform/concurrency/count-by-name.ts';
import { disposition } from '#services/platform/files/serve-file.ts';
import type { Dependencies } from '#services/platform/module.ts';
import { recordHandedOut, type ZipAsked, type ZipTaker } from './enqueue-zip.ts';

/**
 * Streams a zip in the response, for clients that ask for `application/zip` instead of a job. The first byte is sent at once, whatever the
 * size. On an error the connection is cut: a zip without its central directory cannot be opened, so the client sees the failure.
 * Throws CODA_PIENA if the person already receives `JOBS_PER_PERSON` zips.
 */
export async function streamZip(deps: Dependencies, zipRequest: ZipAsked, req: Request, recipient: ZipTaker): Promise<void> {
  const { memberID } = recipient.sender.identity;
  if (leaving.of(memberID) >= JOBS_PER_PERSON) throw tooManyUnfinished(JOBS_PER_PERSON);
  const release = leaving.take(memberID);
  try {
    await recordHandedOut(deps, zipRequest, recipient);
    await send(deps, zipRequest, { req, res: recipient.res });
  } finally {
    release();
  }
}

/** Counts the zips that this process is streaming, by person; the limit is that of jobs. */
const leaving = countByName();

async function send(deps: Dependencies, zipRequest: ZipAsked, { req, res }: { req: Request; res: Response }): Promise<void> {
  const disconnect = new AbortController();
  // the stream's own listeners come on top of those of the request; the default of 10 would print a warning
  res.setMaxListeners(20);
  res.once('close', () => disconnect.abort());
  res.set({
    'Content-Type': 'application/zip',
    'Content-Disposition': disposition('attachment', `${zipRequest.nome}.zip`),
    'Cache-Control': 'private, no-store, no-transform',
    'X-Content-Type-Options': 'nosniff',
  });
  res.flushHeaders();
  try {
    await deps.zip(res, zipRequest, { signal: disconnect.signal });
  } catch (error) {
    res.destroy();
    // a client that closed the connection is no error of the portal
    if (!disconnect.signal.aborted) deps.log.error({ err: error, percorso: req.path }, 'a zip was cut off');
  }
}
