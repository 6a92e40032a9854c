import type { FileField } from '#contracts/core/documents.ts';
import { may } from '#contracts/core/permissions.ts';
import { useIdentity } from '#web/lib/session.ts';
import { useFormContext } from '../form/form-context.ts';
import { DocumentList } from './DocumentList.tsx';
import { NO_RIGHT, type DocumentRights } from './document-types.ts';
import { archiveOf } from './files.api.ts';
import type { LaidFiles } from './ready-files.ts';
import type { RecordFiles } from './use-record-files.ts';

/** What the person may do with the form's files, and how it is done. */
export interface FormDocumentsAccess {
  rights: DocumentRights;
  /** `laid`: files can be laid ready for a record that is not there yet. */
  files: (RecordFiles & { laid?: LaidFiles }) | null;
}

interface FormDocumentsProps extends FormDocumentsAccess {
  label: string;
  campi: readonly FileField[];
}

/** Documents of the form's record; of an older version they are only looked at, each in the content it had then. */
export function FormDocuments({ label, campi: fields, rights, files }: FormDocumentsProps) {
  const { def, id, row, form, readOnly, viewer } = useFormContext();
  const identity = useIdentity();
  const opens = (field: FileField) => !(field.kind === 'document' && field.reserved) || may(identity, def.access, 'edit', row?.utente ?? null);
  const fixed = readOnly || (id === null && !files?.laid);
  return (
    <DocumentList
      label={label} campi={fields} form={form} viewer={viewer} archivio={archiveOf(row)} opens={opens}
      files={fixed ? null : files} rights={readOnly ? NO_RIGHT : rights}
    />
  );
}
