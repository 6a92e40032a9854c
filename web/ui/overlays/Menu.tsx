import clsx from 'clsx';
import { Check, type LucideIcon } from 'lucide-react';
import {
  cloneElement,
  createContext,
  useContext,
  useId,
  useLayoutEffect,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
} from 'react';
import { Link } from 'wouter';
import { useDismiss } from '#web/lib/use-dismiss.ts';
import { Floating } from './Floating.tsx';
import { byKey, itemsIn } from './menu-keys.ts';
import type { Placement } from './place.ts';
import { useAnchor } from './use-anchor.ts';

interface MenuProps {
  /** The button that opens the menu: one element, e.g. `<Button>` or `<IconButton>`. */
  button: ReactElement;
  anchor?: Placement;
  /** Distance between button and menu. */
  gap?: number;
  className?: string;
  children: ReactNode;
}

/** Closes the menu and returns the focus to its button; a chosen entry calls this first. */
const Leave = createContext<() => void>(() => {});

/** A menu opened by click, Enter, Space or arrow keys. Arrow keys, Home, End and first letters move in it. */
export function Menu({ button, anchor: placement = 'bottom-end', gap, className, children }: MenuProps) {
  const { root, anchor } = useAnchor();
  const generatedId = useId();
  // the entry focused when the menu opens; after a click it is none yet ("panel")
  const [open, setOpen] = useState<'no' | 'panel' | 'first' | 'last'>('no');
  const shown = open !== 'no';
  const close = () => setOpen('no');
  useDismiss(root, shown, close);
  useLayoutEffect(() => {
    if (open === 'no') return;
    const panel = root.current?.querySelector<HTMLElement>('[role="menu"]');
    const items = itemsIn(panel);
    (open === 'panel' ? panel : open === 'first' ? items[0] : items.at(-1))?.focus();
  }, [open, root]);
  const leave = () => {
    root.current?.querySelector<HTMLElement>('button')?.focus();
    close();
  };
  const id = (button.props as { id?: string }).id ?? generatedId;
  return (
    <span ref={root} className="contents">
      {cloneElement(button, {
        id,
        'aria-haspopup': 'menu',
        'aria-expanded': shown,
        className: clsx((button.props as { className?: string }).className, shown && 'is-open'),
        onClick: (event: MouseEvent) => setOpen(shown ? 'no' : event.detail === 0 ? 'first' : 'panel'),
        onKeyDown: (event: KeyboardEvent) => {
          if ((event.key !== 'ArrowDown' && event.key !== 'ArrowUp') || event.altKey) return;
          event.preventDefault();
          setOpen(event.key === 'ArrowDown' ? 'first' : 'last');
        },
      })}
      {shown ? (
        <Floating
          anchor={anchor}
          placement={placement}
          gap={gap}
          role="menu"
          tabIndex={-1}
          aria-labelledby={id}
          className={clsx('menu max-h-[calc(100dvh-16px)] min-w-48 overflow-y-auto text-body font-normal outline-none', className)}
          onKeyDown={(event) => byKey(event, leave)}
        >
          <Leave.Provider value={leave}>{children}</Leave.Provider>
        </Floating>
      ) : null}
    </span>
  );
}

interface MenuItemProps {
  icon?: LucideIcon | undefined;
  /** Marked among the entries: bold, with a check. */
  chosen?: boolean | undefined;
  danger?: boolean | undefined;
  disabled?: boolean | undefined;
  /** A link instead of an action. */
  href?: string | undefined;
  onClick?: (() => void) | undefined;
  children: ReactNode;
}

export function MenuItem({ icon: Icon, chosen, danger, disabled, href, onClick, children }: MenuItemProps) {
  const leave = useContext(Leave);
  const item = {
    role: 'menuitem',
    tabIndex: -1,
    className: clsx(
      'menu-item outline-none focus:bg-ink/[.06]',
      chosen && 'is-chosen',
      danger && 'text-danger-ink',
      disabled && 'pointer-events-none !text-ink-off',
    ),
    // hover moves the focus, so that pointer and keys share one current entry
    onPointerMove: ({ currentTarget }: PointerEvent<HTMLElement>) => {
      if (currentTarget !== document.activeElement) currentTarget.focus();
    },
    onPointerLeave: ({ currentTarget }: PointerEvent<HTMLElement>) => currentTarget.closest<HTMLElement>('[role="menu"]')?.focus(),
    onClick: () => {
      leave();
      onClick?.();
    },
    ...(disabled ? { 'aria-disabled': true } : {}),
  };
  const content = (
    <>
      {Icon ? <Icon className="icon" aria-hidden /> : null}
      {children}
      {chosen ? <Check className="icon ml-auto !text-accent-ink" aria-hidden /> : null}
    </>
  );
  return href && !disabled ? (
    <Link {...item} href={href}>
      {content}
    </Link>
  ) : (
    <button {...item} type="button" disabled={disabled}>
      {content}
    </button>
  );
}

export const MenuSeparator = () => <div className="menu-sep" role="separator" />;
export const MenuHead = ({ children }: { children: ReactNode }) => <p className="menu-head">{children}</p>;
