import { useId } from 'react';
import type { ChoiceField } from '#contracts/core/fields.ts';
import { register } from '#contracts/registers/index.ts';
import { RegisterField } from '#web/registers/fields/RegisterField.tsx';
import type { RegisterFormState } from '#web/registers/form/use-register-form.ts';
import { Field } from '#web/ui/inputs/Field.tsx';
import { RadioGroup } from '#web/ui/inputs/RadioGroup.tsx';
import type { ReactNode } from 'react';

const macchinari = register('macchinari')!;
const STATO = macchinari.fields['stato_attuale'] as ChoiceField;
const STATI = STATO.options.map(({ value: valore, label: etichetta }) => ({ value: valore, label: etichetta }));

interface SchedaDettagliProps {
  form: Pick<RegisterFormState, 'values' | 'errors' | 'set' | 'touch'>;
  /** The key can be typed. */
  nuova: boolean;
  disabled: boolean;
  readOnly?: boolean;
  foto: ReactNode;
}

/** DETTAGLI: what the machine is, with its photo. */
export function SchedaDettagli({ form, nuova, disabled, readOnly = false, foto }: SchedaDettagliProps) {
  const title = useId();
  const field = (campo: string, span: string) => (
    <RegisterField
      def={macchinari} campo={campo} value={form.values[campo] ?? null} className={span}
      onChange={(value) => form.set(campo, value)} onLeave={() => form.touch(campo)}
      error={form.errors[campo]} disabled={disabled} readOnly={readOnly || (campo === 'matricola' && !nuova)}
    />
  );
  return (
    <section className="panel grid gap-6 p-4 md:grid-cols-[minmax(0,1fr)_248px]" aria-labelledby={title}>
      <h2 id={title} className="sr-only">Dettagli</h2>
      <div className="grid content-start gap-4 md:grid-cols-6">
        {field('matricola', 'md:col-span-2')}
        {field('matricola_costr', 'md:col-span-2')}
        {field('tipologia', 'md:col-span-2')}
        {field('marca', 'md:col-span-2')}
        {field('modello', 'md:col-span-2')}
        {field('descrizione', 'md:col-span-2')}
        {field('chassis', 'md:col-span-3')}
        {field('targa', 'md:col-span-3')}
        {field('anno_acquisto', 'md:col-span-3')}
        {field('ore_km', 'md:col-span-3')}
        <Field group name="stato_attuale" label={STATO.label} error={form.errors['stato_attuale']} className="md:col-span-6">
          <RadioGroup value={form.values['stato_attuale'] as string | null} options={STATI} disabled={disabled || readOnly} onChange={(value) => form.set('stato_attuale', value)} />
        </Field>
      </div>
      {foto}
    </section>
  );
}
