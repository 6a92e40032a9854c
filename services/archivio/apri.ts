import type { Request, Response } from 'express';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { basename, resolve, sep } from 'node:path';
import { DomainError } from '#contracts/errors.ts';
import type { Config } from '../config.ts';
import type { Dipendenze } from '../module.ts';
import { contentType, statoFile } from './lettura.ts';
import { apriNome, firma, type Bersaglio } from './nome-firmato.ts';
import { servi, type DaServire } from './servi-file.ts';

/** Where jobs leave their results; shared by the API and the workers. */
export const cartellaRisultati = (config: Pick<Config, 'DATI_DIR'>): string => resolve(config.DATI_DIR, 'risultati');

/** A fresh name for `GET /file?file=NAME`. */
export function nuovoNome({ config, clock }: Pick<Dipendenze, 'config' | 'clock'>, bersaglio: Bersaglio): string {
  return firma(segretoDi(config), bersaglio, clock.now());
}

/** `GET /file?file=NAME`: everything that is not a good name is a file that does not exist. */
export async function apriFile(dip: Dipendenze, req: Request, res: Response): Promise<void> {
  const bersaglio = apriNome(segretoDi(dip.config), req.query['file'], dip.clock.now());
  const file = bersaglio && (await daServire(dip, bersaglio));
  if (!file) throw new DomainError('FILE_ASSENTE');
  await servi(req, res, { ...file, allegato: file.allegato || req.query['scarica'] === '1' });
}

async function daServire(dip: Dipendenze, bersaglio: Bersaglio): Promise<DaServire | null> {
  if ('processo' in bersaglio) return risultato(dip, bersaglio.processo);
  const letto = await dip.files.leggi(bersaglio.percorso, bersaglio.versione);
  const { percorso, byte, modificato, versione } = letto;
  return {
    nome: percorso.slice(percorso.lastIndexOf('/') + 1), byte, modificato, contentType: letto.contentType, allegato: false,
    etichetta: etichetta(percorso, versione, byte, modificato), apri: (intervallo) => letto.apri(intervallo),
  };
}

/** The result of a job, while it is kept. */
export async function risultato({ scritture, config }: Pick<Dipendenze, 'scritture' | 'config'>, id: string): Promise<DaServire | null> {
  const riga = await scritture.withSchema('public').selectFrom('processi').select(['file', 'nome_file']).where('id', '=', id).where('status', '=', 'done').executeTakeFirst();
  if (!riga?.file || !resolve(riga.file).startsWith(cartellaRisultati(config) + sep)) return null;
  const { file } = riga;
  const stato = await statoFile(file);
  if (!stato) return null;
  const modificato = stato.mtime.toISOString();
  return {
    nome: riga.nome_file ?? basename(file), byte: stato.size, modificato, contentType: contentType(file), allegato: true,
    etichetta: etichetta(id, stato.ino, stato.size, modificato),
    apri: (intervallo) => createReadStream(file, intervallo ? { start: intervallo.inizio, end: intervallo.fine } : {}),
  };
}

function etichetta(...parti: (string | number)[]): string {
  return `"${createHash('sha256').update(JSON.stringify(parti)).digest('base64url').slice(0, 27)}"`;
}

function segretoDi({ SEGRETO }: Pick<Config, 'SEGRETO'>): string {
  if (!SEGRETO) throw new Error('SEGRETO is missing: main.ts sets it');
  return SEGRETO;
}
