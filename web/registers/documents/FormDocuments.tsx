import { useState, type ComponentType } from 'react';
import type { FileField } from '#contracts/core/documents.ts';
import { may } from '#contracts/core/permissions.ts';
import { useIdentity } from '#web/lib/session.ts';
import { useFormRights, useFormViewer, useOpenFields, useOpenRecord } from '../form/form-context.ts';
import { DocumentList } from './DocumentList.tsx';
import { NO_RIGHT, type DocumentRights, type DocumentsForm } from './document-types.ts';
import { archiveOf } from './files.api.ts';
import type { LaidFiles } from './ready-files.ts';
import type { RecordFiles } from './use-record-files.ts';

/** The person's rights on the form's files, and the operations on them. */
export interface FormDocumentsAccess {
  rights: DocumentRights;
  /** `laid`: files chosen for a record that does not exist yet. */
  files: (RecordFiles & { laid?: LaidFiles }) | null;
}

/** Returns the access that applies now. An older version gives none; on a new record, whoever may save may choose files. */
export function useDocumentAccess({ rights, files }: FormDocumentsAccess): FormDocumentsAccess {
  const { id } = useOpenRecord();
  const { readOnly } = useOpenFields();
  const buttons = useFormRights();
  if (readOnly) return { files: null, rights: NO_RIGHT };
  if (id !== null) return { files, rights };
  return files?.laid ? { files, rights: { ...rights, upload: buttons.save } } : { files: null, rights };
}

/** Props of the dialog that renews a document of the form's record. */
export interface RenewalProps {
  file: FileField;
  mayRenew: boolean;
  /** The person may open the files. */
  opens: boolean;
  onClose(): void;
}

interface FormDocumentsProps extends FormDocumentsAccess {
  label: string;
  campi: readonly FileField[];
  absence?: DocumentsForm['absence'];
  /** Renews a document; without it documents cannot be renewed. */
  renewal?: ComponentType<RenewalProps>;
}

/** Lists the documents of the form's record. Those of an older version are read-only and open with their content of that time. */
export function FormDocuments({ label, campi, rights, files, absence, renewal: Renewal }: FormDocumentsProps) {
  const { def, id, row } = useOpenRecord();
  const { form, readOnly } = useOpenFields();
  const viewer = useFormViewer();
  const access = useDocumentAccess({ rights, files });
  const identity = useIdentity();
  const opens = (field: FileField) =>
    !(field.kind === 'document' && field.reserved) || may(identity, def.access, 'edit', row?.utente ?? null);
  const [renewed, setRenewed] = useState<FileField | null>(null);
  // documents of an older version cannot be renewed
  const renewable = Renewal !== undefined && id !== null && !readOnly;
  return (
    <>
      <DocumentList
        label={label}
        campi={campi}
        form={form}
        viewer={viewer}
        archivio={archiveOf(row)}
        opens={opens}
        absence={absence}
        onRenew={renewable ? setRenewed : undefined}
        {...access}
      />
      {renewed && renewable ? (
        <Renewal file={renewed} mayRenew={access.rights.upload} opens={opens(renewed)} onClose={() => setRenewed(null)} />
      ) : null}
    </>
  );
}
