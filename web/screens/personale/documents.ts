import type { AnyRegister } from '#contracts/core/define-register.ts';
import { isExpired } from '#contracts/core/dates.ts';
import { fileFields, type DocumentState, type FileField } from '#contracts/core/documents.ts';
import { oncePer } from '#contracts/core/once-per.ts';
import { may, type Identity } from '#contracts/core/permissions.ts';
import { workerFile, workerFolder } from '#contracts/modules/personale.ts';
import { DOCUMENT_FIELDS, personale } from '#contracts/registers/personale.ts';
import { stateOf } from '#web/registers/documents/document-state.ts';
import type { Row } from '#web/registers/row.ts';
import type { RowTone } from '#web/ui/grid/grid-types.ts';
import { missingOf, NOTHING_KNOWN, type DocumentRules, type WorkerRow } from './document-rules.ts';

/** Returns a worker's documents in the list's order: the specification's 34, then those of added kinds. */
export const documentsOf = oncePer((def: AnyRegister): readonly FileField[] => {
  const files = fileFields(def);
  const own = DOCUMENT_FIELDS.map((field) => files.find((file) => file.field === field)!);
  return [...own, ...files.filter(({ added }) => added === true)];
});

export const DOCUMENTS = documentsOf(personale);

/** Returns a document's short name, its heading in the list. */
export const shortLabel = ({ column, label }: FileField): string => column ?? label;

/**
 * Tells whether the person may open a document. Health documents need the right to edit the worker. The server checks too; this check only
 * avoids a refused request.
 */
export const opensDocument = (identity: Identity, row: { utente: string }, file: FileField): boolean =>
  !(file.kind === 'document' && file.reserved) || may(identity, personale.access, 'edit', row.utente);

export interface SeenDocument {
  file: FileField;
  stato: DocumentState;
  percorso: string | null;
  date: string | null;
  /** The document is absent and not required. */
  notAsked?: boolean;
}

/** Returns the state of a worker's document. */
export function seenOf(row: WorkerRow, file: FileField, today: string, rules: DocumentRules): SeenDocument {
  const state = stateOf(row, file, today);
  const missing = state.stato === 'assente' ? missingOf(row, rules, today) : null;
  return { file, ...state, ...(missing === null ? {} : { notAsked: !missing.has(file.field) }) };
}

/** Returns the word for a document's state, used where no square is drawn. */
export const stateWord = ({ stato, notAsked }: Pick<SeenDocument, 'stato' | 'notAsked'>): string =>
  notAsked ? 'non richiesto' : stato.replace('-', ' ');

interface ExceptionsOf {
  scaduti: SeenDocument[];
  inScadenza: SeenDocument[];
  missing: FileField[];
  /** Absent documents that are not required. */
  notAsked: FileField[];
}

/** Lists the documents that are out of order, most urgent first, and the required types that are missing. */
export function exceptionsOf(row: WorkerRow, today: string, rules: DocumentRules = NOTHING_KNOWN): ExceptionsOf {
  const documents = documentsOf(rules.def).map((file) => seenOf(row, file, today, rules));
  const by = (state: DocumentState) =>
    documents.filter(({ stato }) => stato === state).toSorted((a, b) => (a.date ?? '').localeCompare(b.date ?? ''));
  const absent = (notAsked: boolean) => by('assente').flatMap((one) => (Boolean(one.notAsked) === notAsked ? [one.file] : []));
  return { scaduti: by('scaduto'), inScadenza: by('in-scadenza'), missing: absent(false), notAsked: absent(true) };
}

/** Counts a worker's deadlines that are today or past. */
export const expiredCount = (row: Row, today: string, def: AnyRegister): number =>
  (def.list.scadenze ?? []).filter((field) => isExpired(row[field] as string | null, today)).length;

/** Returns the tone of a row: red for an expired document, purple if the matricola has maintenance due. */
export function rowTone(row: WorkerRow, today: string, { def }: Pick<DocumentRules, 'def'> = NOTHING_KNOWN): RowTone {
  return {
    hot: expiredCount(row, today, def) > 0,
    due: maintenanceDue(row),
  };
}

/** Tells whether the matricola is in the list of maintenance deadlines, by the numbers that the portal computes for the row. */
export const maintenanceDue = (row: Row): boolean => typeof row['manutenzione_oltre'] === 'number' || row['manutenzione_dovuta'] === 1;

type Named = Pick<WorkerRow, 'matricola' | 'cognome' | 'nome'>;

/** Returns the form fields of a worker's upload: a document is named by its path, the photo by its name. */
export function uploadFields(row: Named, fieldName: string, def: AnyRegister = personale): Record<string, string> {
  const { matricola } = row;
  const file = fileFields(def).find(({ field }) => field === fieldName);
  if (!file) throw new Error(`${fieldName} holds no file`);
  if (file.kind === 'photo') return { matricola, nomeManutenzione: workerFile(matricola, file) };
  return { matricola, personale: `${folderOf(row)}/${workerFile(matricola, file)}`, docMacch: 'false' };
}

/** Returns the worker's folder in the archive. */
export const folderOf = ({ matricola, cognome, nome }: Named): string => workerFolder({ matricola, cognome, nome });
