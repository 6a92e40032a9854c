import { scadenzaOf } from '#web/registers/documents/document-state.ts';
import { FormDocuments, type FormDocumentsAccess } from '#web/registers/documents/FormDocuments.tsx';
import { ReadyNote } from '#web/registers/documents/ReadyRow.tsx';
import { useFormRights, useOpenRecord } from '#web/registers/form/form-context.ts';
import { Pager } from '#web/ui/grid/Pager.tsx';
import { DOCUMENTS } from './documents.ts';

const PAGE_SIZE = 10;
const PAGES = Array.from({ length: Math.ceil(DOCUMENTS.length / PAGE_SIZE) }, (_, i) =>
  DOCUMENTS.slice(i * PAGE_SIZE, (i + 1) * PAGE_SIZE),
);

/** The page of DOCUMENTI that a field stands on; `null` for one that is not there. */
export function pageOf(fieldName: string): number | null {
  const i = DOCUMENTS.findIndex((file) => file.field === fieldName || scadenzaOf(file) === fieldName);
  return i < 0 ? null : Math.floor(i / PAGE_SIZE) + 1;
}

interface DocumentiTabProps extends FormDocumentsAccess {
  page: number;
  onPage(page: number): void;
}

/** DOCUMENTI: a row for each type, ten a page. The other pages stay in place: what stands half written in them is not lost. */
export function DocumentiTab({ page, onPage, ...documents }: DocumentiTabProps) {
  const { id } = useOpenRecord();
  const buttons = useFormRights();
  const first = (page - 1) * PAGE_SIZE + 1;
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {id === null && buttons.save ? <ReadyNote /> : null}
      <div className="panel">
        {PAGES.map((fields, i) => (
          <div key={fields[0]?.field} className={i + 1 === page ? '[&_.doc]:min-h-[80px]' : 'hidden'}>
            <FormDocuments label="Documenti" campi={fields} {...documents} />
          </div>
        ))}
        <div className="grid-foot max-md:h-auto max-md:min-h-12 max-md:flex-wrap max-md:py-1">
          <span className="whitespace-nowrap">
            <span className="text-ink-2">
              {first}–{Math.min(DOCUMENTS.length, first + PAGE_SIZE - 1)}
            </span>{' '}
            di {DOCUMENTS.length}
          </span>
          <Pager page={page} pageSize={PAGE_SIZE} total={DOCUMENTS.length} onPage={onPage} />
        </div>
      </div>
    </section>
  );
}
