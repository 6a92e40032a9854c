import clsx from 'clsx';
import { forwardRef } from 'react';
import { usePhone } from '#web/lib/use-media.ts';
import { Button, type ButtonProps } from '../feedback/Button.tsx';

/** A button beside the search box of a list: flat on a desktop, bordered and as high as a finger on a phone. */
export const ToolbarButton = forwardRef<HTMLButtonElement, Omit<ButtonProps, 'variant' | 'plain'>>(function ToolbarButton(
  { className, ...rest },
  ref,
) {
  const phone = usePhone();
  return <Button {...rest} ref={ref} variant={phone ? 'secondary' : 'ghost'} plain className={clsx(phone && '!h-11', className)} />;
});
