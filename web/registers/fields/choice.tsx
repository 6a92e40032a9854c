import { useMemo } from 'react';
import type { ChoiceField } from '#contracts/core/fields.ts';
import { Combobox } from '#web/ui/inputs/Combobox.tsx';
import type { Option } from '#web/ui/inputs/options.ts';
import { asText, type FieldInputProps } from './types.ts';

export function ChoiceFieldInput({ field, value, onChange, disabled, readOnly }: FieldInputProps<ChoiceField>) {
  const options = useMemo(() => field.options.map(optionOf), [field]);
  return <Combobox value={asText(value)} onChange={onChange} options={options} disabled={disabled} readOnly={readOnly} boxClass="tel-input" />;
}

/** A code shows with its name beside it (CN Cuneo); a word of its own shows alone. */
function optionOf({ value, label }: { value: string; label: string }): Option {
  if (value === label) return { value };
  return value.length <= 3 ? { value, detail: label } : { value, label };
}
