import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { haFormaNoleggio } from '#contracts/modules/noleggi.ts';
import type { Dipendenze } from '#services/platform/module.ts';
import { chiNomina, fileDelGiorno, percorsoDelGiorno, periodiSenzaContratto, rigaNoleggio, type FileDelGiorno } from './noleggio-files.ts';
import type { Ricevuto } from '#services/platform/files/receive-upload.ts';
import { inFila } from '#services/platform/files/file-lock.ts';

type Serve = Pick<Dipendenze, 'letture' | 'files'>;
type Arrivato = Pick<Ricevuto, 'file' | 'byte'>;
type Libero = (percorso: string) => Promise<boolean>;

/** Two files of one day choose their names one after the other. */
const unoAllaVolta = inFila();

/**
 * Stores under the name that is free: the photos and the contracts of one day stand beside each
 * other as `…`, `…-2`, `…-3`. Every other file has one place, and goes there.
 */
export async function conPosto<T>(dip: Serve, percorso: string, arrivato: Arrivato, usa: (percorso: string) => Promise<T>): Promise<T> {
  const [matricola = '', ...altri] = percorso.split('/');
  const giorno = haFormaNoleggio(matricola) ? fileDelGiorno(matricola, altri.join('/')) : null;
  const riga = giorno && (await rigaNoleggio(dip.letture, matricola));
  if (!giorno || !riga) return usa(percorso);
  return unoAllaVolta(percorsoDelGiorno(matricola, { ...giorno, quale: 1 }), async () => {
    const libero = giorno.tipo === 'foto' ? fotoLibera(dip, riga['id'], arrivato) : await contrattoLibero(dip, riga['id'], giorno.data);
    return usa(await primo(matricola, giorno, libero));
  });
}

async function primo(matricola: string, giorno: FileDelGiorno, libero: Libero): Promise<string> {
  for (let quale = 1; ; quale += 1) {
    const percorso = percorsoDelGiorno(matricola, { ...giorno, quale });
    if (await libero(percorso)) return percorso;
  }
}

/** No photo names it, deleted ones included: they can come back. A file nobody names is in the way, unless it is this very one sent again. */
function fotoLibera({ letture, files }: Serve, id: unknown, { file, byte }: Arrivato): Libero {
  return async (percorso) => {
    if ((await chiNomina(letture, id, 'foto', percorso)).length > 0) return false;
    const presente = await files.info(percorso);
    if (!presente) return true;
    if (presente.byte !== byte) return false;
    return (await impronta((await files.leggi(percorso)).apri())) === (await impronta(createReadStream(file)));
  };
}

/** A period without contract takes a name that no other has; where all have one, that of the day is replaced. */
async function contrattoLibero({ letture }: Serve, id: unknown, data: string): Promise<Libero> {
  const nuovo = (await periodiSenzaContratto(letture, id, data)).length > 0;
  return async (percorso) => {
    const righe = await chiNomina(letture, id, 'contratto', percorso);
    return righe.length === 0 || (!nuovo && righe.some((riga) => !riga.eliminato && riga.data === data));
  };
}

async function impronta(contenuto: Readable): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(contenuto, hash);
  return hash.digest('hex');
}
