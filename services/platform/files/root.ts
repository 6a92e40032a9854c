import { lstat, mkdir, realpath } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { DomainError } from '#contracts/core/errors.ts';
import { cartellaDi } from './logical-path.ts';

/** Folders of the archive's own; no logical path can name them, since it has no hidden names. */
export const TEMP = '.temp';
export const VERSIONI = '.versioni';

export interface Radice {
  /** Real path of the archive. */
  base: string;
  temp: string;
}

/** Makes the archive's folders and finds where it really is. */
export async function apriRadice(cartella: string): Promise<Radice> {
  await mkdir(join(cartella, TEMP), { recursive: true });
  await mkdir(join(cartella, VERSIONI), { recursive: true });
  const base = await realpath(cartella);
  return { base, temp: join(base, TEMP) };
}

/**
 * Where a checked path (logical, or below `.versioni`) lies on disk. Follows what is there: a
 * symbolic link that leads out of the archive is refused, in the folders and at the end.
 */
export async function suDisco(radice: Radice, percorso: string): Promise<string> {
  const disco = join(radice.base, percorso);
  if (!dentro(radice.base, disco)) throw new DomainError('PERCORSO_NON_VALIDO');
  const reale = await realeOltreIlPresente(disco);
  if (!dentro(radice.base, reale)) throw new DomainError('PERCORSO_NON_VALIDO');
  return disco;
}

/** The same, and its folder is there afterwards. */
export async function suDiscoConCartella(radice: Radice, percorso: string): Promise<string> {
  const disco = await suDisco(radice, percorso);
  await mkdir(join(radice.base, cartellaDi(percorso)), { recursive: true });
  return disco;
}

/** Real path of the longest part that exists; a dangling link is refused, since nobody knows where it will lead. */
async function realeOltreIlPresente(disco: string): Promise<string> {
  for (let parte = disco; ; parte = parte.slice(0, parte.lastIndexOf(sep)) || sep) {
    try {
      return await realpath(parte);
    } catch (error) {
      const codice = (error as NodeJS.ErrnoException).code;
      if (codice === 'ELOOP' || codice === 'ENAMETOOLONG') throw new DomainError('PERCORSO_NON_VALIDO');
      if (codice !== 'ENOENT' && codice !== 'ENOTDIR') throw error;
      const link = await lstat(parte).catch(() => null);
      if (link?.isSymbolicLink()) throw new DomainError('PERCORSO_NON_VALIDO');
    }
  }
}

function dentro(base: string, disco: string): boolean {
  return disco === base || disco.startsWith(base.endsWith(sep) ? base : base + sep);
}
