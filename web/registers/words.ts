import { etichettaDi, type AnyRegister, type Valori } from '#contracts/core/define-register.ts';

/** "Nessun macchinario", "Nessuna tipologia", "Nessun'accisa". */
export function nobody(def: AnyRegister): string {
  const { uno, articolo } = def.etichette;
  if (articolo.startsWith('la ')) return `Nessuna ${uno}`;
  if (articolo.startsWith("l'")) return uno.endsWith('a') ? `Nessun'${uno}` : `Nessun ${uno}`;
  return articolo.startsWith('lo ') ? `Nessuno ${uno}` : `Nessun ${uno}`;
}

/** "Cerca tra matricola, marca e modello." */
export function searchedFields(def: AnyRegister): string {
  const names = def.list.search.map((name) => (def.fields[name]?.colonna ?? etichettaDi(def, name)).toLocaleLowerCase('it'));
  const last = names.pop();
  return `Cerca tra ${names.length > 0 ? `${names.join(', ')} e ` : ''}${last}.`;
}

/** What a record is called: its name fields, else its key. */
export function nameOf(def: AnyRegister, values: Readonly<Valori>): string {
  const name = def.nome.map((field) => values[field]).filter((v) => v !== null && v !== undefined && v !== '').join(' ');
  return name || String(values[def.key.field] ?? '');
}

/** "Elimina macchinario". */
export const deleteTitle = (def: AnyRegister): string => `Elimina ${def.etichette.uno}`;
