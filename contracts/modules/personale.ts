import { PERSONALE_FOLDER } from '#contracts/core/archive-folders.ts';
import type { FileField } from '../core/documents.ts';

/** Values of a worker that form the paths `PERSONALE/{matricola}_{SURNAME10}_{NAME10}/{matricola}_{id}.pdf` of the specification. */
export interface Worker {
  matricola: string;
  cognome?: unknown;
  nome?: unknown;
}

/** Characters removed from folder names: those file systems refuse, invisible ones, and `_`, which separates the three parts. */
const UNFIT = /[\s/\\:*?"<>|_\p{C}\u2028\u2029]/gu;
const LONGEST = 10;

/**
 * Returns a surname or name in the form of folder names: no spaces, upper case, the first ten characters. The cut counts code points;
 * characters that a path cannot hold are removed.
 */
export function shortName(text: unknown): string {
  if (typeof text !== 'string') return '';
  const clean = text.normalize('NFC').replace(UNFIT, '').toUpperCase().normalize('NFC');
  // some file systems drop trailing dots of a folder's name, so the folder would not be found again
  return [...clean].slice(0, LONGEST).join('').replace(/\.+$/, '');
}

/** Returns `{matricola}_{SURNAME10}_{NAME10}`: the name of the worker's folder, also in an export. */
export const workerName = ({ matricola, cognome, nome }: Worker): string =>
  `${matricola.normalize('NFC')}_${shortName(cognome)}_${shortName(nome)}`;

export const workerFolder = (worker: Worker): string => `${PERSONALE_FOLDER}/${workerName(worker)}`;

/** Returns the file's name: `{matricola}_{documentId}.pdf` or `{matricola}_profilo.jpg`. */
export const workerFile = (matricola: string, file: FileField): string =>
  `${matricola.normalize('NFC')}_${file.suffix}.${file.kind === 'photo' ? 'jpg' : 'pdf'}`;

export interface WorkerPlace {
  matricola: string;
  /** The whole folder, `PERSONALE/…`. */
  folder: string;
  /** Name of the file in it. */
  name: string;
}

/**
 * Returns the worker whose folder contains a path, also under a former name. `null` outside the workers' folders and in their subfolders.
 */
export function workerPlace(path: string): WorkerPlace | null {
  const [root, worker, name, ...deeper] = path.split('/');
  const matricola = matricolaOf(worker ?? '');
  if (root !== PERSONALE_FOLDER || !name || deeper.length > 0 || matricola === null) return null;
  return { matricola, folder: `${root}/${worker}`, name };
}

/** Returns the matricola of a folder's name. The matricola may contain `_`; surname and name never do. */
export function matricolaOf(name: string): string | null {
  return /^(.+)_[^_]*_[^_]*$/.exec(name)?.[1] ?? null;
}
