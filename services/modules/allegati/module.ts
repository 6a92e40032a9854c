import type { Request, Response } from 'express';
import { waitForReadTables, senderOf } from '#services/platform/http/write-answer.ts';
import { takerOf } from '#services/platform/identity/access-trail.ts';
import type { Context, Dependencies, Module } from '#services/platform/module.ts';
import { enqueueZip, zipAsked } from './enqueue-zip.ts';
import { renameBody, rename } from './rename-files.ts';
import { streamZip } from './stream-zip.ts';
import { job } from '#contracts/ports/job-queue.ts';
import { esportaAllegati } from '#contracts/jobs/esporta-allegati.ts';
import { resultsFolder } from '#services/platform/files/results.ts';
import { esportaAllegatiHandler } from './esporta-allegati.handler.ts';

/** Creates the module that zips the documents of selected records and renames files. The specification has one route for both. */
export function allegatiModule(deps: Dependencies): Module {
  return {
    name: 'allegati',
    routes: [
      {
        method: 'POST',
        path: '/api/allegati',
        permission: 'session',
        description: 'Zip degli allegati di una selezione, oppure rinomina di file',
        handle: (req, res, context) => (isRename(req.body) ? renameFile(deps, req, res, context) : zip(deps, req, res, context)),
      },
    ],
    jobs: [job(esportaAllegati, esportaAllegatiHandler({ zip: deps.zip, resultsFolder: resultsFolder(deps.config) }))],
  };
}

async function renameFile(deps: Dependencies, req: Request, res: Response, context: Context): Promise<void> {
  const { position, ...message } = await rename(deps, renameBody.parse(req.body).path, senderOf(req, context));
  await waitForReadTables(deps, res, position);
  res.json({ message });
}

async function zip(deps: Dependencies, req: Request, res: Response, context: Context): Promise<void> {
  const sender = senderOf(req, context);
  const asked = await zipAsked(deps, req.body, sender);
  const whose = { res, sender, taker: takerOf(req, context) };
  if ((req.headers.accept ?? '').toLowerCase().includes('application/zip')) return streamZip(deps, asked, req, whose);
  const jobId = await enqueueZip(deps, asked, whose);
  res.status(202).location(`/api/processi/${jobId}`).json({ message: { jobId } });
}

function isRename(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'rename' in body && body.rename !== false && body.rename !== 'false';
}
