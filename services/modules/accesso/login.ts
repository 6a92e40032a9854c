import type { LoginRequest, UtenteInSession } from '#contracts/modules/accesso.ts';
import { DomainError } from '#contracts/core/errors.ts';
import { readUtente } from '#projections/accesso/accesso.queries.ts';
import type { Dependencies } from '#services/platform/module.ts';
import { hashOf } from '#services/platform/identity/credentials.ts';
import { check } from '#services/platform/identity/password.ts';
import { openSession, deleteExpired } from '#services/platform/identity/sessions.ts';

type Deps = Pick<Dependencies, 'readDb' | 'writeDb' | 'clock'>;

export interface RegisterAccess {
  token: string;
  utente: UtenteInSession;
}

/** Checks the credentials and opens a session; `null` when they are wrong, whatever is wrong with them. */
export async function signIn(deps: Deps, { username, password, ricordami }: LoginRequest): Promise<RegisterAccess | null> {
  const hash = await hashOf(deps.writeDb, username);
  const right = await check(password.toLowerCase(), hash);
  if (!right || hash === null) return null;
  const utente = await signedIn(deps, username);
  if (!utente) return null;
  const now = deps.clock.now();
  await deleteExpired(deps.writeDb, now);
  const token = await openSession(deps.writeDb, { memberID: username, groupID: utente.groupID, ricordami, hash, now });
  return token === null ? null : { token, utente };
}

async function signedIn({ readDb }: Deps, memberID: string): Promise<UtenteInSession | null> {
  const utente = await readUtente(readDb, memberID);
  // credentials without a record: the read tables have not caught up yet, which is no wrong password
  if (!utente) throw new DomainError('NON_DISPONIBILE', { retryAfter: 2 });
  if (utente.eliminato) return null;
  return { memberID, groupID: utente.groupID, name: utente.custom1 ?? memberID, email: utente.email };
}
