import { DomainError } from '#contracts/core/errors.ts';
import type { Esito, Mittente } from '#contracts/ports/dispatch.ts';
import type { AnyRegister, Valori } from '#contracts/core/define-register.ts';
import { users } from '#contracts/registers/users.ts';
import { chiaveRecord } from '#contracts/core/history.ts';
import { esegui } from '#services/registers/command-handling.ts';
import type { Dipendenze } from '#services/platform/module.ts';
import { decide } from '#services/registers/register.decider.ts';

const DEF = users as AnyRegister;
/** What people change of themselves (part 2, own profile). */
const CAMPI = ['email', 'custom1', 'custom2', 'custom3', 'custom4'];

/** The own profile. Old clients send the whole row back: other fields are left alone, a new group is refused. */
export async function modificaProfilo(dip: Pick<Dipendenze, 'store' | 'clock'>, valori: Valori, versioneLetta: number | null, mittente: Mittente): Promise<Esito> {
  const { memberID, groupID } = mittente.identita;
  if (valori['groupID'] !== undefined && valori['groupID'] !== groupID) throw new DomainError('NON_PERMESSO');
  const propri = Object.fromEntries(Object.entries(valori).filter(([campo]) => CAMPI.includes(campo)));
  const { stato, posizione } = await esegui(dip, {
    stream: `users-${memberID}`,
    mittente,
    decidi: (prima, eventi) => decide(DEF, { registro: 'users', azione: 'modifica', chiave: memberID, valori: propri, versioneLetta }, prima, eventi),
  });
  return { chiave: memberID, versione: stato.get(chiaveRecord('users', memberID))?.versione ?? 0, posizione };
}
