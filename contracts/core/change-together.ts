import { labelOf, type AnyRegister, type Values } from './define-register.ts';

/** A record that a change of many would change, as `POST api/REGISTER/modifica-insieme` with `prova` answers. */
export interface PreviewRow {
  id: string | number;
  /** Name of the record; `null` if it is not found. */
  nome: string | null;
  versione: number | null;
  /** Values of the fields that were sent, and of those that follow from them. */
  prima: Values;
  /** The same fields after the change; empty if it is refused. */
  dopo: Values;
  /** Reason why the record would not be changed. */
  rifiuto: string | null;
}

/** Returns the reason why a field cannot be changed on many records together; `null` if it can. */
export function whyNotTogether(def: AnyRegister, name: string): string | null {
  if (name === def.key.field || name === def.parent?.field) return 'La chiave non si cambia';
  const field = Object.hasOwn(def.fields, name) ? def.fields[name] : undefined;
  if (!field) return 'Campo sconosciuto';
  if (field.computed) return 'Il portale calcola questo campo';
  return field.kind === 'document' || field.kind === 'photo' ? 'Un documento si cambia sul suo record' : null;
}

/** Returns the fields that can be changed on many records together, by label. */
export const fieldsTogether = (def: AnyRegister): { name: string; label: string }[] =>
  Object.keys(def.fields)
    .filter((name) => whyNotTogether(def, name) === null)
    .map((name) => ({ name, label: labelOf(def, name) }))
    .toSorted((one, other) => one.label.localeCompare(other.label, 'it'));
