import { Menu as HeadlessMenu, MenuButton, MenuItem as HeadlessItem, MenuItems } from '@headlessui/react';
import clsx from 'clsx';
import { Check, type LucideIcon } from 'lucide-react';
import { Fragment, type ReactElement, type ReactNode } from 'react';
import { Link } from 'wouter';

interface MenuProps {
  /** The button that opens it: one element, e.g. `<Button>` or `<IconButton>`. */
  button: ReactElement;
  anchor?: 'bottom start' | 'bottom end' | 'top start' | 'top end';
  /** Between button and menu. */
  gap?: number;
  className?: string;
  children: ReactNode;
}

export function Menu({ button, anchor = 'bottom end', gap = 6, className, children }: MenuProps) {
  return (
    <HeadlessMenu>
      <MenuButton as={Fragment}>{button}</MenuButton>
      <MenuItems anchor={{ to: anchor, gap, padding: 8 }} transition modal={false} className={clsx('menu min-w-48 outline-none transition duration-menu ease-out data-[closed]:translate-y-1 data-[closed]:opacity-0', className)}>
        {children}
      </MenuItems>
    </HeadlessMenu>
  );
}

interface MenuItemProps {
  icon?: LucideIcon | undefined;
  /** Chosen among its neighbours: bold, with a check. */
  chosen?: boolean | undefined;
  danger?: boolean | undefined;
  disabled?: boolean | undefined;
  /** A link instead of an action. */
  href?: string | undefined;
  onClick?: (() => void) | undefined;
  children: ReactNode;
}

export function MenuItem({ icon: Icon, chosen, danger, disabled, href, onClick, children }: MenuItemProps) {
  const className = clsx('menu-item data-[focus]:bg-ink/[.06]', chosen && 'is-chosen', danger && 'text-danger-ink', disabled && 'pointer-events-none !text-ink-off');
  const content = <>{Icon ? <Icon className="icon" aria-hidden /> : null}{children}{chosen ? <Check className="icon ml-auto !text-accent-ink" aria-hidden /> : null}</>;
  return (
    <HeadlessItem disabled={disabled ?? false}>
      {href ? <Link href={href} className={className}>{content}</Link> : <button type="button" className={className} onClick={onClick}>{content}</button>}
    </HeadlessItem>
  );
}

export const MenuSeparator = () => <div className="menu-sep" role="separator" />;
export const MenuHead = ({ children }: { children: ReactNode }) => <p className="menu-head">{children}</p>;
