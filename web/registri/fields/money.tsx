import type { MoneyField } from '#contracts/registri/fields.ts';
import { MoneyInput } from '#web/ui/MoneyInput.tsx';
import { asNumber, type FieldInputProps } from './types.ts';

export function MoneyFieldInput({ value, onChange, disabled, readOnly }: FieldInputProps<MoneyField>) {
  return <MoneyInput value={asNumber(value)} onChange={onChange} disabled={disabled} readOnly={readOnly} boxClass="tel-input" />;
}
