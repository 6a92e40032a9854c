import { useMemo } from 'react';
import type { Values } from '#contracts/core/define-register.ts';
import { produzione } from '#contracts/registers/produzione.ts';
import { RegisterField } from '#web/registers/fields/RegisterField.tsx';
import type { RegisterFormState } from '#web/registers/form/use-register-form.ts';
import { Combobox } from '#web/ui/inputs/Combobox.tsx';
import { Field } from '#web/ui/inputs/Field.tsx';
import { NumberInput } from '#web/ui/inputs/NumberInput.tsx';
import { Segment } from '#web/ui/inputs/Segment.tsx';
import { Switch } from '#web/ui/inputs/Switch.tsx';
import { TextArea } from '#web/ui/inputs/TextArea.tsx';
import { isFermo, knownAs, lavorazioneOptions, wbsOptions, type LineValues, type Site } from './line.ts';
import { choose } from './line-choices.ts';
import { lineDef } from './use-line-dialog.ts';

const KINDS = [
  { value: 'produzione', label: 'Produzione' },
  { value: 'fermo', label: 'Fermo' },
] as const;
const text = (value: Values[string] | undefined): string | null => (typeof value === 'string' && value !== '' ? value : null);

interface LineFieldsProps {
  form: RegisterFormState<typeof produzione>;
  site: Site;
  enabled: boolean;
  /** The line is new: the focus starts in the first empty field. */
  fresh: boolean;
}

/** Fields of a line, in the order in which a foreman names them. */
export function LineFields({ form, site, enabled, fresh }: LineFieldsProps) {
  const { values, errors } = form;
  const fermo = isFermo(values);
  const wbs = text(values.wbs);
  const lavorazione = text(values.lavorazione);
  const options = useMemo(() => ({ wbs: wbsOptions(site), lavorazione: lavorazioneOptions(site, wbs) }), [site, wbs]);
  const { um, colore } = knownAs(site, lavorazione);
  const set = (changes: LineValues) => {
    for (const [campo, value] of Object.entries(changes)) form.set(campo as keyof LineValues, value);
  };
  const number = values.quantita;
  const plain = (campo: 'operatore' | 'attrezzatura') => ({
    def: lineDef(values.noleggio),
    campo,
    value: values[campo],
    onChange: (value: Values[string]) => form.set(campo, value),
    onLeave: () => form.touch(campo),
    error: errors[campo],
    disabled: !enabled,
  });
  return (
    <div className="grid gap-4 px-4 pt-2 md:grid-cols-2">
      <Segment
        aria-label="Tipo"
        className="!grid grid-cols-2 md:col-span-2"
        disabled={!enabled}
        options={KINDS}
        value={fermo ? 'fermo' : 'produzione'}
        onChange={(kind) => set(choose.kind(kind))}
      />
      <Field
        label="Wbs"
        name="wbs"
        required={!fermo}
        onLeave={() => form.touch('wbs')}
        error={errors.wbs}
        hint={options.wbs.length === 0 ? 'Il cantiere non ha wbs' : undefined}
      >
        <Combobox
          value={wbs}
          onChange={(next) => set(choose.wbs(site, values, next))}
          options={options.wbs}
          disabled={!enabled}
          boxClass="tel-input"
        />
      </Field>
      <Field
        label="Lavorazione"
        name="lavorazione"
        required={!fermo}
        onLeave={() => form.touch('lavorazione')}
        error={errors.lavorazione}
        hint={options.lavorazione.length === 0 ? 'Il cantiere non ha lavorazioni' : undefined}
      >
        <Combobox
          value={lavorazione}
          onChange={(next) => set({ lavorazione: next })}
          options={options.lavorazione}
          selected={lavorazione ? { value: lavorazione, color: colore } : null}
          disabled={!enabled}
          boxClass="tel-input"
        />
      </Field>
      <Field label="Quantità" name="quantita" required={!fermo} onLeave={() => form.touch('quantita')} error={errors.quantita}>
        <NumberInput
          value={typeof number === 'number' ? number : null}
          onChange={(value) => form.set('quantita', value)}
          decimals={3}
          least={2}
          unit={um ?? undefined}
          disabled={!enabled || fermo}
          boxClass="tel-input"
          data-autofocus={fresh && lavorazione !== null && !fermo ? true : undefined}
        />
      </Field>
      <RegisterField {...plain('operatore')} />
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-4 md:col-span-2">
        <RegisterField key={String(values.noleggio)} {...plain('attrezzatura')} />
        <span className="flex h-8 items-center max-md:h-11">
          <Switch label="Noleggi" checked={values.noleggio === 1} disabled={!enabled} onChange={(on) => set(choose.noleggio(on))} />
        </span>
      </div>
      <Field label="Note" name="note" error={errors.note} hint={'Gli apici \' e " non sono ammessi'} className="md:col-span-2">
        <TextArea
          rows={2}
          value={text(values.note)}
          onChange={(typed) => form.set('note', typed === '' ? null : typed)}
          onBlur={() => form.touch('note')}
          disabled={!enabled}
          className="max-md:text-touch"
        />
      </Field>
    </div>
  );
}
