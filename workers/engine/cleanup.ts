import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import { eliminaScaduti, fileVivi, GIORNI_RISULTATO, type Scritture } from './processi.ts';

/**
 * Results whose time is over go, with the rows that told of them; so does what no row tells of any
 * more (a dismissed job, a crash in the middle) once it is as old.
 */
export async function pulisciRisultati(scritture: Scritture, cartella: string, adesso = new Date()): Promise<void> {
  await mkdir(cartella, { recursive: true });
  const dentro = resolve(cartella) + sep;
  for (const file of await eliminaScaduti(scritture)) {
    if (resolve(file).startsWith(dentro)) await rm(file, { force: true });
  }
  const vivi = await fileVivi(scritture);
  const limite = adesso.getTime() - GIORNI_RISULTATO * 86_400_000;
  for (const nome of await readdir(cartella)) {
    const file = join(cartella, nome);
    const stato = await stat(file).catch(() => null);
    if (stato?.isFile() && !vivi.has(file) && stato.mtimeMs < limite) await rm(file, { force: true });
  }
}
