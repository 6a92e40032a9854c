import { useEffect, useRef, useState } from 'react';
import { formatNumber } from '#web/lib/format.ts';
import { useOpenFields } from '#web/registers/form/form-context.ts';
import { Field } from '#web/ui/inputs/Field.tsx';
import { NumberInput } from '#web/ui/inputs/NumberInput.tsx';
import { Switch } from '#web/ui/inputs/Switch.tsx';

/** Shows Scadenza: a switch, and while it is on, the hours at which the same maintenance is due again. */
export function OreScadenza() {
  const { form, enabled } = useOpenFields();
  const value = form.values['ore_scadenza'] as number | null;
  /** Hours of this record; the deadline must be greater. */
  const ore = form.values['ore_km'] as number | null;
  const disabled = !enabled('ore_scadenza');
  const onChange = (next: number | null) => form.set('ore_scadenza', next);
  const box = useRef<HTMLDivElement>(null);
  const [on, setOn] = useState(value !== null);
  useEffect(() => {
    // the value changed from outside: another version of the record was loaded
    if (value !== null) setOn(true);
    else if (!box.current?.contains(document.activeElement)) setOn(false);
  }, [value]);
  const toggle = (next: boolean) => {
    setOn(next);
    if (!next) onChange(null);
  };
  return (
    <div ref={box} className="grid gap-1" onBlur={() => form.touch('ore_scadenza')}>
      <Switch className="max-md:min-h-11" checked={on} disabled={disabled} onChange={toggle} label="Scadenza" />
      {on ? (
        <Field name="ore_scadenza" label="Ore/Km alla scadenza" error={form.errors['ore_scadenza']} hint={warning(value, ore)}>
          <NumberInput value={value} onChange={onChange} disabled={disabled} boxClass="tel-input md:max-w-[220px]" />
        </Field>
      ) : null}
    </div>
  );
}

function warning(value: number | null, ore: number | null): string {
  if (value === null) return 'La stessa manutenzione sarà da rifare a queste ore o chilometri.';
  if (ore === null) return '';
  return value > ore
    ? `Tra ${formatNumber(value - ore)} dalla lettura di questa manutenzione.`
    : 'Già raggiunta dalla lettura di questa manutenzione.';
}
