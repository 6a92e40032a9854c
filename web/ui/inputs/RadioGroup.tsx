import clsx from 'clsx';
import { useId, type ReactNode } from 'react';
import { useField } from './field-context.ts';

export interface RadioProps {
  checked: boolean;
  onChange?: () => void;
  name: string;
  label?: ReactNode;
  'aria-label'?: string;
  disabled?: boolean | undefined;
}

export function Radio({ checked, onChange, name, label, disabled, ...rest }: RadioProps) {
  const input = (
    <input
      {...rest}
      type="radio"
      name={name}
      checked={checked}
      disabled={disabled}
      onChange={() => onChange?.()}
      className={clsx('radio appearance-none', checked && 'is-on', disabled && 'cursor-not-allowed opacity-60')}
    />
  );
  if (!label) return input;
  return (
    <label className={clsx('inline-flex items-center gap-2 text-body', disabled ? 'cursor-not-allowed text-ink-3' : 'cursor-pointer')}>
      {input}
      {label}
    </label>
  );
}

export interface RadioGroupProps<V extends string> {
  value: V | null;
  onChange?: (value: V) => void;
  options: readonly { value: V; label: string; disabled?: boolean }[];
  disabled?: boolean | undefined;
  'aria-label'?: string;
}

/** Shows radio buttons. Inside `<Field group>`, the field's label names the group. */
export function RadioGroup<V extends string>({ value, onChange, options, disabled, ...rest }: RadioGroupProps<V>) {
  const name = useId();
  const field = useField();
  return (
    <div
      className="flex min-h-8 flex-wrap items-center gap-x-5 gap-y-2"
      role="radiogroup"
      aria-label={rest['aria-label'] ?? field.label}
      aria-describedby={field.describedBy}
      aria-invalid={field.invalid || undefined}
    >
      {options.map((option) => (
        <Radio
          key={option.value}
          name={name}
          label={option.label}
          checked={option.value === value}
          disabled={disabled || option.disabled}
          onChange={() => onChange?.(option.value)}
        />
      ))}
    </div>
  );
}
