import { resolve } from 'node:path';
import type { Config } from '../platform/start/config.ts';
import { archiveFolder } from '../platform/start/environment.ts';
import { resultsFolder } from '../platform/files/results.ts';

/** Returns the folders that a backup contains: archive, results of jobs, secrets. */
export const foldersOf = (config: Pick<Config, 'ARCHIVIO_DIR' | 'DATI_DIR'>) => ({
  archivio: archiveFolder(config),
  risultati: resultsFolder(config),
  segreti: resolve(config.DATI_DIR, 'segreti'),
});
