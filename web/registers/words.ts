import { labelOf, type AnyRegister, type Values } from '#contracts/core/define-register.ts';

/** Returns "Nessun macchinario", "Nessuna tipologia" or "Nessun'accisa". */
export function nobody(def: AnyRegister): string {
  const { one, article } = def.labels;
  if (article.startsWith('la ')) return `Nessuna ${one}`;
  if (article.startsWith("l'")) return one.endsWith('a') ? `Nessun'${one}` : `Nessun ${one}`;
  return article.startsWith('lo ') ? `Nessuno ${one}` : `Nessun ${one}`;
}

/** Returns "Cerca tra matricola, marca e modello." */
export function searchedFields(def: AnyRegister): string {
  const names = def.list.search.map((name) => (def.fields[name]?.column ?? labelOf(def, name)).toLocaleLowerCase('it'));
  const last = names.pop();
  return `Cerca tra ${names.length > 0 ? `${names.join(', ')} e ` : ''}${last}.`;
}

/** Returns a record's name: its name fields, else its key. */
export function nameOf(def: AnyRegister, values: Readonly<Values>): string {
  const name = def.name
    .map((field) => values[field])
    .filter((v) => v !== null && v !== undefined && v !== '')
    .join(' ');
  return name || String(values[def.key.field] ?? '');
}

/** Returns the title of a deletion: "Elimina macchinario". */
export const deleteTitle = (def: AnyRegister): string => `Elimina ${def.labels.one}`;
