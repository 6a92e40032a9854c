import clsx from 'clsx';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { Link } from 'wouter';
import type { MainMenu } from './menu.ts';

interface MobileSectionProps {
  menu: MainMenu;
  active: string | undefined;
  open: boolean;
  onToggle: () => void;
  onPick: () => void;
}

/** Shows a menu that unfolds in place. */
export function MobileSection({ menu, active, open, onToggle, onPick }: MobileSectionProps) {
  const Chevron = open ? ChevronDown : ChevronRight;
  const titled = menu.gruppi.length > 1;
  return (
    <li className="border-b border-line-faint py-1 last:border-0">
      <button type="button" className="tel-nav font-semibold" aria-expanded={open} onClick={onToggle}>
        {menu.label}
        <Chevron className="icon-lg ml-auto text-ink-3" aria-hidden />
      </button>
      {open
        ? menu.gruppi.map((gruppo) => (
            <div key={gruppo.label} className="pb-1">
              {titled ? <p className="px-6 pb-1 pt-2 text-label font-semibold tracking-group text-ink-3">{gruppo.label}</p> : null}
              <ul>
                {gruppo.entries.map(({ href, label }) => (
                  <li key={href}>
                    <Link
                      href={href}
                      state={{ cerca: '' }}
                      className={clsx('tel-nav !pl-6', href === active && 'is-on')}
                      aria-current={href === active ? 'page' : undefined}
                      onClick={onPick}
                    >
                      {label}
                    </Link>
                  </li>
                ))}
              </ul>
            </div>
          ))
        : null}
    </li>
  );
}
