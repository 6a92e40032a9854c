import { contabilitaChronicle } from '#contracts/modules/contabilita/chronicle.ts';
import type { Dependencies, Module } from '#services/platform/module.ts';
import { downloadResult } from './download-result.ts';
import { listProcesses } from './list-processes.ts';
import { receiveFiles } from './receive-files.ts';

const { access: ACCESS } = contabilitaChronicle;
const PATH = '/api/contabilita-lavoratori';

/** Personnel costs by site: two files in, a job, its results out. */
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
        path: `${PATH}/download`,
        permission: { access: ACCESS, action: 'view' },
        description: 'Un file di un’elaborazione (filename)',
        handle: (req, res, { identity }) => downloadResult(deps, ACCESS, req, res, identity),
      },
    ],
  };
}
