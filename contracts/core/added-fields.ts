import type { AnyRegister, Values } from './define-register.ts';
import { date, document, type Field, type Fields } from './fields.ts';

/**
 * Documents that are added to a register as data (`takesKinds`): each is a file and a date, under
 * names of their own. Events and read tables keep them whether such a document is known today or not.
 */

/** A document that a definition is given beside its own. */
export interface AddedDocument {
  /** Name of the field. */
  campo: string;
  label: string;
  suffix: string;
  reserved: boolean;
}

const EXPIRY = 'scadenza_';
const NAME = /^[a-z][a-z0-9_]{0,38}$/;

/** The date of an added document. */
export const expiryField = (campo: string): string => `${EXPIRY}${campo}`;

/** What an added name holds: dates are told by their names. */
export const addedKind = (name: string): 'date' | 'document' => (name.startsWith(EXPIRY) ? 'date' : 'document');

/** May this be the file or the date of an added document of such a register? */
export const isAdded = (def: Pick<AnyRegister, 'takesKinds' | 'key' | 'fields'>, name: string): boolean =>
  def.takesKinds === true && NAME.test(name) && name !== def.key.field && !isOwn(def, name);

const isOwn = ({ fields }: Pick<AnyRegister, 'fields'>, name: string): boolean =>
  Object.hasOwn(fields, name) && fields[name]?.added !== true;

/** The values of a record that its definition does not name. */
export const addedValues = (def: AnyRegister, values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([name]) => isAdded(def, name)));

/** What the column of added values gives back. */
export const addedFields = (def: AnyRegister): [name: string, field: Field][] =>
  Object.entries(def.fields).filter(([, field]) => field.added === true);

/** The definition with these documents: fields, columns and dates. Lists that show documents get the file, the others its date. */
export function withDocuments(def: AnyRegister, documents: readonly AddedDocument[]): AnyRegister {
  const fields: Fields = { ...def.fields };
  const [files, dates] = [documents.map(({ campo }) => campo), documents.map(({ campo }) => expiryField(campo))];
  for (const { campo, label, suffix, reserved } of documents) {
    const expiry = expiryField(campo);
    fields[campo] = document(label, suffix, {
      scadenza: expiry,
      group: 'Altro',
      added: true,
      ...(reserved ? { reserved: true as const } : {}),
    });
    fields[expiry] = date(`Scadenza ${label}`, { column: label, added: true });
  }
  const showsFiles = def.list.columns.some((name) => def.fields[name]?.kind === 'document');
  return {
    ...def,
    fields,
    list: {
      ...def.list,
      columns: [...def.list.columns, ...(showsFiles ? files : dates)],
      hidden: [...(def.list.hidden ?? []), ...(showsFiles ? dates : [])],
      scadenze: [...(def.list.scadenze ?? []), ...dates],
    },
  };
}
