import { useId } from 'react';
import { personale } from '#contracts/registers/personale.ts';
import type { FormDocumentsAccess } from '#web/registers/documents/FormDocuments.tsx';
import { RecordFoto } from '#web/registers/documents/RecordFoto.tsx';
import { FormField } from '#web/registers/form/FormFields.tsx';

const FIELDS = personale.form.sections.flatMap(({ rows }) => rows.flat());

/** Shows the tab DETTAGLI: the worker's personal data and photo. */
export function DettagliTab(documents: FormDocumentsAccess) {
  const title = useId();
  return (
    <section className="panel grid gap-6 p-4 md:grid-cols-[minmax(0,1fr)_248px]" aria-labelledby={title}>
      <h2 id={title} className="sr-only">
        Dettagli
      </h2>
      <div className="form-grid md:grid-cols-2">
        {FIELDS.map((field) => (
          <FormField key={field} campo={field} />
        ))}
      </div>
      <RecordFoto {...documents} />
    </section>
  );
}
