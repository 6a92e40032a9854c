import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { resultsFolder } from './results.ts';
import { TEMP } from './root.ts';
import { sweepLeftovers } from './sweep.ts';
import type { Config } from '../start/config.ts';

type Folders = Pick<Config, 'DATI_DIR' | 'ARCHIVIO_DIR'>;

/** Returns the folder of uploads before they enter the archive. */
export const tempFolder = ({ DATI_DIR }: Pick<Config, 'DATI_DIR'>): string => resolve(DATI_DIR, 'temp');

/** Returns the folder in which the archive writes a file before moving it into place. */
export const archiveTempFolder = ({ DATI_DIR, ARCHIVIO_DIR = join(DATI_DIR, 'archivio') }: Folders): string => resolve(ARCHIVIO_DIR, TEMP);

/** Name of the subfolder of a results folder for uploaded files that a job will read. */
export const INCOMING = 'in-arrivo';

/** Deletes the temporary files of uploads that a killed portal was receiving. */
export async function sweepUploads(config: Folders): Promise<void> {
  const results = resultsFolder(config);
  const kinds = await readdir(results).catch(() => []);
  const folders = [tempFolder(config), archiveTempFolder(config), ...kinds.map((kind) => join(results, kind, INCOMING))];
  for (const folder of folders) await sweepLeftovers(folder);
}
