import type { FileField, RecordFile } from '#contracts/core/documents.ts';
import type { RegisterFormState } from '../form/use-register-form.ts';
import type { FileViewer } from './use-file-viewer.ts';
import type { LaidFiles } from './ready-files.ts';
import type { RecordFiles } from './use-record-files.ts';

/** The person's rights on the documents of a record. They decide which buttons are shown; the server checks every call. */
export interface DocumentRights {
  upload: boolean;
  rinomina: boolean;
  remove: boolean;
  scadenza: boolean;
}

export const NO_RIGHT: DocumentRights = { upload: false, rinomina: false, remove: false, scadenza: false };

/** State of a document without a file: `assente` where something requires it, else `non richiesto`. */
export type Absence = 'assente' | 'non richiesto';

/** Data and operations shared by the rows of documents. */
export interface DocumentsForm {
  form: Pick<RegisterFormState, 'values' | 'base' | 'set'>;
  archivio: Readonly<Record<string, RecordFile | undefined>>;
  /** `null` where nothing can be stored, as on an older version. */
  files: (RecordFiles & { laid?: LaidFiles }) | null;
  viewer: FileViewer;
  /** Tells whether the person may open the file of a field; default: every one. */
  opens?: ((field: FileField) => boolean) | undefined;
  /** Returns the word for a missing document, where it is known whether something requires it. */
  absence?: ((field: FileField) => Absence | undefined) | undefined;
  /** Opens the renewal of an existing document with its earlier versions. */
  onRenew?: ((field: FileField) => void) | undefined;
}
