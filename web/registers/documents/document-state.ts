import { documentState, type DocumentState, type FileField } from '#contracts/core/documents.ts';
import type { Row } from '../list/columns.ts';

/** Field of the record that holds the expiry of a document. */
export const scadenzaOf = (document: FileField): string | undefined => (document.kind === 'document' ? document.scadenza : undefined);

/** Returns a document's state, path and expiry date. An expired date takes precedence, even if there is no file. */
export function stateOf(
  row: Row,
  document: FileField,
  today: string,
): { stato: DocumentState; percorso: string | null; date: string | null } {
  const scadenza = scadenzaOf(document);
  const [path, date] = [text(row[document.field]), scadenza ? text(row[scadenza]) : null];
  return { stato: documentState(path, date, today), percorso: path, date };
}

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
