import type { NoteField } from '#contracts/registri/fields.ts';
import { TextArea } from '#web/ui/TextArea.tsx';
import { asText, orNull, type FieldInputProps } from './types.ts';

export function NoteFieldInput({ value, onChange, disabled, readOnly }: FieldInputProps<NoteField>) {
  return <TextArea value={asText(value)} onChange={(text) => onChange(orNull(text))} disabled={disabled} readOnly={readOnly} className="max-md:text-touch" />;
}
