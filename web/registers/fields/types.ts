import type { AnyRegister } from '#contracts/core/define-register.ts';
import type { Field } from '#contracts/core/fields.ts';

export type FieldValue = string | number | null;

/** Props of every field input; label and message are drawn around it. */
export interface FieldInputProps<F extends Field = Field> {
  def: AnyRegister;
  campo: string;
  field: F;
  value: FieldValue;
  onChange(value: FieldValue): void;
  disabled: boolean;
  /** Shown with a lock: an older version, or a key that can no longer change. */
  readOnly: boolean;
}

/** Returns `null` for an empty text. */
export const orNull = (text: string): string | null => (text === '' ? null : text);
export const asText = (value: FieldValue): string | null => (value === null ? null : String(value));
export const asNumber = (value: FieldValue): number | null => (typeof value === 'number' ? value : null);
