import { labelOf, type AnyRegister } from '#contracts/core/define-register.ts';
import type { Json } from '#contracts/core/events.ts';
import { fileOrValue } from '../documents/files.api.ts';
import type { Row } from '../list/columns.ts';

/** What bringing a version back would change. */
export interface RestoreChange {
  campo: string;
  etichetta: string;
  today: Json;
  past: Json;
}

/** Field by field, in the order of the definition; what the portal makes of the others is nobody's choice. */
export function restoreChanges(def: AnyRegister, today: Row, past: Row): RestoreChange[] {
  return Object.entries(def.fields).flatMap(([fieldName, field]) => {
    const [present, earlier] = [today, past].map((row) => fileOrValue(row, fieldName)) as [Json, Json];
    return JSON.stringify(present) === JSON.stringify(earlier) || field.computed
      ? []
      : [{ campo: fieldName, etichetta: labelOf(def, fieldName), today: present, past: earlier }];
  });
}
