import { useEffect, useRef, useState } from 'react';
import { formatNumber } from '#web/lib/format.ts';
import { Field } from '#web/ui/inputs/Field.tsx';
import { NumberInput } from '#web/ui/inputs/NumberInput.tsx';
import { Switch } from '#web/ui/inputs/Switch.tsx';

interface OreScadenzaProps {
  value: number | null;
  onChange(value: number | null): void;
  onLeave(): void;
  /** Hours of this record: the deadline lies beyond them. */
  ore: number | null;
  error?: string | undefined;
  disabled: boolean;
}

/** Scadenza: a switch, and while it is on the hours at which the same maintenance is due again. */
export function OreScadenza({ value, onChange, onLeave, ore, error, disabled }: OreScadenzaProps) {
  const box = useRef<HTMLDivElement>(null);
  const [on, setOn] = useState(value !== null);
  useEffect(() => {
    // a figure that comes or goes without a hand on it: another version of the record
    if (value !== null) setOn(true);
    else if (!box.current?.contains(document.activeElement)) setOn(false);
  }, [value]);
  const toggle = (next: boolean) => {
    setOn(next);
    if (!next) onChange(null);
  };
  return (
    <div ref={box} className="grid gap-1" onBlur={onLeave}>
      <Switch className="max-md:min-h-11" checked={on} disabled={disabled} onChange={toggle} label="Scadenza" />
      {on ? (
        <Field name="ore_scadenza" label="Ore/Km alla scadenza" error={error} hint={avviso(value, ore)}>
          <NumberInput value={value} onChange={onChange} disabled={disabled} boxClass="tel-input" />
        </Field>
      ) : null}
    </div>
  );
}

function avviso(value: number | null, ore: number | null): string {
  if (value === null) return 'La stessa manutenzione sarà da rifare a queste ore o chilometri.';
  if (ore === null) return '';
  return value > ore ? `Tra ${formatNumber(value - ore)} dalla lettura di questa manutenzione.` : 'Già raggiunta dalla lettura di questa manutenzione.';
}
