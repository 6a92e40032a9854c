import clsx from 'clsx';
import type { ReactNode } from 'react';
import { useControl } from './field-context.ts';

export interface SwitchProps {
  checked: boolean;
  onChange?: (checked: boolean) => void;
  /** Shows the switch in red when on, because the switched item has expired. */
  danger?: boolean | undefined;
  /** Label beside the switch; without a label, pass `aria-label`. */
  label?: ReactNode;
  'aria-label'?: string;
  disabled?: boolean | undefined;
  className?: string;
}

export function Switch({ checked, onChange, danger, label, disabled, className, ...rest }: SwitchProps) {
  const control = useControl();
  const button = (
    <button
      {...control}
      {...rest}
      type="button"
      role="switch"
      aria-checked={checked}
      disabled={disabled}
      className={clsx('switch', checked && 'is-on', checked && danger && 'is-danger', disabled && 'is-off-perm')}
      onClick={() => onChange?.(!checked)}
    />
  );
  if (!label) return button;
  return (
    <label className={clsx('switch-label', disabled && '!cursor-not-allowed', className)}>
      {button}
      {label}
    </label>
  );
}
