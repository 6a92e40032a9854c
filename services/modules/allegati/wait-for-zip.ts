import type { Request, Response } from 'express';
import { setTimeout as pausa } from 'node:timers/promises';
import { DomainError } from '#contracts/core/errors.ts';
import { serve } from '#services/platform/files/serve-file.ts';
import type { Dependencies } from '#services/platform/module.ts';
import { result } from '#services/platform/files/results.ts';

const MAX_WAIT = 60_000;
const PAUSE = 150;

/**
 * For a client that wants the zip and knows nothing of jobs: streams it as soon as it is ready.
 * False when it takes longer; the job goes on.
 */
export async function awaitZip(deps: Dependencies, id: string, req: Request, res: Response): Promise<boolean> {
  const timeoutMs = performance.now() + MAX_WAIT;
  while (performance.now() < timeoutMs && !res.closed) {
    const row = await deps.jobs.find(id);
    if (!row || row.status === 'error') throw new DomainError('NON_DISPONIBILE', row?.message ? { message: row.message } : {});
    if (row.status === 'done') {
      const file = await result(deps, id);
      if (!file) throw new DomainError('FILE_ASSENTE');
      await serve(req, res, file);
      return true;
    }
    await pausa(PAUSE);
  }
  return res.closed;
}
