import { Ellipsis, type LucideIcon } from 'lucide-react';
import type { Keys } from '#web/lib/shortcuts.ts';
import { Count } from '../feedback/Badge.tsx';
import { Button, ButtonLink, type ButtonSize } from '../feedback/Button.tsx';
import { IconButton } from '../feedback/IconButton.tsx';
import { Menu, MenuItem } from '../overlays/Menu.tsx';

export interface PageAction {
  label: string;
  icon?: LucideIcon | undefined;
  onClick?: (() => void) | undefined;
  href?: string | undefined;
  disabled?: boolean | undefined;
  loading?: boolean | undefined;
  title?: string | undefined;
  /** Keys that press the button. */
  keys?: readonly Keys[] | undefined;
  /** Number shown after the label. */
  count?: number | undefined;
  /** Shows icon and number only, outside the "…" menu: the title needs the room. */
  iconOnly?: boolean | undefined;
  /** State of a toggle button (STORICO). */
  pressed?: boolean | undefined;
  /** Look of the button: `secondary` on lists, which have few actions; `ghost` on details. */
  look?: 'ghost' | 'secondary' | undefined;
  /** Stays out of the "…" menu between 900 and 1200 px. */
  keep?: boolean | undefined;
  /** Always in the "…" menu: it is used seldom, and the title needs the room. */
  tucked?: boolean | undefined;
}

interface ActionButtonProps {
  action: PageAction;
  variant: 'primary' | 'secondary' | 'ghost' | 'danger-ghost';
  size?: ButtonSize;
  className?: string;
  /** Id of the text that describes the button. */
  describedBy?: string | undefined;
}

export function ActionButton({ action, variant, size, className, describedBy }: ActionButtonProps) {
  const { label, icon, href, iconOnly = false, count = 0 } = action;
  const title = action.title ?? (iconOnly ? label : undefined);
  if (href)
    return (
      <ButtonLink href={href} icon={icon} variant={variant} size={size} className={className} title={title}>
        {label}
      </ButtonLink>
    );
  return (
    <Button
      variant={variant}
      size={size}
      icon={icon}
      className={className}
      title={title}
      disabled={action.disabled}
      loading={action.loading}
      aria-label={iconOnly ? `${label}${count > 0 ? ` ${count}` : ''}` : undefined}
      aria-pressed={action.pressed}
      aria-describedby={describedBy}
      onClick={action.onClick}
    >
      {iconOnly ? null : label}
      <ActionCount action={action} />
    </Button>
  );
}

const ActionCount = ({ action: { count = 0 } }: { action: PageAction }) => (count > 0 ? <Count value={count} /> : null);

/** Shows secondary actions in a "…" menu. */
export function MoreMenu({
  actions,
  danger,
  phone = false,
}: {
  actions: readonly PageAction[];
  danger?: PageAction | undefined;
  phone?: boolean;
}) {
  if (actions.length === 0 && !danger) return null;
  return (
    <Menu button={<IconButton icon={Ellipsis} label="Altre azioni" className={phone ? '!h-11 !w-11' : ''} />}>
      {actions.map((action) => (
        <MenuItem
          key={action.label}
          icon={action.icon}
          disabled={action.disabled || action.loading}
          chosen={action.pressed}
          href={action.href}
          onClick={action.onClick}
        >
          {action.label}
          <ActionCount action={action} />
        </MenuItem>
      ))}
      {danger ? (
        <MenuItem danger disabled={danger.disabled || danger.loading} onClick={danger.onClick}>
          {danger.label}
        </MenuItem>
      ) : null}
    </Menu>
  );
}
