import type { DateField } from '#contracts/core/fields.ts';
import { DateInput } from '#web/ui/inputs/DateInput.tsx';
import { asText, type FieldInputProps } from './types.ts';

export function DateFieldInput({ value, onChange, disabled, readOnly }: FieldInputProps<DateField>) {
  return <DateInput value={asText(value)} onChange={onChange} disabled={disabled} readOnly={readOnly} boxClass="tel-input" />;
}
