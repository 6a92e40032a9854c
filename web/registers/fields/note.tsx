import type { NoteField } from '#contracts/core/fields.ts';
import { TextArea } from '#web/ui/inputs/TextArea.tsx';
import { asText, orNull, type FieldInputProps } from './types.ts';

export function NoteFieldInput({ value, onChange, disabled, readOnly }: FieldInputProps<NoteField>) {
  return <TextArea value={asText(value)} onChange={(text) => onChange(orNull(text))} disabled={disabled} readOnly={readOnly} className="max-md:text-touch" />;
}
