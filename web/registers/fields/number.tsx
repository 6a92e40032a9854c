import type { NumberField } from '#contracts/core/fields.ts';
import { NumberInput } from '#web/ui/inputs/NumberInput.tsx';
import { asNumber, type FieldInputProps } from './types.ts';

export function NumberFieldInput({ field, value, onChange, disabled, readOnly }: FieldInputProps<NumberField>) {
  return (
    <NumberInput
      value={asNumber(value)}
      onChange={onChange}
      decimals={field.decimals}
      unit={field.unit}
      grouped={field.year !== true}
      disabled={disabled}
      readOnly={readOnly}
      boxClass="tel-input"
    />
  );
}
