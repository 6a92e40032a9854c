import type { AnyRegister } from '../core/define-register.ts';

/** A field that an imported file may contain. */
interface Importable {
  field: string;
  label: string;
  required: boolean;
}

/** Returns the fields that a file may contain: those that people write, and the key. */
export function importable(def: AnyRegister): Importable[] {
  const written = Object.entries(def.fields).filter(([, { computed, kind }]) => !computed && kind !== 'document' && kind !== 'photo');
  const fields = [
    { field: def.key.field, label: def.key.label, required: def.key.kind === 'natural' },
    ...written.map(([field, { label, required = false }]) => ({ field, label, required: required || field === def.parent?.field })),
  ];
  return def.parent && !fields.some(({ field }) => field === def.parent!.field)
    ? [...fields, { field: def.parent.field, label: def.parent.field, required: true }]
    : fields;
}

/** Normalises a column head: without accents, capitals and signs. */
export const plainHead = (text: string): string =>
  text
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');

/** Maps normalised heads to fields; a field's name takes precedence over another field's label. */
export function fieldsByHead(def: AnyRegister): ReadonlyMap<string, string> {
  const fields = importable(def);
  return new Map([
    ...fields.map(({ field, label }) => [plainHead(label), field] as const),
    ...fields.map(({ field }) => [plainHead(field), field] as const),
  ]);
}
