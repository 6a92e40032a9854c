import { createContext, useContext } from 'react';

/** What a Field tells the input inside it. */
export interface FieldInfo {
  id: string;
  describedBy: string | undefined;
  invalid: boolean;
  required: boolean;
  label: string | undefined;
  /** An input that cannot read what was typed says so; the Field shows it unless it has an error of its own. */
  report(message: string | null): void;
}

const NONE: FieldInfo = { id: '', describedBy: undefined, invalid: false, required: false, label: undefined, report: () => {} };

export const FieldContext = createContext<FieldInfo>(NONE);
export const useField = (): FieldInfo => useContext(FieldContext);

/** The attributes every labelled control carries. */
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
