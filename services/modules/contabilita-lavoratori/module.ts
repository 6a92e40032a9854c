import { z } from 'zod';
import { contabilitaChronicle } from '#contracts/modules/contabilita/chronicle.ts';
import type { Dependencies, Module, Exchange } from '#services/platform/module.ts';
import { downloadResult } from './download-result.ts';
import { digests, listEarlier, listProcesses } from './list-processes.ts';
import { receiveFiles } from './receive-files.ts';
import { accountingJob } from './job/accounting-job.ts';
import { DomainError } from '#contracts/core/errors.ts';
import { scope, type RegisterAccess } from '#contracts/core/permissions.ts';
import { removalOf } from '#contracts/modules/contabilita/removal.ts';
import { execute } from '#services/registers/command-handling.ts';
import { removeResults } from '#services/platform/files/results.ts';
import { requireIdentity } from '#services/platform/http/permissions.ts';
import { senderOf, waitForReadTables } from '#services/platform/http/write-answer.ts';
import { findRun } from './runs.ts';

/**
 * Handles `DELETE process-result {id}`. A result belongs to the firm, so deleting it requires the right to change every run of the area.
 * The removal is recorded before the files are deleted; a request repeated after a crash records it only once.
 */
async function removeRun(deps: Dependencies, accesso: RegisterAccess, { req, res, context }: Exchange): Promise<void> {
  if (scope(requireIdentity(context.identity), accesso, 'edit') !== 'all')
    throw new DomainError('NON_PERMESSO', { message: 'Un’elaborazione la toglie chi può modificare tutte quelle dell’area.' });
  const run = await findRun(deps, accesso, context.identity, req);
  if (run.status !== 'done' && run.status !== 'error') throw new DomainError('PROCESSO_IN_CORSO');
  const { position } = await execute(deps, { ...removalOf(run), sender: senderOf(req, context) });
  await removeResults(deps.config, (await deps.jobs.withdraw(run.id)) ?? []);
  await waitForReadTables(deps, res, position);
  res.json({ message: { affectedRows: 1 } });
}

const { access: ACCESS } = contabilitaChronicle;
const PATH = '/api/contabilita-lavoratori';
const runId = z.object({ id: z.string() });

/** Module that computes personnel costs by site: two uploaded files, a job, and result files. */
export function contabilitaLavoratoriModule(deps: Dependencies): Module {
  return {
    name: 'contabilita-lavoratori',
    routes: [
      {
        method: 'POST',
        path: `${PATH}/process-files`,
        rawBody: true,
        permission: { access: ACCESS, action: 'edit' },
        description:
          'Carica i movimenti per dipendente (bilMovDip) e le ripartizioni, due .csv (multipart): risponde con l’operazione in attesa',
        handle: (req, res, context) => receiveFiles(deps, req, res, context),
      },
      {
        method: 'GET',
        path: `${PATH}/process-result`,
        permission: { access: ACCESS, action: 'view' },
        description: 'Le elaborazioni, le più recenti prima',
        handle: (_req, res, { identity }) => listProcesses(deps, ACCESS, res, identity),
      },
      {
        method: 'GET',
        path: `${PATH}/gia-elaborati`,
        permission: { access: ACCESS, action: 'view' },
        schema: { query: digests },
        description: 'Le elaborazioni degli stessi due file (SHA-256 di ciascuno), le più recenti prima, anche tolte',
        handle: (req, res, { identity }) => listEarlier(deps, ACCESS, { req, res, identity }),
      },
      {
        method: 'DELETE',
        path: `${PATH}/process-result`,
        permission: { access: ACCESS, action: 'edit' },
        schema: { body: runId },
        description: 'Toglie un’elaborazione finita (id) e tutti i suoi file; serve il livello 3 in modifica',
        handle: (req, res, context) => removeRun(deps, ACCESS, { req, res, context }),
      },
      {
        method: 'GET',
        path: `${PATH}/download`,
        permission: { access: ACCESS, action: 'view' },
        description: 'Un file di un’elaborazione (filename)',
        handle: (req, res, context) => downloadResult(deps, ACCESS, { req, res, context }),
      },
    ],
    jobs: [accountingJob(deps)],
  };
}
