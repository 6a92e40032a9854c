import { isExpired } from '#contracts/core/dates.ts';
import { fileFields, type DocumentState, type FileField } from '#contracts/core/documents.ts';
import { may, type Identity } from '#contracts/core/permissions.ts';
import { workerFile, workerFolder } from '#contracts/modules/personale.ts';
import { DOCUMENT_FIELDS, personale } from '#contracts/registers/personale.ts';
import { stateOf } from '#web/registers/documents/document-state.ts';
import type { Row } from '#web/registers/list/columns.ts';
import type { RowTone } from '#web/ui/grid/grid-types.ts';

const FILES = new Map(fileFields(personale).map((file) => [file.field, file]));

/** The 34 documents of a worker, in the order of the list. */
export const DOCUMENTS: readonly FileField[] = DOCUMENT_FIELDS.map((field) => FILES.get(field)!);

/** Short name of a document: its head in the list. */
export const shortLabel = ({ column, label }: FileField): string => column ?? label;

/** Documents of a worker's health are opened by who may edit the worker. The server decides; this spares a refusal. */
export const opensDocument = (identity: Identity, row: { utente: string }, file: FileField): boolean =>
  !(file.kind === 'document' && file.reserved) || may(identity, personale.access, 'edit', row.utente);

export interface SeenDocument {
  file: FileField;
  stato: DocumentState;
  percorso: string | null;
  date: string | null;
}

/** What is out of order, most urgent first, and which types are not there at all. */
export function exceptionsOf(row: Row, today: string): { scaduti: SeenDocument[]; inScadenza: SeenDocument[]; missing: FileField[] } {
  const seen = DOCUMENTS.map((file) => ({ file, ...stateOf(row, file, today) }));
  const by = (state: DocumentState) =>
    seen.filter(({ stato }) => stato === state).toSorted((a, b) => (a.date ?? '').localeCompare(b.date ?? ''));
  return { scaduti: by('scaduto'), inScadenza: by('in-scadenza'), missing: by('assente').map(({ file }) => file) };
}

/** Hot when any document is expired; purple when the matricola is in the list of maintenance deadlines. */
export function rowTone(row: Row, today: string): RowTone {
  return {
    hot: (personale.list.scadenze ?? []).some((field) => isExpired(row[field] as string | null, today)),
    due: maintenanceDue(row),
  };
}

/** Whether the matricola is in the list of maintenance deadlines. */
export const maintenanceDue = (row: Row): boolean => typeof row['manutenzione_oltre'] === 'number' || row['manutenzione_dovuta'] === 1;

/** Where the files of a worker go, as an upload tells it: a document by its path, the photo by its name. */
export function uploadFields(row: Row, fieldName: string): Record<string, string> {
  const matricola = String(row['matricola']);
  const file = FILES.get(fieldName);
  if (!file) throw new Error(`${fieldName} holds no file`);
  if (file.kind === 'photo') return { matricola, nomeManutenzione: workerFile(matricola, file) };
  return { matricola, personale: `${folderOf(row)}/${workerFile(matricola, file)}`, docMacch: 'false' };
}

/** The worker's folder in the archive. */
export const folderOf = (row: Readonly<Record<string, unknown>>): string =>
  workerFolder({ matricola: String(row['matricola']), cognome: row['cognome'], nome: row['nome'] });
