import type { RegisterAccess } from '#contracts/core/permissions.ts';
import type { Dependencies, Module } from '#services/platform/module.ts';
import { downloadResult } from './download-result.ts';
import { listProcesses } from './list-processes.ts';
import { receiveFiles } from './receive-files.ts';

/** Of the area of personnel: these are wages. */
const ACCESSO: RegisterAccess = { area: 'report', write: 'area' };
const PATH = '/api/contabilita-lavoratori';

/** Personnel costs by site: two files in, a job, its results out. */
export function contabilitaLavoratoriModule(deps: Dependencies): Module {
  return {
    name: 'contabilita-lavoratori',
    routes: [
      {
        method: 'POST', path: `${PATH}/process-files`, rawBody: true, permission: { access: ACCESSO, action: 'edit' },
        description: 'Carica i movimenti per dipendente (bilMovDip) e le ripartizioni, due .csv (multipart): risponde con l’operazione in attesa',
        handle: (req, res, context) => receiveFiles(deps, req, res, context),
      },
      {
        method: 'GET', path: `${PATH}/process-result`, permission: { access: ACCESSO, action: 'view' }, description: 'Le elaborazioni, le più recenti prima',
        handle: (_req, res, { identity }) => listProcesses(deps, ACCESSO, res, identity),
      },
      {
        method: 'GET', path: `${PATH}/download`, permission: { access: ACCESSO, action: 'view' }, description: 'Un file di un’elaborazione (filename)',
        handle: (req, res, { identity }) => downloadResult(deps, ACCESSO, req, res, identity),
      },
    ],
  };
}
