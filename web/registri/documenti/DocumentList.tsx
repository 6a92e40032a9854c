import type { CampoFile } from '#contracts/documenti.ts';
import { DocumentRow } from './DocumentRow.tsx';
import type { DocumentRights, DocumentsForm } from './document-types.ts';

interface DocumentListProps extends DocumentsForm {
  campi: readonly CampoFile[];
  rights: DocumentRights;
  label: string;
}

/** The documents of a record, a row each. */
export function DocumentList({ campi, label, ...row }: DocumentListProps) {
  return (
    <ul aria-label={label}>
      {campi.map((campo) => <DocumentRow key={campo.campo} campo={campo} {...row} />)}
    </ul>
  );
}
