import type { Request, Response } from 'express';
import type { Mittente } from '#contracts/ports/dispatch.ts';
import type { Contesto, Dipendenze } from '../module.ts';
import { richiedi } from './permissions.ts';
import { origineDi } from './request.ts';

/** Who sends a command that came over HTTP. */
export function mittenteDi(req: Request, contesto: Contesto): Mittente {
  return {
    identita: richiedi(contesto.identita),
    commandId: contesto.commandId,
    correlationId: contesto.correlationId,
    origine: origineDi(req),
  };
}

/** Read your own writes. The write is done whatever happens here: a late read model is only told of. */
export async function attendi({ attesa }: Pick<Dipendenze, 'attesa'>, res: Response, posizione: string | null): Promise<void> {
  if (posizione === null) return;
  const pronta = await attesa.finoA(posizione).catch(() => false);
  if (!pronta) res.set('X-Proiezione', 'in-ritardo');
}

/** What update and delete answer; the version is also the `ETag` to send back in `If-Match`. */
export function rispondiModifica(res: Response, affectedRows: number, versione: number): void {
  res.set('ETag', `"${versione}"`).json({ message: { affectedRows, versione } });
}
