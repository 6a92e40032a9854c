import clsx from 'clsx';
import { Check, Minus } from 'lucide-react';
import { useEffect, useRef, type ComponentProps, type ReactNode } from 'react';

export interface CheckboxProps extends Omit<ComponentProps<'input'>, 'onChange' | 'type'> {
  checked: boolean;
  onChange?: (checked: boolean, event: React.ChangeEvent<HTMLInputElement>) => void;
  /** Shows a dash: only some of the items that the checkbox stands for are selected. */
  indeterminate?: boolean;
  /** Label beside the checkbox; without a label, pass `aria-label`. */
  label?: ReactNode;
}

export function Checkbox({ checked, onChange, indeterminate = false, label, className, disabled, ...rest }: CheckboxProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (input.current) input.current.indeterminate = indeterminate;
  }, [indeterminate]);
  const on = checked || indeterminate;
  const Glyph = indeterminate ? Minus : Check;
  const box = (
    <span className="relative inline-grid flex-none place-items-center align-middle">
      <input
        {...rest}
        ref={input}
        type="checkbox"
        checked={checked}
        disabled={disabled}
        className={clsx('check appearance-none', on && 'is-on', disabled && '!cursor-not-allowed !border-line-strong !bg-pressed')}
        onChange={(event) => onChange?.(event.target.checked, event)}
      />
      {on ? (
        <Glyph
          className={clsx('pointer-events-none absolute h-3 w-3', disabled ? 'text-ink-3' : 'text-on-accent')}
          strokeWidth={3}
          aria-hidden
        />
      ) : null}
    </span>
  );
  if (!label) return box;
  return (
    <label
      className={clsx(
        'inline-flex cursor-pointer items-center gap-2 text-body text-ink',
        disabled && '!cursor-not-allowed !text-ink-3',
        className,
      )}
    >
      {box}
      {label}
    </label>
  );
}
