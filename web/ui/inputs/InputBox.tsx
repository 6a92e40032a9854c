import clsx from 'clsx';
import { Lock } from 'lucide-react';
import { forwardRef, type ComponentProps, type ReactNode } from 'react';
import { useField } from './field-context.ts';

export interface InputState {
  disabled?: boolean | undefined;
  readOnly?: boolean | undefined;
  /** Marks the input as wrong when there is no Field around it. */
  invalid?: boolean | undefined;
}

interface InputBoxProps extends ComponentProps<'span'>, InputState {
  /** Content before the text: an icon, the euro sign. */
  start?: ReactNode;
  end?: ReactNode;
}

/** Frame of every input field, for all its states. */
export const InputBox = forwardRef<HTMLSpanElement, InputBoxProps>(function InputBox(
  { start, end, disabled, readOnly, invalid, className, children, ...rest },
  ref,
) {
  const field = useField();
  const wrong = invalid || field.invalid;
  return (
    <span {...rest} ref={ref} className={clsx('input', disabled ? 'is-off' : readOnly ? 'is-readonly' : wrong && 'is-error', className)}>
      {start}
      {children}
      {end}
      {readOnly && !disabled ? <Lock className="icon-sm ml-auto" aria-hidden /> : null}
    </span>
  );
});
