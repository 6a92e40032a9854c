import type { LucideIcon } from 'lucide-react';
import { forwardRef } from 'react';
import { Button, type ButtonProps } from './Button.tsx';
import { Tooltip } from '../overlays/Tooltip.tsx';

export interface IconButtonProps extends Omit<ButtonProps, 'children' | 'icon' | 'aria-label'> {
  icon: LucideIcon;
  /** Accessible name of the button and text of its tooltip. */
  label: string;
}

export const IconButton = forwardRef<HTMLButtonElement, IconButtonProps>(function IconButton(
  { icon, label, variant = 'ghost', className = '', ...rest },
  ref,
) {
  return (
    <Tooltip text={label} asLabel>
      <Button {...rest} ref={ref} variant={variant} icon={icon} aria-label={label} className={`btn-icon ${className}`} />
    </Tooltip>
  );
});
