import { resolve } from 'node:path';
import type { Environment } from '../platform/start/environment.ts';
import { resultsFolder } from '../platform/files/results.ts';

/** Where the files of a portal are. */
export const foldersOf = (config: Environment['config']) => ({
  archivio: config.ARCHIVIO_DIR,
  risultati: resultsFolder(config),
  segreti: resolve(config.DATI_DIR, 'segreti'),
});
