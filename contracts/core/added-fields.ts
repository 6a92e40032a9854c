import type { AnyRegister, Values } from './define-register.ts';
import { date, document, type Field, type Fields } from './fields.ts';

/**
 * Documents that are added to a register as data (`takesKinds`): each is a file and a date, under names of their own. Events and read
 * tables keep their values even when the document kind is no longer defined.
 */

/** A document that is added to a register's definition. */
export interface AddedDocument {
  /** Name of the field. */
  campo: string;
  label: string;
  suffix: string;
  reserved: boolean;
}

const EXPIRY = 'scadenza_';
const NAME = /^[a-z][a-z0-9_]{0,38}$/;

/** Returns the name of the date field of an added document. */
export const expiryField = (campo: string): string => `${EXPIRY}${campo}`;

/** Returns the kind of an added field, read off its name: dates begin with `EXPIRY`. */
export const addedKind = (name: string): 'date' | 'document' => (name.startsWith(EXPIRY) ? 'date' : 'document');

/** Checks whether a name can be the file or the date of an added document of this register. */
export const isAdded = (def: Pick<AnyRegister, 'takesKinds' | 'key' | 'fields'>, name: string): boolean =>
  def.takesKinds === true && NAME.test(name) && name !== def.key.field && !isOwn(def, name);

const isOwn = ({ fields }: Pick<AnyRegister, 'fields'>, name: string): boolean =>
  Object.hasOwn(fields, name) && fields[name]?.added !== true;

/** Returns the values of a record whose fields are added, not defined. */
export const addedValues = (def: AnyRegister, values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([name]) => isAdded(def, name)));

/** Returns the added fields of a definition. */
export const addedFields = (def: AnyRegister): [name: string, field: Field][] =>
  Object.entries(def.fields).filter(([, field]) => field.added === true);

/**
 * Returns the definition with fields, columns and dates for these documents. Lists that show documents get the file, other lists its date.
 */
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
      optional: [...(def.list.optional ?? []), ...(showsFiles ? dates : [])],
      scadenze: [...(def.list.scadenze ?? []), ...dates],
    },
  };
}
