import type { DateField } from '#contracts/registri/fields.ts';
import { DateInput } from '#web/ui/DateInput.tsx';
import { asText, type FieldInputProps } from './types.ts';

export function DateFieldInput({ value, onChange, disabled, readOnly }: FieldInputProps<DateField>) {
  return <DateInput value={asText(value)} onChange={onChange} disabled={disabled} readOnly={readOnly} boxClass="tel-input" />;
}
