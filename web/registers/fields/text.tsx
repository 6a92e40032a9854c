import type { TextField } from '#contracts/core/fields.ts';
import { TextInput } from '#web/ui/inputs/TextInput.tsx';
import { asText, orNull, type FieldInputProps } from './types.ts';

export function TextFieldInput({ value, onChange, disabled, readOnly }: FieldInputProps<TextField>) {
  return <TextInput value={asText(value)} onChange={(text) => onChange(orNull(text))} disabled={disabled} readOnly={readOnly} boxClass="tel-input" />;
}
