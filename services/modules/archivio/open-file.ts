import type { Request, Response } from 'express';
import { DomainError } from '#contracts/core/errors.ts';
import type { Dipendenze } from '#services/platform/module.ts';
import { risultato, segretoDi } from '#services/platform/files/results.ts';
import { apriNome, type Bersaglio } from '#services/platform/files/signed-name.ts';
import { etichettaFile, servi, type DaServire } from '#services/platform/files/serve-file.ts';

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
  const { percorso, byte, modificato, versione, contentType } = letto;
  return {
    nome: percorso.slice(percorso.lastIndexOf('/') + 1), byte, modificato, contentType, allegato: false,
    etichetta: etichettaFile(percorso, versione, byte, modificato), apri: (intervallo) => letto.apri(intervallo),
  };
}
