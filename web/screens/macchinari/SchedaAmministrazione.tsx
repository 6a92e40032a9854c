import { register } from '#contracts/registers/index.ts';
import { DocumentList } from '#web/registers/documents/DocumentList.tsx';
import type { DocumentRights, DocumentsForm } from '#web/registers/documents/document-types.ts';
import { RegisterField } from '#web/registers/fields/RegisterField.tsx';
import type { RegisterFormState } from '#web/registers/form/use-register-form.ts';
import { AMMINISTRAZIONE, FATTURA, PACKING_LIST } from './schede.ts';

const macchinari = register('macchinari')!;

interface SchedaAmministrazioneProps {
  form: Pick<RegisterFormState, 'values' | 'base' | 'errors' | 'set' | 'touch'>;
  documents: Omit<DocumentsForm, 'form'>;
  rights: DocumentRights;
  disabled: boolean;
  readOnly?: boolean;
}

/** AMMINISTRAZIONE: values and the invoice. A packing list that somebody stored shows too. */
export function SchedaAmministrazione({ form, documents, rights, disabled, readOnly = false }: SchedaAmministrazioneProps) {
  const campi = form.base[PACKING_LIST.field] ? [FATTURA, PACKING_LIST] : [FATTURA];
  return (
    <section className="panel" aria-label="Amministrazione">
      <div className="grid gap-4 p-4 md:grid-cols-4">
        {AMMINISTRAZIONE.map((campo) => (
          <RegisterField
            key={campo} def={macchinari} campo={campo} value={form.values[campo] ?? null}
            onChange={(value) => form.set(campo, value)} onLeave={() => form.touch(campo)}
            error={form.errors[campo]} disabled={disabled} readOnly={readOnly}
          />
        ))}
      </div>
      <div className="border-t border-line"><DocumentList campi={campi} label="Documenti amministrativi" form={form} {...documents} rights={rights} /></div>
    </section>
  );
}
