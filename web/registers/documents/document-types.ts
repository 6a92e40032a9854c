import type { FileField, RecordFile } from '#contracts/core/documents.ts';
import type { RegisterFormState } from '../form/use-register-form.ts';
import type { FileViewer } from './use-file-viewer.ts';
import type { LaidFiles } from './ready-files.ts';
import type { RecordFiles } from './use-record-files.ts';

/** What the person may do with the documents of a record. The server decides; this shapes the rows. */
export interface DocumentRights {
  upload: boolean;
  rinomina: boolean;
  remove: boolean;
  scadenza: boolean;
}

export const NO_RIGHT: DocumentRights = { upload: false, rinomina: false, remove: false, scadenza: false };

/** What the rows of documents stand on. */
export interface DocumentsForm {
  form: Pick<RegisterFormState, 'values' | 'base' | 'set'>;
  archivio: Readonly<Record<string, RecordFile | undefined>>;
  /** `null` where nothing can be stored: a record that is not there yet, or an older version. */
  files: (RecordFiles & { laid?: LaidFiles }) | null;
  viewer: FileViewer;
  /** Whether the person may open the file of a field; default: every one. */
  opens?: ((field: FileField) => boolean) | undefined;
  /** Opens the renewal of a document that is there, with what there was before. */
  onRenew?: ((field: FileField) => void) | undefined;
}
