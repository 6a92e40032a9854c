import { labelOf, type AnyRegister } from '#contracts/core/define-register.ts';
import type { Row } from '../list/columns.ts';

/** What bringing a version back would change. */
export interface RestoreChange {
  campo: string;
  etichetta: string;
  adesso: string | number | null;
  allora: string | number | null;
}

/** Field by field, in the order of the definition; what the portal makes of the others is nobody's choice. */
export function restoreChanges(def: AnyRegister, now: Row, then: Row): RestoreChange[] {
  return Object.entries(def.fields).flatMap(([fieldName, field]) => {
    const [present, past] = [now[fieldName] ?? null, then[fieldName] ?? null];
    return present === past || field.computed ? [] : [{ campo: fieldName, etichetta: labelOf(def, fieldName), adesso: present, allora: past }];
  });
}
