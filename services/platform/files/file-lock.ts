import { createHash, randomUUID } from 'node:crypto';
import { link, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as attendi } from 'node:timers/promises';
import { DomainError } from '#contracts/core/errors.ts';

/** One after the other for the same key, side by side for different ones; within this process. */
export function inFila(): <T>(chiave: string, lavoro: () => Promise<T>) => Promise<T> {
  const code = new Map<string, Promise<unknown>>();
  return async (chiave, lavoro) => {
    const prima = code.get(chiave) ?? Promise.resolve();
    const mio = prima.then(lavoro, lavoro);
    code.set(chiave, mio);
    try {
      return await mio;
    } finally {
      if (code.get(chiave) === mio) code.delete(chiave);
    }
  };
}

/** After this long without a sign of life a lock file belongs to a process that died. */
const ABBANDONATA = 30_000;
const ATTESA_MASSIMA = 20_000;
const PAUSA = 15;

/**
 * The same between processes that share the archive: a lock file made with O_EXCL. It is held for
 * a few renames only, never while bytes are being received.
 */
export async function conSerratura<T>(cartellaTemp: string, chiave: string, lavoro: () => Promise<T>): Promise<T> {
  const file = join(cartellaTemp, `${createHash('sha256').update(chiave).digest('hex')}.lock`);
  const mio = randomUUID();
  const entro = Date.now() + ATTESA_MASSIMA;
  while (!(await prendi(file, mio))) {
    if (Date.now() > entro) throw new DomainError('NON_DISPONIBILE', { messaggio: "L'archivio è occupato: riprova tra poco.", retryAfter: 5 });
    await attendi(PAUSA);
  }
  const battito = setInterval(() => void utimes(file, new Date(), new Date()).catch(() => {}), ABBANDONATA / 3);
  try {
    return await lavoro();
  } finally {
    clearInterval(battito);
    if ((await readFile(file, 'utf8').catch(() => '')) === mio) await rm(file, { force: true });
  }
}

async function prendi(file: string, mio: string): Promise<boolean> {
  try {
    await writeFile(file, mio, { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const abbandonata = await tokenAbbandonato(file);
  if (abbandonata !== null) await togli(file, abbandonata, mio);
  return false;
}

async function tokenAbbandonato(file: string): Promise<string | null> {
  const token = await readFile(file, 'utf8').catch(() => null);
  const stato = await stat(file).catch(() => null);
  return token !== null && stato !== null && Date.now() - stato.mtimeMs > ABBANDONATA ? token : null;
}

/** Moves it aside first: when another process took the lock meanwhile, it is put back. */
async function togli(file: string, token: string, mio: string): Promise<void> {
  const daParte = `${file}.${mio}`;
  await rename(file, daParte).catch(() => {});
  const trovato = await readFile(daParte, 'utf8').catch(() => null);
  if (trovato !== null && trovato !== token) await link(daParte, file).catch(() => {});
  await rm(daParte, { force: true });
}
