import { labelOf, type AnyRegister } from '#contracts/core/define-register.ts';
import type { Json } from '#contracts/core/events.ts';
import { fileOrValue } from '../documents/files.api.ts';
import type { Row } from '../list/columns.ts';

/** One field that restoring a version would change. */
export interface RestoreChange {
  campo: string;
  etichetta: string;
  today: Json;
  past: Json;
}

/** Returns the differing fields, in the definition's order, without computed ones. */
export function restoreChanges(def: AnyRegister, today: Row, past: Row): RestoreChange[] {
  return Object.entries(def.fields).flatMap(([fieldName, field]) => {
    const [present, earlier] = [today, past].map((row) => fileOrValue(row, fieldName)) as [Json, Json];
    return JSON.stringify(present) === JSON.stringify(earlier) || field.computed
      ? []
      : [{ campo: fieldName, etichetta: labelOf(def, fieldName), today: present, past: earlier }];
  });
}
