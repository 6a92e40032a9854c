import { sql } from 'kysely';
import type { RichiestaLogin, UtenteInSessione } from '#contracts/modules/accesso.ts';
import { DomainError } from '#contracts/core/errors.ts';
import type { Dipendenze } from '#services/platform/module.ts';
import { hashDi } from '#services/platform/identity/credentials.ts';
import { verifica } from '#services/platform/identity/password.ts';
import { apriSessione, eliminaScadute } from '#services/platform/identity/sessions.ts';

type Dip = Pick<Dipendenze, 'letture' | 'scritture' | 'clock'>;

export interface Accesso {
  token: string;
  utente: UtenteInSessione;
}

/** Checks the credentials and opens a session; `null` when they are wrong, whatever is wrong with them. */
export async function accedi(dip: Dip, { username, password, ricordami }: RichiestaLogin): Promise<Accesso | null> {
  const hash = await hashDi(dip.scritture, username);
  const giusta = await verifica(password.toLowerCase(), hash);
  if (!giusta || hash === null) return null;
  const utente = await leggiUtente(dip, username);
  if (!utente) return null;
  const ora = dip.clock.now();
  await eliminaScadute(dip.scritture, ora);
  const token = await apriSessione(dip.scritture, { memberID: username, groupID: utente.groupID, ricordami, hash, ora });
  return token === null ? null : { token, utente };
}

async function leggiUtente({ letture }: Dip, memberID: string): Promise<UtenteInSessione | null> {
  const { rows } = await sql<{ groupID: number; custom1: string | null; email: string | null; eliminato: boolean }>`
    select "groupID", custom1, email, eliminato from users where "memberID" = ${memberID}`.execute(letture);
  const riga = rows[0];
  // credentials without a record: the read tables have not caught up yet, which is no wrong password
  if (!riga) throw new DomainError('NON_DISPONIBILE', { retryAfter: 2 });
  if (riga.eliminato) return null;
  return { memberID, groupID: riga.groupID, name: riga.custom1 ?? memberID, email: riga.email };
}
