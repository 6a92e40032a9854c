import type { Request, Response } from 'express';
import { setTimeout as pausa } from 'node:timers/promises';
import { DomainError } from '#contracts/core/errors.ts';
import { servi } from '#services/platform/files/serve-file.ts';
import type { Dipendenze } from '#services/platform/module.ts';
import { risultato } from '#services/platform/files/results.ts';

const ATTESA_MASSIMA = 60_000;
const PAUSA = 150;

/**
 * For a client that wants the zip and knows nothing of jobs: streams it as soon as it is ready.
 * False when it takes longer; the job goes on.
 */
export async function attendiZip(dip: Dipendenze, id: string, req: Request, res: Response): Promise<boolean> {
  const entro = performance.now() + ATTESA_MASSIMA;
  while (performance.now() < entro && !res.closed) {
    const riga = await dip.scritture.withSchema('public').selectFrom('processi').select(['status', 'messaggio']).where('id', '=', id).executeTakeFirst();
    if (!riga || riga.status === 'error') throw new DomainError('NON_DISPONIBILE', riga?.messaggio ? { messaggio: riga.messaggio } : {});
    if (riga.status === 'done') {
      const file = await risultato(dip, id);
      if (!file) throw new DomainError('FILE_ASSENTE');
      await servi(req, res, file);
      return true;
    }
    await pausa(PAUSA);
  }
  return res.closed;
}
