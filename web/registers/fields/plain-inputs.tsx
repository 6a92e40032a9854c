import { useQueryClient } from '@tanstack/react-query';
import { forwardRef, useMemo } from 'react';
import type {
  ChoiceField,
  ColorField,
  DateField,
  DocumentField,
  FlagField,
  MoneyField,
  MultiField,
  NoteField,
  NumberField,
  PhotoField,
  TextField,
} from '#contracts/core/fields.ts';
import { ColorInput } from '#web/ui/inputs/ColorInput.tsx';
import { Combobox } from '#web/ui/inputs/Combobox.tsx';
import { DateInput } from '#web/ui/inputs/DateInput.tsx';
import { MultiCombobox } from '#web/ui/inputs/MultiCombobox.tsx';
import { NumberInput, type NumberInputProps } from '#web/ui/inputs/NumberInput.tsx';
import { Switch } from '#web/ui/inputs/Switch.tsx';
import { TextArea } from '#web/ui/inputs/TextArea.tsx';
import { TextInput } from '#web/ui/inputs/TextInput.tsx';
import type { Option } from '#web/ui/inputs/options.ts';
import { useCatalogue } from '../catalogue-context.ts';
import { loadSelector } from '../selector.api.ts';
import { asNumber, asText, orNull, type FieldInputProps, type FieldValue } from './types.ts';

/**
 * Longest text whose input stops at the maximum length. For longer texts a paste would be cut unnoticed, so
 * validation reports them instead.
 */
const CODE = 20;

export function TextFieldInput({ field, value, onChange, disabled, readOnly }: FieldInputProps<TextField>) {
  return (
    <TextInput
      maxLength={field.max <= CODE ? field.max : undefined}
      value={asText(value)}
      onChange={(text) => onChange(orNull(text))}
      disabled={disabled}
      readOnly={readOnly}
      boxClass="tel-input"
    />
  );
}

export function NoteFieldInput({ value, onChange, disabled, readOnly }: FieldInputProps<NoteField>) {
  return (
    <TextArea
      value={asText(value)}
      onChange={(text) => onChange(orNull(text))}
      disabled={disabled}
      readOnly={readOnly}
      className="max-md:text-touch"
    />
  );
}

export function NumberFieldInput({ field, value, onChange, disabled, readOnly }: FieldInputProps<NumberField>) {
  return (
    <NumberInput
      value={asNumber(value)}
      onChange={onChange}
      decimals={field.decimals}
      unit={field.unit}
      grouped={field.year !== true}
      disabled={disabled}
      readOnly={readOnly}
      boxClass="tel-input"
    />
  );
}

export function ChoiceFieldInput({ field, value, onChange, disabled, readOnly }: FieldInputProps<ChoiceField>) {
  const options = useMemo(() => field.options.map(optionOf), [field]);
  return (
    <Combobox value={asText(value)} onChange={onChange} options={options} disabled={disabled} readOnly={readOnly} boxClass="tel-input" />
  );
}

/** Returns the option of a value: a code shows its name beside it (CN Cuneo), a word shows alone. */
function optionOf({ value, label }: { value: string; label: string }): Option {
  if (value === label) return { value };
  return value.length <= 3 ? { value, detail: label } : { value, label };
}

export function ColorFieldInput({ value, onChange, disabled, readOnly }: FieldInputProps<ColorField>) {
  return <ColorInput value={asText(value)} onChange={onChange} disabled={disabled} readOnly={readOnly} />;
}

export function DateFieldInput({ value, onChange, disabled, readOnly }: FieldInputProps<DateField>) {
  return <DateInput value={asText(value)} onChange={onChange} disabled={disabled} readOnly={readOnly} boxClass="tel-input" />;
}

/** Shows a file's name only; files are uploaded, renamed and deleted in their own rows. */
export function FileFieldInput({ value }: FieldInputProps<DocumentField | PhotoField>) {
  return <TextInput value={asText(value)?.split('/').at(-1) ?? 'Nessun file'} readOnly boxClass="tel-input" />;
}

/** Shows a yes/no field as a switch with its label beside it; a field with a proposal has three values. */
export function FlagFieldInput({ field, value, onChange, disabled, readOnly }: FieldInputProps<FlagField>) {
  if (field.proposed) return <ProposedFlag label={field.label} value={value} onChange={onChange} disabled={disabled || readOnly} />;
  return <Switch checked={value === 1} onChange={(on) => onChange(on ? 1 : 0)} disabled={disabled || readOnly} label={field.label} />;
}

interface ProposedFlagProps {
  label: string;
  value: FieldValue;
  onChange(value: FieldValue): void;
  disabled?: boolean;
  /** Text for the portal's own proposal: "Proposto: sì". */
  proposal?: string;
}

const YES_NO = [
  { value: '1', label: 'Sì' },
  { value: '0', label: 'No' },
];

/** Input with three values: yes, no, and empty for the portal's proposal. */
export function ProposedFlag({ label, value, onChange, disabled = false, proposal = 'Proposto' }: ProposedFlagProps) {
  return (
    <Combobox
      aria-label={label}
      value={value === 1 ? '1' : value === 0 ? '0' : null}
      options={YES_NO}
      placeholder={proposal}
      disabled={disabled}
      onChange={(chosen) => onChange(chosen === null ? null : Number(chosen))}
      boxClass="tel-input"
    />
  );
}

const SEPARATOR = ', ';

/** Selects several values of another register, stored as one text joined by comma and space. */
export function MultiFieldInput({ field, value, onChange, disabled, readOnly }: FieldInputProps<MultiField>) {
  const catalogue = useCatalogue();
  const client = useQueryClient();
  const load = useMemo(() => loadSelector(catalogue, client, field), [catalogue, client, field]);
  return (
    <MultiCombobox
      value={asText(value)?.split(SEPARATOR).filter(Boolean) ?? []}
      onChange={(next) => onChange(next.length > 0 ? next.join(SEPARATOR) : null)}
      load={load}
      disabled={disabled}
      readOnly={readOnly}
    />
  );
}

export function MoneyFieldInput({ field, value, onChange, disabled, readOnly }: FieldInputProps<MoneyField>) {
  return (
    <MoneyInput
      decimals={field.decimals ?? 2}
      value={asNumber(value)}
      onChange={onChange}
      disabled={disabled}
      readOnly={readOnly}
      boxClass="tel-input"
    />
  );
}

const MoneyInput = forwardRef<HTMLInputElement, Omit<NumberInputProps, 'prefix' | 'least'>>(function MoneyInput(props, ref) {
  return <NumberInput {...props} ref={ref} prefix="€" least={2} />;
});
