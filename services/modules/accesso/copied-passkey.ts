import type { Request } from 'express';
import { recordAccess } from '#services/platform/identity/access-trail.ts';
import type { ProvenPasskey } from '#services/platform/identity/passkeys.ts';
import type { Dependencies } from '#services/platform/module.ts';

/** Writes into the trail of accesses that somebody may hold a copy of a passkey. */
export const notifyCopiedPasskey = (
  deps: Pick<Dependencies, 'writeDb' | 'clock' | 'log'>,
  req: Request,
  { memberID, nome }: ProvenPasskey,
): Promise<void> =>
  recordAccess(deps, {
    tipo: 'passkey',
    utente: memberID,
    indirizzo: req.ip ?? null,
    cosa: `Rifiutata «${nome}»: il contatore è tornato indietro, forse la passkey è stata copiata`,
  });
