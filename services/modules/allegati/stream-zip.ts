import type { Request, Response } from 'express';
import type { Sender } from '#contracts/ports/dispatch.ts';
import { JOBS_PER_PERSON, tooManyUnfinished } from '#contracts/ports/job-queue.ts';
import { takenByName } from '#services/platform/concurrency/taken.ts';
import { disposition } from '#services/platform/files/serve-file.ts';
import type { Taker } from '#services/platform/identity/access-trail.ts';
import type { Dependencies } from '#services/platform/module.ts';
import { recordHandedOut, type ZipAsked } from './enqueue-zip.ts';

/**
 * For a client that wants the zip and knows nothing of jobs: it leaves while it is made, so the first
 * byte comes at once however large it is. One that cannot be ended is cut off: a zip without its
 * directory opens nowhere.
 */
export async function streamZip(
  deps: Dependencies,
  asked: ZipAsked,
  { req, res }: { req: Request; res: Response },
  sender: Sender,
  taker: Taker,
): Promise<void> {
  const { memberID } = sender.identity;
  if (leaving.of(memberID) >= JOBS_PER_PERSON) throw tooManyUnfinished(JOBS_PER_PERSON);
  const release = leaving.take(memberID);
  try {
    await recordHandedOut(deps, asked, sender, taker);
    await send(deps, asked, { req, res });
  } finally {
    release();
  }
}

/** Of this process, by person: as many as of jobs. */
const leaving = takenByName();

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
