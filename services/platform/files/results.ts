import { createReadStream } from 'node:fs';
import { basename, resolve, sep } from 'node:path';
import { contentType, statoFile } from './read-file.ts';
import { firma, type Bersaglio } from './signed-name.ts';
import { etichettaFile, type DaServire } from './serve-file.ts';
import type { Config } from '../start/config.ts';
import type { Dipendenze } from '../module.ts';

/** Where jobs leave their results; shared by the API and the workers. */
export const cartellaRisultati = (config: Pick<Config, 'DATI_DIR'>): string => resolve(config.DATI_DIR, 'risultati');

/** A fresh short-lived name for `GET /file?file=NAME`. */
export function nuovoNome({ config, clock }: Pick<Dipendenze, 'config' | 'clock'>, bersaglio: Bersaglio): string {
  return firma(segretoDi(config), bersaglio, clock.now());
}

export function segretoDi({ SEGRETO }: Pick<Config, 'SEGRETO'>): string {
  if (!SEGRETO) throw new Error('SEGRETO is missing: it is set at start-up');
  return SEGRETO;
}

/** Whether a row's file is one of ours: nothing outside the results folder is ever served or removed. */
export function eRisultato(config: Pick<Config, 'DATI_DIR'>, file: string): boolean {
  return resolve(file).startsWith(cartellaRisultati(config) + sep);
}

/** The result of a finished job, while it is kept. */
export async function risultato({ scritture, config }: Pick<Dipendenze, 'scritture' | 'config'>, id: string): Promise<DaServire | null> {
  const riga = await scritture.withSchema('public').selectFrom('processi').select(['file', 'nome_file'])
    .where('id', '=', id).where('status', '=', 'done').executeTakeFirst();
  if (!riga?.file || !eRisultato(config, riga.file)) return null;
  const { file } = riga;
  const stato = await statoFile(file);
  if (!stato) return null;
  const modificato = stato.mtime.toISOString();
  return {
    nome: riga.nome_file ?? basename(file), byte: stato.size, modificato, contentType: contentType(file), allegato: true,
    etichetta: etichettaFile(id, stato.ino, stato.size, modificato),
    apri: (intervallo) => createReadStream(file, intervallo ? { start: intervallo.inizio, end: intervallo.fine } : {}),
  };
}
