import { DomainError } from '#contracts/core/errors.ts';
import type { Values } from '#contracts/core/define-register.ts';
import { readUtente } from '#projections/accesso/accesso.queries.ts';
import { weakness } from '#services/platform/identity/weak-passwords.ts';
import type { Dependencies } from '#services/platform/module.ts';

const WHY = {
  comune: 'Questa password è tra le più usate: scegline un’altra',
  nome: 'Questa password è fatta di un nome che si indovina: scegline un’altra',
};

/** Refuses the digest of a password that is easily guessed; `names`: those of the person who is to have it. */
export async function refuseWeak({ config }: Pick<Dependencies, 'config'>, digest: string, names: readonly string[]): Promise<void> {
  const found = await weakness(digest, [...names, config.DITTA]);
  if (found) throw new DomainError('RICHIESTA_NON_VALIDA', { errors: [{ campo: 'passMD5', messaggio: WHY[found] }] });
}

/** The names of a user, as they are and as a change is about to make them. */
export async function namesOf({ readDb }: Pick<Dependencies, 'readDb'>, memberID: string, values: Values): Promise<string[]> {
  const known = await readUtente(readDb, memberID);
  return [memberID, known?.custom1 ?? '', String(values['custom1'] ?? '')];
}
