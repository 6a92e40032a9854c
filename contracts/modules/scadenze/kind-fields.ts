import { expiryField } from '../../core/added-fields.ts';
import { fileFields, type FileField } from '../../core/documents.ts';
import { document } from '../../core/fields.ts';
import type { DocumentKind } from './document-kind.ts';
import { REGISTER_OF } from './register-of.ts';
import { codeOf, suffixOf, type WithRecords } from './with-kinds.ts';

export { subjectOf } from './with-kinds.ts';

/** The fields of a record that hold a document of a kind. */
export interface KindFields {
  /** The file field; `CODICE` for a kind that the definition does not name. */
  file: FileField;
  /** The date field, `scadenza_CODICE` for such a kind; `null` for a document of the definition that does not expire. */
  expiry: string | null;
}

/** Returns the fields in which records of a subject hold a document of a kind, defined or added. */
export function fieldsOfKind(
  soggetto: WithRecords,
  { codice, nome, sanitario }: Pick<DocumentKind, 'codice' | 'nome' | 'sanitario'>,
): KindFields {
  const specified = fileFields(REGISTER_OF[soggetto]).find((file) => file.kind === 'document' && codeOf(soggetto, file) === codice);
  if (specified) return { file: specified, expiry: specified.kind === 'document' ? (specified.scadenza ?? null) : null };
  const expiry = expiryField(codice);
  const suffix = suffixOf(soggetto, codice);
  return { file: { field: codice, ...document(nome, suffix, { scadenza: expiry, ...(sanitario ? { reserved: true } : {}) }) }, expiry };
}
