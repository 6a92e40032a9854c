import clsx from 'clsx';
import type { ComponentType, ReactNode } from 'react';
import { labelOf, type AnyRegister } from '#contracts/core/define-register.ts';
import type { Field, FieldKind } from '#contracts/core/fields.ts';
import { Field as Labelled } from '#web/ui/inputs/Field.tsx';
import { isRequired } from '../form/form-state.ts';
import {
  ChoiceFieldInput,
  ColorFieldInput,
  DateFieldInput,
  FileFieldInput,
  FlagFieldInput,
  MoneyFieldInput,
  MultiFieldInput,
  NoteFieldInput,
  NumberFieldInput,
  TextFieldInput,
} from './plain-inputs.tsx';
import { RefFieldInput } from './ref.tsx';
import type { FieldInputProps, FieldValue } from './types.ts';
import { UrlFieldInput } from './url.tsx';

type InputOf<K extends FieldKind> = ComponentType<FieldInputProps<Extract<Field, { kind: K }>>>;

const INPUTS: { [K in FieldKind]: InputOf<K> } = {
  text: TextFieldInput,
  note: NoteFieldInput,
  number: NumberFieldInput,
  money: MoneyFieldInput,
  date: DateFieldInput,
  choice: ChoiceFieldInput,
  ref: RefFieldInput,
  multi: MultiFieldInput,
  flag: FlagFieldInput,
  color: ColorFieldInput,
  url: UrlFieldInput,
  document: FileFieldInput,
  photo: FileFieldInput,
};

/** Kinds of field with a narrow input, so that the unit stands near the number. */
const SHORT: ReadonlySet<FieldKind> = new Set(['number', 'money']);

export interface RegisterFieldProps {
  def: AnyRegister;
  campo: string;
  value: FieldValue;
  onChange(value: FieldValue): void;
  onLeave?(): void;
  error?: string | undefined;
  hint?: ReactNode;
  disabled?: boolean | undefined;
  readOnly?: boolean | undefined;
  className?: string | undefined;
}

/** Shows the input for a field's kind, with label and message. The key is shown as text. */
export function RegisterField({
  def,
  campo,
  value,
  onChange,
  onLeave,
  error,
  hint,
  disabled = false,
  readOnly = false,
  className,
}: RegisterFieldProps) {
  const field: Field = def.fields[campo] ?? { kind: 'text', label: def.key.label, max: def.key.max ?? 50 };
  const Input = INPUTS[field.kind] as ComponentType<FieldInputProps>;
  const input = <Input def={def} campo={campo} field={field} value={value} onChange={onChange} disabled={disabled} readOnly={readOnly} />;
  const short = SHORT.has(field.kind) ? 'md:[&_.input]:max-w-[220px]' : undefined;
  const leave = onLeave ? { onBlur: onLeave } : {};
  if (field.kind === 'flag' && !field.proposed) {
    return (
      <div className={clsx('flex h-8 items-center md:mt-5', className)} data-campo={campo} {...leave}>
        {input}
      </div>
    );
  }
  return (
    <div className={clsx('min-w-0', short, className)} {...leave}>
      <Labelled name={campo} label={labelOf(def, campo)} required={isRequired(def, campo) && !readOnly} error={error} hint={hint}>
        {input}
      </Labelled>
    </div>
  );
}
