import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename, resolve, sep } from 'node:path';
import { contentType, fileState } from './read-file.ts';
import { signature, type Target } from './signed-name.ts';
import { fileEtag, type FileToServe } from './serve-file.ts';
import type { Config } from '../start/config.ts';
import type { Dependencies } from '../module.ts';

/** Folder of jobs' results, shared by the API and the workers. */
export const resultsFolder = (config: Pick<Config, 'DATI_DIR'>): string => resolve(config.DATI_DIR, 'risultati');

/** Folder of mails while no SMTP server is set. */
export const mailFolder = (config: Pick<Config, 'DATI_DIR'>): string => resolve(config.DATI_DIR, 'posta');

/** A fresh short-lived name for `GET /file?file=NAME`, which ends with the session of this id; `null`: what anyone may see. */
export function newName({ config, clock }: Pick<Dependencies, 'config' | 'clock'>, target: Target, session: string | null): string {
  return signature(secretOf(config), target, { session, now: clock.now() });
}

export function secretOf({ SEGRETO: SECRET }: Pick<Config, 'SEGRETO'>): string {
  if (!SECRET) throw new Error('SEGRETO is missing: it is set at start-up');
  return SECRET;
}

/** Keys under which something may have been made: today's, and the one before it while it changes. */
export const secretsOf = (config: Pick<Config, 'SEGRETO' | 'SEGRETO_PRIMA'>): string[] => [
  secretOf(config),
  ...(config.SEGRETO_PRIMA === undefined ? [] : [config.SEGRETO_PRIMA]),
];

/** Whether a row's file is one of ours: nothing outside the results folder is ever served or removed. */
export function isResult(config: Pick<Config, 'DATI_DIR'>, file: string): boolean {
  return resolve(file).startsWith(resultsFolder(config) + sep);
}

/** Takes the files of a job away, those that are ours. */
export async function removeResults(config: Pick<Config, 'DATI_DIR'>, files: readonly string[]): Promise<void> {
  await Promise.all(files.filter((file) => isResult(config, file)).map((file) => rm(file, { force: true })));
}

/** The result of a finished job, while it is kept. */
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
    kept: 'never',
    etag: fileEtag(id, state.ino, state.size, modified),
    open: (range) => createReadStream(file, range ? { start: range.start, end: range.end } : {}),
  };
}
