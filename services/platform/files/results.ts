import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename, resolve, sep } from 'node:path';
import { contentType, fileState } from './read-file.ts';
import { signature, type Target } from './signed-name.ts';
import { fileEtag, type FileToServe } from './serve-file.ts';
import type { Config } from '../start/config.ts';
import type { Dependencies } from '../module.ts';

/** Returns the folder of jobs' results, shared by the API and the workers. */
export const resultsFolder = (config: Pick<Config, 'DATI_DIR'>): string => resolve(config.DATI_DIR, 'risultati');

/** Returns the folder for mails, used while no SMTP server is set. */
export const mailFolder = (config: Pick<Config, 'DATI_DIR'>): string => resolve(config.DATI_DIR, 'posta');

/**
 * Creates a short-lived name for `GET /file?file=NAME`. The name is valid for the session with this id; `null` makes it valid for anyone.
 */
export function newSignedName({ config, clock }: Pick<Dependencies, 'config' | 'clock'>, target: Target, session: string | null): string {
  return signature(secretOf(config), target, { session, now: clock.now() });
}

/** Returns the secret of the configuration. Throws if the start has not set one. */
export function secretOf({ SEGRETO: SECRET }: Pick<Config, 'SEGRETO'>): string {
  if (!SECRET) throw new Error('SEGRETO is missing: it is set at start-up');
  return SECRET;
}

/** Returns the secrets that may have signed something: the current one, then the previous one while the secret is being changed. */
export const secretsOf = (config: Pick<Config, 'SEGRETO' | 'SEGRETO_PRIMA'>): string[] => [
  secretOf(config),
  ...(config.SEGRETO_PRIMA === undefined ? [] : [config.SEGRETO_PRIMA]),
];

/** Checks whether a file lies in the results folder. No other file may be served or removed as a result. */
export function isResult(config: Pick<Config, 'DATI_DIR'>, file: string): boolean {
  return resolve(file).startsWith(resultsFolder(config) + sep);
}

/** Deletes the result files of a job. Ignores files outside the results folder. */
export async function removeResults(config: Pick<Config, 'DATI_DIR'>, files: readonly string[]): Promise<void> {
  await Promise.all(files.filter((file) => isResult(config, file)).map((file) => rm(file, { force: true })));
}

/** Returns the result of a finished job as a file to serve; `null` if it has none or the file was deleted. */
export async function result({ jobs, config }: Pick<Dependencies, 'jobs' | 'config'>, id: string): Promise<FileToServe | null> {
  const row = await jobs.find(id);
  if (row?.status !== 'done' || !row.file || !isResult(config, row.file)) return null;
  const { file } = row;
  const state = await fileState(file);
  if (!state) return null;
  const modified = state.mtime.toISOString();
  return {
    name: row.fileName ?? basename(file),
    bytes: state.size,
    modified,
    contentType: contentType(file),
    attachment: true,
    caching: 'never',
    etag: fileEtag(id, state.ino, state.size, modified),
    open: (range) => createReadStream(file, range ? { start: range.start, end: range.end } : {}),
  };
}
