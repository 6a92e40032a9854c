import { isAdded } from '#contracts/core/added-fields.ts';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import { labelOf } from '#contracts/core/define-register.ts';
import type { HistoryField } from '#contracts/core/history.ts';
import type { ReadCatalogue } from '../catalogue.ts';
import type { Asked } from '../database/prepared.ts';

interface Told {
  tabella: string;
  campi: HistoryField[];
}

/**
 * Entries call documents that are added as data by what they are called today: the log knows their
 * codes alone, which stay where there is no such document any more.
 */
export async function withAddedLabels(db: Asked, catalogue: ReadCatalogue): Promise<<T extends Told>(entry: T) => T> {
  const open = catalogue.registers.filter((def) => def.takesKinds);
  const today = new Map<string, AnyRegister>();
  for (const def of open) today.set(def.path, await catalogue.effective(db, def));
  return (entry) => {
    const [def, effective] = [catalogue.register(entry.tabella), today.get(entry.tabella)];
    if (!def || !effective || !entry.campi.some(({ campo }) => isAdded(def, campo))) return entry;
    return {
      ...entry,
      campi: entry.campi.map((one) => (isAdded(def, one.campo) ? { ...one, etichetta: labelOf(effective, one.campo) } : one)),
    };
  };
}
