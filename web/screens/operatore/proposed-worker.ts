import { forgottenNames } from '#contracts/modules/forget.ts';
import type { operatore } from '#contracts/registers/operatore.ts';
import type { personale } from '#contracts/registers/personale.ts';
import type { FormValuesOf } from '#web/registers/row.ts';
import type { ChosenRow } from '#web/registers/selector.api.ts';
import { foldAccents } from '#web/ui/inputs/text-match.ts';

/** Worker who is proposed as an operator's own record. */
export interface ProposedWorker {
  matricola: string;
  /** Surname and name. */
  name: string;
}

/** Returns a name for comparison: lower case, no accents, single spaces. */
const folded = (name: string): string => foldAccents(name.normalize('NFC')).trim().split(/\s+/).join(' ');

/**
 * Returns the only worker of this name; `null` if there is none or more than one. Surname and name may stand in either order. A worker who
 * was forgotten has no name and is never proposed.
 */
export function proposedWorker(
  descrizione: FormValuesOf<typeof operatore>['descrizione'],
  workers: readonly ChosenRow<typeof personale>[],
): ProposedWorker | null {
  const wanted = folded(descrizione ?? '');
  if (wanted === '') return null;
  const found = workers
    .map(({ matricola, cognome, nome }) => ({ matricola: matricola ?? '', cognome: cognome ?? '', nome: nome ?? '' }))
    .filter(({ cognome, nome }) => cognome.trim() !== '' && nome.trim() !== '')
    .filter(({ matricola, cognome, nome }) => cognome !== forgottenNames(matricola).cognome || nome !== matricola)
    .filter(({ cognome, nome }) => [`${cognome} ${nome}`, `${nome} ${cognome}`].some((name) => folded(name) === wanted));
  const [only, another] = found;
  return only && !another ? { matricola: only.matricola, name: `${only.cognome.trim()} ${only.nome.trim()}` } : null;
}
