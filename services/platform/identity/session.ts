import type { Request } from 'express';
import type { Identity } from '#contracts/core/permissions.ts';
import type { Dependencies } from '../module.ts';
import type { ReadSession } from '#projections/accesso/accesso.queries.ts';
import { sessionOfToken } from './sessions.ts';

/** What `openSession` makes: anything else is not worth a query. */
const TOKEN = /^bearer ([\w-]{43})$/i;

/** The bearer token of a request; `null` where there is none of ours. */
export function tokenOf(req: Request): string | null {
  return TOKEN.exec(req.headers.authorization?.trim() ?? '')?.[1] ?? null;
}

export async function sessionOf(deps: Pick<Dependencies, 'readDb' | 'clock'>, req: Request): Promise<ReadSession | null> {
  const token = tokenOf(req);
  return token === null ? null : sessionOfToken(deps.readDb, token, deps.clock.now());
}

/** The signed-in person; `null` without a session, or with one that expired or was revoked. */
export async function identify(deps: Pick<Dependencies, 'readDb' | 'clock'>, req: Request): Promise<Identity | null> {
  const session = await sessionOf(deps, req);
  return session && { memberID: session.memberID, groupID: session.groupID, permessi: session.permessi };
}
