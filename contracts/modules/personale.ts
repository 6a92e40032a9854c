import { PERSONALE_FOLDER } from '#contracts/core/archive-folders.ts';
import type { FileField } from '../core/documents.ts';

/** Names the specification gives workers' files: `PERSONALE/{matricola}_{SURNAME10}_{NAME10}/{matricola}_{id}.pdf`. */

export interface Worker {
  matricola: string;
  cognome?: unknown;
  nome?: unknown;
}

/** What no file system of ours takes in a name, invisible signs, and `_`, which parts the three pieces. */
const UNFIT = /[\s/\\:*?"<>|_\p{C}\u2028\u2029]/gu;
const LONGEST = 10;

/**
 * Surname or name as folders have it: spaces removed, upper-cased, the first ten characters. The
 * cut is between characters, never inside one; what a path cannot hold is left out.
 */
export function shortName(text: unknown): string {
  if (typeof text !== 'string') return '';
  const clean = text.normalize('NFC').replace(UNFIT, '').toUpperCase().normalize('NFC');
  // a folder of some file systems loses its last dots: it would not be found again
  return [...clean].slice(0, LONGEST).join('').replace(/\.+$/, '');
}

/** `{matricola}_{SURNAME10}_{NAME10}`: the worker's folder, and its name in an export. */
export const workerName = ({ matricola, cognome, nome }: Worker): string =>
  `${matricola.normalize('NFC')}_${shortName(cognome)}_${shortName(nome)}`;

export const workerFolder = (worker: Worker): string => `${PERSONALE_FOLDER}/${workerName(worker)}`;

/** `{matricola}_{documentId}.pdf`, `{matricola}_profilo.jpg`. */
export const workerFile = (matricola: string, file: FileField): string =>
  `${matricola.normalize('NFC')}_${file.suffix}.${file.kind === 'photo' ? 'jpg' : 'pdf'}`;

export interface WorkerPlace {
  matricola: string;
  /** The whole folder, `PERSONALE/…`. */
  folder: string;
  /** Name of the file in it. */
  name: string;
}

/** Whose folder a path lies in, also under a name the worker had before; `null` outside the workers' folders and in subfolders of theirs. */
export function workerPlace(path: string): WorkerPlace | null {
  const [root, worker, name, ...deeper] = path.split('/');
  const matricola = matricolaOf(worker ?? '');
  if (root !== PERSONALE_FOLDER || !name || deeper.length > 0 || matricola === null) return null;
  return { matricola, folder: `${root}/${worker}`, name };
}

/** The matricola may hold `_` itself; surname and name never do. */
export function matricolaOf(name: string): string | null {
  return /^(.+)_[^_]*_[^_]*$/.exec(name)?.[1] ?? null;
}
