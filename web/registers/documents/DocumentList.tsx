import { useEffect } from 'react';
import type { FileField } from '#contracts/core/documents.ts';
import { DocumentRow } from './DocumentRow.tsx';
import type { DocumentRights, DocumentsForm } from './document-types.ts';

interface DocumentListProps extends DocumentsForm {
  campi: readonly FileField[];
  rights: DocumentRights;
  label: string;
}

/** Lists the documents of a record, one per row. */
export function DocumentList({ campi, label, ...row }: DocumentListProps) {
  useStrayDrops();
  return (
    <ul aria-label={label}>
      {campi.map((fieldName) => (
        <DocumentRow key={fieldName.field} campo={fieldName} {...row} />
      ))}
    </ul>
  );
}

/** Cancels drops of files beside the rows, which would make the browser leave the page and open the file. */
function useStrayDrops(): void {
  useEffect(() => {
    const hold = (event: DragEvent) => {
      if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'none';
    };
    addEventListener('dragover', hold);
    addEventListener('drop', hold);
    return () => {
      removeEventListener('dragover', hold);
      removeEventListener('drop', hold);
    };
  }, []);
}
