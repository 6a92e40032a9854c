import clsx from 'clsx';
import { forwardRef, type ComponentProps } from 'react';
import { useControl } from './field-context.ts';
import type { InputState } from './InputBox.tsx';

export interface TextAreaProps extends Omit<ComponentProps<'textarea'>, 'onChange' | 'value'>, InputState {
  value: string | null;
  onChange?: (value: string) => void;
}

export const TextArea = forwardRef<HTMLTextAreaElement, TextAreaProps>(function TextArea(
  { value, onChange, disabled, readOnly, invalid, className, rows = 3, ...rest },
  ref,
) {
  const control = useControl();
  const wrong = invalid || control['aria-invalid'];
  return (
    <textarea
      {...control}
      {...rest}
      ref={ref}
      rows={rows}
      className={clsx('input', disabled ? 'is-off' : readOnly ? 'is-readonly' : wrong && 'is-error', className)}
      value={value ?? ''}
      disabled={disabled}
      readOnly={readOnly}
      onChange={(event) => onChange?.(event.target.value)}
    />
  );
});
