import { createContext, useContext } from 'react';

/** Values that a Field passes to the input inside it. */
export interface FieldInfo {
  id: string;
  describedBy: string | undefined;
  invalid: boolean;
  required: boolean;
  label: string | undefined;
  /** Called by an input that cannot parse the typed text; the Field shows the message unless it has its own error. */
  report(message: string | null): void;
}

const NONE: FieldInfo = { id: '', describedBy: undefined, invalid: false, required: false, label: undefined, report: () => {} };

export const FieldContext = createContext<FieldInfo>(NONE);
export const useField = (): FieldInfo => useContext(FieldContext);

/** Returns the attributes that every labelled control has. */
export function useControl(): {
  id: string | undefined;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
  'aria-required': true | undefined;
} {
  const field = useField();
  return {
    id: field.id || undefined,
    'aria-describedby': field.describedBy,
    'aria-invalid': field.invalid || undefined,
    'aria-required': field.required || undefined,
  };
}
