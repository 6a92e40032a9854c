import { expiryField, isAdded } from './added-fields.ts';
import type { DocumentData } from './document-events.ts';
import type { AnyRegister } from './define-register.ts';
import { FORGOTTEN } from './personal-data.ts';
import type { RegisterChange, TypeChange } from './record-change.ts';

export type RegisterOf = (path: string) => AnyRegister | undefined;

/** Returns the change that a file event made to the record whose folder holds the file. */
export function fileChange(registerOf: RegisterOf, data: DocumentData, kind: TypeChange): RegisterChange {
  const table = String(data.tabella);
  const fieldName = String(data.campo);
  if (fieldName === '') return { table, id: String(data.id), kind, fields: {}, sentence: besideSentence(data, kind) };
  // the path of a forgotten person's file is gone
  const path = kind === 'file-eliminato' || data.percorso === null ? null : String(data.percorso);
  const def = registerOf(table);
  const field = def?.fields[fieldName];
  const expiry = field?.kind === 'document' ? field.scadenza : def && isAdded(def, fieldName) ? expiryField(fieldName) : undefined;
  const scadenza = kind === 'file-eliminato' && expiry ? { [expiry]: null } : {};
  return {
    table,
    id: String(data.id),
    kind,
    fields: { [fieldName]: path, ...scadenza },
    ...(kind === 'caricato' && data.da_foto !== undefined ? { sentence: `ha caricato un documento${fromPhotos(data)}` } : {}),
    file: { campo: fieldName, percorso: path, versione: data.file_versione ?? null, byte: data.byte ?? null },
  };
}

/** Returns the sentence for a file that no field of the record names; the file's own name identifies it. */
function besideSentence(data: DocumentData, kind: TypeChange): string {
  const name = nameOf(data.percorso);
  const version = Number(data.file_versione) > 1 ? ` (versione ${Number(data.file_versione)})` : '';
  if (kind === 'rinominato' && nameOf(data.da) === name) return `ha spostato il file ${name}`;
  if (kind === 'rinominato') return `ha rinominato il file ${nameOf(data.da)} in ${name}`;
  return kind === 'file-eliminato' ? `ha eliminato il file ${name}${version}` : `ha caricato il file ${name}${version}${fromPhotos(data)}`;
}

function fromPhotos({ da_foto: photos }: DocumentData): string {
  return photos === undefined ? '' : photos === 1 ? ' da 1 foto' : ` da ${Number(photos)} foto`;
}

const nameOf = (path: string | null | undefined): string =>
  path === null ? FORGOTTEN : String(path).slice(String(path).lastIndexOf('/') + 1);

/** Returns the history entry for the opening of a reserved document, with its name. */
export function openingChange(registerOf: RegisterOf, data: DocumentData): RegisterChange {
  const table = String(data.tabella);
  const label = registerOf(table)?.fields[String(data.campo)]?.label;
  const what = label === undefined ? `il file ${nameOf(data.percorso)}` : `il documento ${label}`;
  return { table, id: String(data.id), kind: 'aperto', fields: {}, sentence: `ha aperto ${what}` };
}

/** Returns the change of a renewal, with its start and expiry. The upload event of the same command reports the file. */
export function renewalChange(registerOf: RegisterOf, data: DocumentData): RegisterChange {
  const { scadenza, campo_scadenza, dal } = data;
  const table = String(data.tabella);
  const label = registerOf(table)?.fields[String(data.campo)]?.label ?? String(data.tipo);
  const until = scadenza === null ? '' : ` al ${String(scadenza)}${data.anticipata === 1 ? ' (anticipata)' : ''}`;
  return {
    table,
    id: String(data.id),
    kind: 'modificato',
    fields: campo_scadenza === '' ? {} : { [String(campo_scadenza)]: scadenza ?? null },
    sentence: `ha rinnovato ${label}: ${dal === null ? FORGOTTEN : `valido dal ${String(dal)}${until}`}`,
  };
}

/** Returns the change of a document's permanent removal. If the field names that file, the field is cleared; its date stays. */
export function erasureChange(registerOf: RegisterOf, data: DocumentData): RegisterChange {
  const [table, campo, versione] = [String(data.tabella), String(data.campo), Number(data.file_versione)];
  const label = registerOf(table)?.fields[campo]?.label ?? String(data.tipo);
  const sentence = `ha rimosso per sempre il documento ${label} (${nameOf(data.percorso)}, versione ${versione})`;
  if (data.in_scheda !== 1) return { table, id: String(data.id), kind: 'altro', fields: {}, sentence };
  return {
    table,
    id: String(data.id),
    kind: 'file-eliminato',
    fields: { [campo]: null },
    sentence,
    file: { campo, percorso: null, versione, byte: null },
  };
}
