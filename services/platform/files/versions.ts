import { constants, type Stats } from 'node:fs';
import { copyFile, link, mkdir, open, readdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { suDisco, VERSIONI, type Radice } from './root.ts';

/** `.versioni/<percorso>/<n>`: the n-th content of the path, once it is no longer in place. */
export const percorsoVersione = (percorso: string, versione: number): string => `${VERSIONI}/${percorso}/${versione}`;

/**
 * Number of the content in place: the next after those put away, unless it is the last of them
 * itself (a replacement or removal is about to take it out of place, or was cut off before it could).
 */
export async function versioneDi(radice: Radice, percorso: string, presente: Stats): Promise<number> {
  const ultima = await ultimaConservata(radice, percorso);
  if (ultima === 0) return 1;
  const conservata = await stat(await suDisco(radice, percorsoVersione(percorso, ultima))).catch(() => null);
  return conservata && stessoFile(conservata, presente) ? ultima : ultima + 1;
}

const stessoFile = (a: Stats, b: Stats): boolean => a.ino === b.ino && a.dev === b.dev;

/** Highest number among the contents put away; 0 when there is none. */
async function ultimaConservata(radice: Radice, percorso: string): Promise<number> {
  const cartella = await suDisco(radice, `${VERSIONI}/${percorso}`);
  const nomi = await readdir(cartella).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return [];
    throw error;
  });
  return nomi.reduce((massimo, nome) => (/^[1-9]\d{0,8}$/.test(nome) ? Math.max(massimo, Number(nome)) : massimo), 0);
}

/**
 * Keeps the content at `disco` as version `versione` of `percorso`. Never overwrites a kept one.
 * `copia` when the content stays in use under another name: people can change it there by hand.
 */
export async function conserva(radice: Radice, disco: string, percorso: string, versione: number, copia = false): Promise<void> {
  const destinazione = await suDisco(radice, percorsoVersione(percorso, versione));
  await mkdir(dirname(destinazione), { recursive: true });
  await (copia ? copyFile(disco, destinazione, constants.COPYFILE_EXCL) : collega(disco, destinazione)).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST' || !stessoFile(await stat(disco), await stat(destinazione))) throw error;
  });
  await sincronizzaCartella(dirname(destinazione));
}

/** A second name for the same content; a copy where the file system (many network shares) has no links. EEXIST when taken. */
export async function collega(da: string, a: string): Promise<void> {
  try {
    await link(da, a);
  } catch (error) {
    const codice = (error as NodeJS.ErrnoException).code ?? '';
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EACCES'].includes(codice)) throw error;
    await copyFile(da, a, constants.COPYFILE_EXCL);
  }
}

/** A rename is durable once its folder is; network shares that refuse it are left as they are. */
export async function sincronizzaCartella(cartella: string): Promise<void> {
  const handle = await open(cartella, 'r').catch(() => null);
  if (!handle) return;
  await handle.sync().catch(() => {});
  await handle.close();
}
