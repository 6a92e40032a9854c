import { Menu as MenuIcon } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { useNarrow } from '#web/lib/use-media.ts';
import { useDeviceState } from '#web/lib/device.ts';
import { useSession } from '#web/lib/session.ts';
import { ThemeToggle } from '../ui/page/ThemeToggle.tsx';
import { MenuActivity } from './ActivitiesMenu.tsx';
import { Logo } from './Logo.tsx';
import { visibleMenu, entryOf } from './menu.ts';
import { useNavigation } from './navigation.ts';
import { NavMenu } from './NavMenu.tsx';
import { PhoneMenu } from './PhoneMenu.tsx';
import { ProfileMenu } from './ProfileMenu.tsx';
import { useProcessi } from './use-processi.ts';
import { useSnackRoom } from './use-snack-room.ts';

interface TopBarProps {
  /** Receives the element where, on a phone, the head of a list replaces logo and profile. */
  slot: (element: HTMLElement | null) => void;
  occupied: boolean;
}

export function TopBar({ slot, occupied }: TopBarProps) {
  const narrow = useNarrow();
  const [path] = useLocation();
  const [open, setOpen] = useState(false);
  const who = useSession();
  const activity = useProcessi();
  const { Bar } = useDeviceState();
  const room = useSnackRoom();
  const { menus: all } = useNavigation();
  if (!who) return null;
  const menus = visibleMenu(who, all);
  const active = entryOf(path, all);
  return (
    <header className="bar print:hidden">
      <div className="bar-in max-lg:px-2 max-md:h-[55px]">
        {narrow ? (
          <button type="button" className="tel-btn" aria-label="Apri menu" aria-expanded={open} onClick={() => setOpen(true)}>
            <MenuIcon className="icon-lg" aria-hidden />
          </button>
        ) : null}
        <div ref={slot} className="flex min-w-0 flex-1 items-center empty:hidden" />
        {occupied ? (
          Bar && <Bar />
        ) : (
          <>
            <HomeLink />
            {narrow ? null : (
              <nav className="flex" aria-label="Principale">
                {menus.map((menu) => (
                  <NavMenu key={menu.label} menu={menu} active={active} />
                ))}
              </nav>
            )}
            <div ref={room} className="min-w-0 flex-1 self-stretch" />
            <div className="flex items-center gap-1">
              {Bar ? <Bar /> : null}
              <MenuActivity attivita={activity} />
              <ThemeToggle className="max-md:!hidden" />
              <span className="mx-1 h-5 w-px bg-line max-md:hidden" aria-hidden="true" />
              <ProfileMenu />
            </div>
          </>
        )}
      </div>
      {narrow ? <PhoneMenu open={open} menus={menus} active={active} attivita={activity} onClose={() => setOpen(false)} /> : null}
    </header>
  );
}

function HomeLink(): ReactNode {
  return (
    <Link
      href="/home"
      state={{ cerca: '' }}
      className="mr-4 flex items-center gap-2.5 text-read font-semibold tracking-tight"
      aria-label="Strato, home"
    >
      <Logo />
      <span>Strato</span>
    </Link>
  );
}
