import { createReadStream } from 'node:fs';
import { basename, resolve, sep } from 'node:path';
import { contentType, fileState } from './read-file.ts';
import { signature, type Target } from './signed-name.ts';
import { fileEtag, type FileToServe } from './serve-file.ts';
import type { Config } from '../start/config.ts';
import type { Dependencies } from '../module.ts';

/** Where jobs leave their results; shared by the API and the workers. */
export const resultsFolder = (config: Pick<Config, 'DATI_DIR'>): string => resolve(config.DATI_DIR, 'risultati');

/** Where mails become files while no SMTP server is set. */
export const mailFolder = (config: Pick<Config, 'DATI_DIR'>): string => resolve(config.DATI_DIR, 'posta');

/** A fresh short-lived name for `GET /file?file=NAME`. */
export function newName({ config, clock }: Pick<Dependencies, 'config' | 'clock'>, target: Target): string {
  return signature(secretOf(config), target, clock.now());
}

export function secretOf({ SEGRETO: SECRET }: Pick<Config, 'SEGRETO'>): string {
  if (!SECRET) throw new Error('SEGRETO is missing: it is set at start-up');
  return SECRET;
}

/** Whether a row's file is one of ours: nothing outside the results folder is ever served or removed. */
export function isResult(config: Pick<Config, 'DATI_DIR'>, file: string): boolean {
  return resolve(file).startsWith(resultsFolder(config) + sep);
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
    etag: fileEtag(id, state.ino, state.size, modified),
    open: (range) => createReadStream(file, range ? { start: range.start, end: range.end } : {}),
  };
}
