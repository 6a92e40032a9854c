import { useId } from 'react';
import { proposedFor } from '#contracts/modules/accise/eligibility.ts';
import { macchinari } from '#contracts/registers/macchinari.ts';
import { todayInRome } from '#web/lib/format.ts';
import { ProposedFlag } from '#web/registers/fields/plain-inputs.tsx';
import type { FormDocumentsAccess } from '#web/registers/documents/FormDocuments.tsx';
import { useOpenFields } from '#web/registers/form/form-context.ts';
import type { FieldValue } from '#web/registers/fields/types.ts';
import { FormField } from '#web/registers/form/FormFields.tsx';
import { Field } from '#web/ui/inputs/Field.tsx';
import { RadioGroup } from '#web/ui/inputs/RadioGroup.tsx';
import { RecordFoto } from '#web/registers/documents/RecordFoto.tsx';

const SOLD = 'Venduto';
const ADMITTED = macchinari.fields.accisa_ammessa;
const STATE = macchinari.fields.stato_attuale;
/** The two states to choose from; a machine stored as sold shows as the second. */
const STATES = STATE.options.filter(({ value }) => value !== SOLD);
const stateShown = (state: FieldValue): string | null => (state === SOLD ? 'Demolito' : typeof state === 'string' ? state : null);
/** Fields of the form that are drawn in a way of their own, below the others. */
const OWN_FIELDS = new Set(['accisa_ammessa', 'stato_attuale']);
const FIELDS = macchinari.form.sections.flatMap(({ rows }) => rows.flat()).filter((name) => !OWN_FIELDS.has(name));

/** Shows the tab DETTAGLI: the machine's properties and its photo. */
export function TabDetails(documents: FormDocumentsAccess) {
  const { form, enabled, readOnly } = useOpenFields(macchinari);
  const title = useId();
  const { targa, tipologia } = form.values;
  const proposal = proposedFor({ targa, tipologia }, todayInRome());
  return (
    <section className="panel grid gap-6 p-4 md:grid-cols-[minmax(0,1fr)_248px]" aria-labelledby={title}>
      <h2 id={title} className="sr-only">
        Dettagli
      </h2>
      <div className="form-grid md:grid-cols-3">
        {FIELDS.map((fieldName) => (
          <FormField key={fieldName} campo={fieldName} />
        ))}
        <Field name="accisa_ammessa" label={ADMITTED.label} error={form.errors.accisa_ammessa} hint={proposal.motivo}>
          <ProposedFlag
            label={ADMITTED.label}
            value={form.values.accisa_ammessa}
            proposal={proposal.ammessa === 1 ? 'Proposta: sì' : 'Proposta: no'}
            disabled={readOnly || !enabled('accisa_ammessa')}
            onChange={(value) => form.set('accisa_ammessa', value)}
          />
        </Field>
        <Field group name="stato_attuale" label={STATE.label} error={form.errors.stato_attuale} className="md:col-span-2">
          <RadioGroup
            value={stateShown(form.values.stato_attuale)}
            options={STATES}
            disabled={readOnly || !enabled('stato_attuale')}
            onChange={(value) => form.set('stato_attuale', value)}
          />
        </Field>
      </div>
      <RecordFoto {...documents} />
    </section>
  );
}
