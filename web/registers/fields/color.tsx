import type { ColorField } from '#contracts/core/fields.ts';
import { ColorInput } from '#web/ui/inputs/ColorInput.tsx';
import { asText, type FieldInputProps } from './types.ts';

export function ColorFieldInput({ value, onChange, disabled, readOnly }: FieldInputProps<ColorField>) {
  return <ColorInput value={asText(value)} onChange={onChange} disabled={disabled} readOnly={readOnly} />;
}
