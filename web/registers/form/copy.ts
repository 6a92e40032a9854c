import type { AnyRegister, Values } from '#contracts/core/define-register.ts';
import { fileFields } from '#contracts/core/documents.ts';
import type { Identity } from '#contracts/core/permissions.ts';
import { newHref } from '../addresses.ts';
import { formButtons } from '../buttons.ts';
import { valuesOf } from './form-state.ts';

/** Name in an address of the record that a new one copies. */
const COPIED = 'copia';

/** Returns the key of the record that this address copies; `null` for a plain new record. */
export const copiedKey = (search: string): string | null => new URLSearchParams(search).get(COPIED) || null;

/** Returns the address of a new record that starts as a copy of this one; `null` if the person may not add it. */
export function copyHref(identity: Identity, def: AnyRegister, key: string): string | null {
  if (def.parent || def.oneByOne || !formButtons(identity, def, 'nuovo', null).save) return null;
  return newHref(def, { [COPIED]: key });
}

/**
 * Returns the values that a copy takes over: all but the key and what is unique, documents, dates of expiry, and what the portal computes.
 */
export function copiedValues(def: AnyRegister, row: Readonly<Record<string, unknown>>): Values {
  const expiries = [...(def.list.scadenze ?? []), ...fileFields(def).map((file) => ('scadenza' in file ? file.scadenza : undefined))];
  const excludedFields = new Set([def.key.field, def.unique?.field, ...expiries]);
  const copied = Object.entries(def.fields).filter(
    ([name, { kind, computed, added }]) => !excludedFields.has(name) && kind !== 'document' && kind !== 'photo' && !computed && !added,
  );
  const values = valuesOf(def, row);
  return Object.fromEntries(copied.map(([name]) => [name, values[name] ?? null]));
}
