import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { open, readdir, rename, rm, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { DomainError } from '#contracts/core/errors.ts';
import type { FileInfo, FileLetto, FileStore } from '#contracts/ports/file-store.ts';
import { controllo } from './content-check.ts';
import { comeInfo, comeLetto, statoFile } from './read-file.ts';
import { estensione, percorsoLogico } from './logical-path.ts';
import { apriRadice, suDisco, suDiscoConCartella, type Radice } from './root.ts';
import { conSerratura, inFila } from './file-lock.ts';
import { spazza } from './sweep.ts';
import { collega, conserva, percorsoVersione, sincronizzaCartella, versioneDi } from './versions.ts';

export interface OpzioniArchivio {
  cartella: string;
  maxByte: number;
}

/** The archive as a folder that people can browse too. */
export function archivioSuDisco({ cartella, maxByte }: OpzioniArchivio): FileStore {
  const fila = inFila();
  let aperta: Promise<Radice> | null = null;

  const radice = (): Promise<Radice> => {
    aperta ??= apriRadice(cartella).then(async (r) => {
      await spazza(r.temp);
      return r;
    });
    // a share that was not mounted yet can be tried again
    aperta.catch(() => (aperta = null));
    return aperta;
  };
  const solo = <T>(r: Radice, percorso: string, lavoro: () => Promise<T>) =>
    fila(percorso, () => conSerratura(r.temp, percorso, lavoro));

  return {
    async scrivi(testo, contenuto, tipo) {
      const percorso = percorsoLogico(testo);
      const r = await radice();
      await suDisco(r, percorso);
      const temp = join(r.temp, randomUUID());
      try {
        await ricevi(temp, contenuto, tipo, maxByte);
        return await solo(r, percorso, () => metti(r, temp, percorso));
      } finally {
        await rm(temp, { force: true });
      }
    },
    async leggi(testo, versione) {
      const percorso = percorsoLogico(testo);
      return leggi(await radice(), percorso, versione);
    },
    async info(testo) {
      const percorso = percorsoLogico(testo);
      return infoDi(await radice(), percorso);
    },
    async elenca(testo) {
      const percorso = percorsoLogico(testo);
      return elenca(await radice(), percorso);
    },
    async elimina(testo) {
      const percorso = percorsoLogico(testo);
      const r = await radice();
      await solo(r, percorso, () => togli(r, percorso));
    },
    async rinomina(da, a) {
      const [prima, dopo] = [percorsoLogico(da), percorsoLogico(a)];
      if (estensione(prima) !== estensione(dopo)) throw new DomainError('ESTENSIONE_DIVERSA');
      if (prima === dopo) throw new DomainError('DESTINAZIONE_OCCUPATA');
      const r = await radice();
      // always in the same order, or two opposite renames would wait for each other
      const [uno, due] = [prima, dopo].toSorted() as [string, string];
      return solo(r, uno, () => solo(r, due, () => sposta(r, prima, dopo)));
    },
  };
}

async function ricevi(temp: string, contenuto: Readable, tipo: 'pdf' | 'jpeg', maxByte: number): Promise<void> {
  const { flusso } = controllo(tipo, maxByte);
  await pipeline(contenuto, flusso, createWriteStream(temp, { flags: 'wx', mode: 0o644 }));
  const handle = await open(temp, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** The old content gets its second name before the new one takes its place: there is always one to read. */
async function metti(r: Radice, temp: string, percorso: string): Promise<FileInfo> {
  const disco = await suDiscoConCartella(r, percorso).catch(comePercorso);
  const presente = await infoDi(r, percorso);
  if (presente) await conserva(r, disco, percorso, presente.versione);
  await rename(temp, disco).catch(comePercorso);
  await sincronizzaCartella(dirname(disco));
  const dopo = await infoDi(r, percorso);
  if (!dopo) throw new DomainError('FILE_ASSENTE');
  return dopo;
}

async function togli(r: Radice, percorso: string): Promise<void> {
  const presente = await infoDi(r, percorso);
  if (!presente) throw new DomainError('FILE_ASSENTE');
  const disco = await suDisco(r, percorso);
  await conserva(r, disco, percorso, presente.versione);
  await unlink(disco);
  await sincronizzaCartella(dirname(disco));
}

async function sposta(r: Radice, da: string, a: string): Promise<FileInfo> {
  const presente = await infoDi(r, da);
  if (!presente) throw new DomainError('FILE_ASSENTE');
  const prima = await suDisco(r, da);
  const dopo = await suDiscoConCartella(r, a).catch(comePercorso);
  await collega(prima, dopo).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EEXIST' ? new DomainError('DESTINAZIONE_OCCUPATA') : error;
  });
  // under the old name it stays an earlier version, which the history can open
  await conserva(r, prima, da, presente.versione, true);
  await unlink(prima);
  await sincronizzaCartella(dirname(prima));
  await sincronizzaCartella(dirname(dopo));
  const info = await infoDi(r, a);
  if (!info) throw new DomainError('FILE_ASSENTE');
  return info;
}

async function infoDi(r: Radice, percorso: string): Promise<FileInfo | null> {
  const stato = await statoFile(await suDisco(r, percorso));
  return stato ? comeInfo(percorso, stato, await versioneDi(r, percorso, stato)) : null;
}

async function leggi(r: Radice, percorso: string, versione?: number): Promise<FileLetto> {
  const disco = await suDisco(r, percorso);
  const presente = await statoFile(disco);
  const attuale = presente && (await versioneDi(r, percorso, presente));
  if (presente && attuale && (versione === undefined || versione === attuale)) return comeLetto(comeInfo(percorso, presente, attuale), disco, presente);
  if (versione === undefined) throw new DomainError('FILE_ASSENTE');
  const conservato = await suDisco(r, percorsoVersione(percorso, versione));
  const stato = await statoFile(conservato);
  if (!stato) throw new DomainError('FILE_ASSENTE');
  return comeLetto(comeInfo(percorso, stato, versione), conservato, stato);
}

async function elenca(r: Radice, cartella: string): Promise<FileInfo[]> {
  const voci = await readdir(await suDisco(r, cartella), { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return [];
    throw error;
  });
  const nomi = voci.filter((voce) => voce.isFile() && !voce.name.startsWith('.')).map((voce) => voce.name).toSorted();
  const infos = await Promise.all(nomi.map((nome) => infoDi(r, `${cartella}/${nome}`)));
  return infos.filter((info) => info !== null);
}

/** What the file system refuses because of the name itself is a wrong path, not a fault of ours. */
function comePercorso(error: NodeJS.ErrnoException): never {
  if (['ENOTDIR', 'EISDIR', 'EINVAL', 'ENAMETOOLONG', 'ENOTEMPTY', 'EEXIST'].includes(error.code ?? '')) {
    throw new DomainError('PERCORSO_NON_VALIDO');
  }
  throw error;
}
