import { isAdded } from '#contracts/core/added-fields.ts';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import { labelOf } from '#contracts/core/define-register.ts';
import type { HistoryField } from '#contracts/core/history.ts';
import type { ReadCatalogue } from '../catalogue.ts';
import type { StatementTarget } from '../database/prepared.ts';

interface EntryFields {
  tabella: string;
  campi: HistoryField[];
}

/**
 * Returns the entries with the current names of documents that were added as data. The log has only their codes. A code without a current
 * document stays.
 */
export async function withAddedLabels<T extends EntryFields>(
  db: StatementTarget,
  catalogue: ReadCatalogue,
  entries: readonly T[],
): Promise<T[]> {
  const today = new Map<AnyRegister, AnyRegister>();
  for (const def of catalogue.registers)
    if (def.takesKinds && entries.some((entry) => entry.tabella === def.path && namesAdded(def, entry)))
      today.set(def, await catalogue.currentDefinition(db, def));
  return entries.map((entry) => {
    const def = catalogue.register(entry.tabella);
    const effective = def && today.get(def);
    return effective ? { ...entry, campi: entry.campi.map((one) => ({ ...one, ...labelIn(def, effective, one) })) } : entry;
  });
}

const namesAdded = (def: AnyRegister, { campi }: EntryFields): boolean => campi.some(({ campo }) => isAdded(def, campo));

const labelIn = (def: AnyRegister, effective: AnyRegister, { campo }: HistoryField) =>
  isAdded(def, campo) ? { etichetta: labelOf(effective, campo) } : {};
