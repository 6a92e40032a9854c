import type { FlagField } from '#contracts/core/fields.ts';
import { Switch } from '#web/ui/inputs/Switch.tsx';
import type { FieldInputProps } from './types.ts';

/** Its label stands beside it, not above. */
export function FlagFieldInput({ field, value, onChange, disabled, readOnly }: FieldInputProps<FlagField>) {
  return <Switch checked={value === 1} onChange={(on) => onChange(on ? 1 : 0)} disabled={disabled || readOnly} label={field.label} />;
}
