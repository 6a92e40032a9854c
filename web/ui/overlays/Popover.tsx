import clsx from 'clsx';
import { cloneElement, useState, type ReactElement, type ReactNode } from 'react';
import { useDismiss } from '#web/lib/use-dismiss.ts';
import { Floating } from './Floating.tsx';
import type { Placement } from './place.ts';
import { useAnchor } from './use-anchor.ts';

interface PopoverProps {
  /** The button that opens the panel: one element. */
  button: ReactElement;
  /** Accessible name of the panel. */
  label: string;
  anchor?: Placement;
  className?: string;
  children: ReactNode;
}

/** A small panel of controls under its button. A press outside, Escape or losing the focus closes it. */
export function Popover({ button, label, anchor: placement = 'bottom-end', className, children }: PopoverProps) {
  const { root, anchor } = useAnchor();
  const [open, setOpen] = useState(false);
  useDismiss(root, open, () => setOpen(false));
  return (
    <span ref={root} className="contents">
      {cloneElement(button, {
        'aria-haspopup': 'dialog',
        'aria-expanded': open,
        className: clsx((button.props as { className?: string }).className, open && 'is-open'),
        onClick: () => setOpen(!open),
      })}
      {open ? (
        <Floating
          anchor={anchor}
          placement={placement}
          gap={4}
          className={clsx('menu text-body font-normal', className)}
          role="dialog"
          aria-label={label}
        >
          {children}
        </Floating>
      ) : null}
    </span>
  );
}
