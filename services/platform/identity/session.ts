import type { Request } from 'express';
import type { Identita } from '#contracts/core/permissions.ts';
import type { Dipendenze } from '../module.ts';
import { leggiSessione, type SessioneLetta } from './sessions.ts';

/** What `apriSessione` makes: anything else is not worth a query. */
const TOKEN = /^bearer ([\w-]{43})$/i;

/** The bearer token of a request; `null` where there is none of ours. */
export function tokenDi(req: Request): string | null {
  return TOKEN.exec(req.headers.authorization?.trim() ?? '')?.[1] ?? null;
}

export async function sessioneDi(dip: Pick<Dipendenze, 'letture' | 'clock'>, req: Request): Promise<SessioneLetta | null> {
  const token = tokenDi(req);
  return token === null ? null : leggiSessione(dip.letture, token, dip.clock.now());
}

/** The signed-in person; `null` without a session, or with one that expired or was revoked. */
export async function identifica(dip: Pick<Dipendenze, 'letture' | 'clock'>, req: Request): Promise<Identita | null> {
  const sessione = await sessioneDi(dip, req);
  return sessione && { memberID: sessione.memberID, groupID: sessione.groupID, permessi: sessione.permessi };
}
