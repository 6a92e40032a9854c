import clsx from 'clsx';
import { ChevronDown } from 'lucide-react';
import { Link } from 'wouter';
import type { EntriesGroup, MainMenu } from './menu.ts';
import { useHoverMenu } from './use-hover-menu.ts';

interface NavMenuProps {
  menu: MainMenu;
  active: { menu: string; href: string } | null;
}

/** Shows one menu of the top bar. */
export function NavMenu({ menu, active }: NavMenuProps) {
  const { open, hide, rootProps, buttonProps } = useHoverMenu();
  const isCurrent = active?.menu === menu.label;
  const wide = menu.gruppi.length > 1;
  return (
    <div {...rootProps} className="relative">
      <button type="button" {...buttonProps} className={clsx('bar-item', isCurrent && 'is-on', open && '!text-ink')}>
        {menu.label}
        <ChevronDown className="icon-sm text-ink-3" aria-hidden />
      </button>
      {open ? (
        <div className="absolute left-0 top-full animate-[rise_160ms_cubic-bezier(.2,0,0,1)]">
          <div
            className={clsx('menu', wide ? 'grid gap-2 !p-3' : 'min-w-48')}
            style={wide ? { gridTemplateColumns: `repeat(${menu.gruppi.length}, minmax(170px, 1fr))` } : undefined}
          >
            {menu.gruppi.map((gruppo) => (
              <Column key={gruppo.label} gruppo={gruppo} titled={wide} active={active?.href} onPick={hide} />
            ))}
          </div>
        </div>
      ) : null}
    </div>
  );
}

function Column({
  gruppo,
  titled,
  active,
  onPick,
}: {
  gruppo: EntriesGroup;
  titled: boolean;
  active: string | undefined;
  onPick: () => void;
}) {
  return (
    <div>
      {titled ? <p className="menu-head">{gruppo.label}</p> : null}
      <ul>
        {gruppo.entries.map(({ href, label }) => (
          <li key={href}>
            {/* every navigation passes an empty search state */}
            <Link
              href={href}
              state={{ cerca: '' }}
              data-voce
              className={clsx('menu-item', titled && '!h-7', href === active && 'is-chosen')}
              aria-current={href === active ? 'page' : undefined}
              onClick={onPick}
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
