import type { DocumentField, PhotoField } from '#contracts/core/fields.ts';
import { TextInput } from '#web/ui/inputs/TextInput.tsx';
import { asText, type FieldInputProps } from './types.ts';

/** Files are uploaded, renamed and deleted in their own rows; among the other fields they only show their name. */
export function FileFieldInput({ value }: FieldInputProps<DocumentField | PhotoField>) {
  return <TextInput value={asText(value)?.split('/').at(-1) ?? 'Nessun file'} readOnly boxClass="tel-input" />;
}
