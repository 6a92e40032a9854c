import type { MoneyField } from '#contracts/core/fields.ts';
import { MoneyInput } from '#web/ui/inputs/MoneyInput.tsx';
import { asNumber, type FieldInputProps } from './types.ts';

export function MoneyFieldInput({ value, onChange, disabled, readOnly }: FieldInputProps<MoneyField>) {
  return <MoneyInput value={asNumber(value)} onChange={onChange} disabled={disabled} readOnly={readOnly} boxClass="tel-input" />;
}
