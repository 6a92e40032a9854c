import type { FileField } from '#contracts/core/documents.ts';
import { useFormContext } from '../form/form-context.ts';
import { DocumentList } from './DocumentList.tsx';
import { NESSUN_DIRITTO, type DocumentRights } from './document-types.ts';
import { archivioDi } from './files.api.ts';
import type { RecordFiles } from './use-record-files.ts';

/** What the person may do with the form's files, and how it is done. */
export interface FormDocumentsAccess {
  rights: DocumentRights;
  files: RecordFiles | null;
}

interface FormDocumentsProps extends FormDocumentsAccess {
  label: string;
  campi: readonly FileField[];
}

/** Documents of the form's record; of an older version they are only looked at, each in the content it had then. */
export function FormDocuments({ label, campi, rights, files }: FormDocumentsProps) {
  const { id, row, form, readOnly, viewer } = useFormContext();
  const fixed = readOnly || id === null;
  return (
    <DocumentList
      label={label} campi={campi} form={form} viewer={viewer} archivio={archivioDi(row)}
      files={fixed ? null : files} rights={readOnly ? NESSUN_DIRITTO : rights}
    />
  );
}
