import { useMemo } from 'react';
import type { ChoiceField } from '#contracts/core/fields.ts';
import { Combobox } from '#web/ui/inputs/Combobox.tsx';
import type { Option } from '#web/ui/inputs/options.ts';
import { asText, type FieldInputProps } from './types.ts';

export function ChoiceFieldInput({ field, value, onChange, disabled, readOnly }: FieldInputProps<ChoiceField>) {
  const options = useMemo(() => field.opzioni.map(optionOf), [field]);
  return <Combobox value={asText(value)} onChange={onChange} options={options} disabled={disabled} readOnly={readOnly} boxClass="tel-input" />;
}

/** A code shows with its name beside it (CN Cuneo); a word of its own shows alone. */
function optionOf({ valore, etichetta }: { valore: string; etichetta: string }): Option {
  if (valore === etichetta) return { value: valore };
  return valore.length <= 3 ? { value: valore, detail: etichetta } : { value: valore, label: etichetta };
}
