import { personale } from '#contracts/registers/personale.ts';
import type { FileField } from '#contracts/core/documents.ts';
import { oncePer } from '#contracts/core/once-per.ts';
import { todayInRome } from '#web/lib/format.ts';
import type { Absence } from '#web/registers/documents/document-types.ts';
import { scadenzaOf } from '#web/registers/documents/document-state.ts';
import { RecordRenewal } from '#web/modules/scadenze/renew/FormRenewal.tsx';
import { FormDocuments, type FormDocumentsAccess } from '#web/registers/documents/FormDocuments.tsx';
import { ReadyNote } from '#web/registers/documents/ReadyRow.tsx';
import { useFormRights, useOpenRecord } from '#web/registers/form/form-context.ts';
import { Pager } from '#web/ui/grid/Pager.tsx';
import { missingOf, useDocumentRules, type DocumentRules, type WorkerRow } from './document-rules.ts';
import { DOCUMENTS, documentsOf } from './documents.ts';

const PAGE_SIZE = 10;
const pagesOf = oncePer((files: readonly FileField[]) =>
  Array.from({ length: Math.ceil(files.length / PAGE_SIZE) }, (_, i) => files.slice(i * PAGE_SIZE, (i + 1) * PAGE_SIZE)),
);

/** Returns the page of DOCUMENTI that contains a field; `null` if there is none. */
export const pageOf = (fieldName: string): number | null => pageIn(DOCUMENTS, fieldName);

export function pageIn(files: readonly FileField[], fieldName: string): number | null {
  const i = files.findIndex((file) => file.field === fieldName || scadenzaOf(file) === fieldName);
  return i < 0 ? null : Math.floor(i / PAGE_SIZE) + 1;
}

interface DocumentiTabProps extends FormDocumentsAccess {
  page: number;
  onPage(page: number): void;
}

/** Returns the word for a missing document. */
const absenceOf =
  (row: WorkerRow | null, rules: DocumentRules) =>
  (file: FileField): Absence | undefined => {
    const missing = row && missingOf(row, rules, todayInRome());
    return missing ? (missing.has(file.field) ? 'assente' : 'non richiesto') : undefined;
  };

/** Shows the tab DOCUMENTI: a row per type, ten per page. Hidden pages stay mounted, so that unsaved input is not lost. */
export function DocumentiTab({ page, onPage, ...documents }: DocumentiTabProps) {
  const { id, def, row } = useOpenRecord(personale);
  const rules = useDocumentRules();
  const files = documentsOf(def);
  const buttons = useFormRights();
  const first = (page - 1) * PAGE_SIZE + 1;
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {id === null && buttons.save ? <ReadyNote /> : null}
      <div className="panel">
        {pagesOf(files).map((fields, i) => (
          <div key={fields[0]?.field} className={i + 1 === page ? '[&_.doc]:min-h-[80px]' : 'hidden'}>
            <FormDocuments label="Documenti" campi={fields} absence={absenceOf(row, rules)} renewal={RecordRenewal} {...documents} />
          </div>
        ))}
        <div className="grid-foot max-md:h-auto max-md:min-h-12 max-md:flex-wrap max-md:py-1">
          <span className="whitespace-nowrap">
            <span className="text-ink-2">
              {first}–{Math.min(files.length, first + PAGE_SIZE - 1)}
            </span>{' '}
            di {files.length}
          </span>
          <Pager page={page} pageSize={PAGE_SIZE} total={files.length} onPage={onPage} />
        </div>
      </div>
    </section>
  );
}
