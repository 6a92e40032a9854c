import { labelOf, type AnyRegister } from '#contracts/core/define-register.ts';
import type { Json } from '#contracts/core/events.ts';
import { archiveOf } from '../documents/files.api.ts';
import type { Row } from '../list/columns.ts';

/** What bringing a version back would change. */
export interface RestoreChange {
  campo: string;
  etichetta: string;
  adesso: Json;
  allora: Json;
}

/** Field by field, in the order of the definition; what the portal makes of the others is nobody's choice. */
export function restoreChanges(def: AnyRegister, now: Row, then: Row): RestoreChange[] {
  return Object.entries(def.fields).flatMap(([fieldName, field]) => {
    const [present, past] = [now, then].map((row) => shown(row, fieldName)) as [Json, Json];
    return JSON.stringify(present) === JSON.stringify(past) || field.computed
      ? []
      : [{ campo: fieldName, etichetta: labelOf(def, fieldName), adesso: present, allora: past }];
  });
}

/** A file is the same only in the same version. */
function shown(row: Row, fieldName: string): Json {
  const value = row[fieldName] ?? null;
  const file = archiveOf(row)[fieldName];
  return file && file.percorso === value ? { percorso: file.percorso, versione: file.versione } : value;
}
