import type { AnyRegister, Values } from './define-register.ts';
import type { Catalogue } from './catalogue.ts';

/** The data of a record that its name needs. */
export interface NamedRecord {
  id: string;
  values: Values;
}

/**
 * Returns the name of a record, with its parent: "macchinario A0112", "JET GROUTING, SPALLA A, cantiere 0421", "Macchinari, gruppo
 * Operativi".
 */
export function recordName(
  catalogue: Pick<Catalogue, 'register'>,
  def: AnyRegister,
  { id, values }: NamedRecord,
  parent?: NamedRecord,
): string {
  const above = def.parent && catalogue.register(def.parent.register);
  if (!above) return `${def.labels.one} ${ownName(def, { id, values })}`;
  // fields that repeat the parent's values are left out
  const taken = new Set([def.parent?.field, ...Object.keys(def.inherits ?? {})]);
  const ownParts = def.name
    .filter((field) => !taken.has(field))
    .map((field) => inWords(def, field, values))
    .filter((text) => text !== '');
  return [ownParts.join(', ') || def.labels.one, `${above.labels.one} ${parent ? ownName(above, parent) : ''}`.trim()].join(', ');
}

/** Returns the natural key; for a sequence key, the values of the naming fields. */
function ownName(def: AnyRegister, { id, values }: NamedRecord): string {
  if (def.key.kind === 'natural') return id;
  return (
    def.name
      .map((field) => inWords(def, field, values))
      .filter((text) => text !== '')
      .join(' ') || id
  );
}

function inWords(def: AnyRegister, name: string, values: Values): string {
  const value = values[name];
  if (value === null || value === undefined) return '';
  const field = def.fields[name];
  if (field?.kind === 'choice') return field.options.find((option) => option.value === value)?.label ?? String(value);
  if (field?.kind === 'photo' || field?.kind === 'document') return String(value).slice(String(value).lastIndexOf('/') + 1);
  return String(value);
}
