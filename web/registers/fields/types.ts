import type { AnyRegister } from '#contracts/core/define-register.ts';
import type { Field } from '#contracts/core/fields.ts';

export type FieldValue = string | number | null;

/** What every kind of field is given. Label and message stand around it. */
export interface FieldInputProps<F extends Field = Field> {
  def: AnyRegister;
  campo: string;
  field: F;
  value: FieldValue;
  onChange(value: FieldValue): void;
  disabled: boolean;
  /** Shown, with a lock: an older version, or a key that no longer changes. */
  readOnly: boolean;
}

/** A text as it comes out of the fields: empty is none. */
export const orNull = (text: string): string | null => (text === '' ? null : text);
export const asText = (value: FieldValue): string | null => (value === null ? null : String(value));
export const asNumber = (value: FieldValue): number | null => (typeof value === 'number' ? value : null);
