import type { Request, Response } from 'express';
import { JOBS_PER_PERSON, tooManyUnfinished } from '#contracts/ports/job-queue.ts';
import { countByName } from '#services/platform/concurrency/count-by-name.ts';
import { disposition } from '#services/platform/files/serve-file.ts';
import type { Dependencies } from '#services/platform/module.ts';
import { recordHandedOut, type ZipAsked, type ZipTaker } from './enqueue-zip.ts';

/**
 * For a client that wants the zip and knows nothing of jobs: it leaves while it is made, so the first
 * byte comes at once however large it is. One that cannot be ended is cut off: a zip without its
 * directory opens nowhere.
 */
export async function streamZip(deps: Dependencies, asked: ZipAsked, req: Request, whose: ZipTaker): Promise<void> {
  const { memberID } = whose.sender.identity;
  if (leaving.of(memberID) >= JOBS_PER_PERSON) throw tooManyUnfinished(JOBS_PER_PERSON);
  const release = leaving.take(memberID);
  try {
    await recordHandedOut(deps, asked, whose);
    await send(deps, asked, { req, res: whose.res });
  } finally {
    release();
  }
}

/** Of this process, by person: as many as of jobs. */
const leaving = countByName();

async function send(deps: Dependencies, asked: ZipAsked, { req, res }: { req: Request; res: Response }): Promise<void> {
  const gone = new AbortController();
  res.once('close', () => gone.abort());
  res.set({
    'Content-Type': 'application/zip',
    'Content-Disposition': disposition('attachment', `${asked.nome}.zip`),
    'Cache-Control': 'private, no-store, no-transform',
    'X-Content-Type-Options': 'nosniff',
  });
  res.flushHeaders();
  try {
    await deps.zip(res, asked, { signal: gone.signal });
  } catch (error) {
    res.destroy();
    // the reader went away: nobody is left to be told
    if (!gone.signal.aborted) deps.log.error({ err: error, percorso: req.path }, 'a zip was cut off');
  }
}
