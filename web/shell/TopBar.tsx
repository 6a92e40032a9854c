import { Menu as MenuIcon, ListChecks, Search } from 'lucide-react';
import { useState, useCallback, useRef, type ReactNode, type RefCallback } from 'react';
import { Link, useLocation } from 'wouter';
import { useNarrow } from '#web/lib/use-media.ts';
import { useDeviceState } from '#web/lib/device.ts';
import { useSession } from '#web/lib/session.ts';
import { ThemeToggle } from '../ui/page/ThemeToggle.tsx';
import { Logo } from './Logo.tsx';
import { visibleMenu, entryOf } from './menu.ts';
import { useNavigation } from './navigation.ts';
import { NavMenu } from './NavMenu.tsx';
import { ProfileMenu } from './ProfileMenu.tsx';
import { useNotices } from './use-notices.ts';
import { useProcessi } from './use-processi.ts';
import type { ActivityProps } from './Activities.tsx';
import { countOf } from '#web/lib/format.ts';
import { keyText } from '#web/lib/shortcuts.ts';
import { loadLater } from '#web/lib/load-later.ts';
import { useLoaded } from '#web/lib/use-loaded.ts';
import type { MobileMenuProps } from './MobileMenu.tsx';
import { useDismiss } from '../lib/use-dismiss.ts';
import { Count, Kbd } from '../ui/feedback/Badge.tsx';
import { Button } from '../ui/feedback/Button.tsx';
import { Floating } from '../ui/overlays/Floating.tsx';
import { Spinner } from '../ui/feedback/Spinner.tsx';

const activities = loadLater(() => import('./Activities.tsx'));

function MenuActivity({ attivita, avvisi }: Pick<ActivityProps, 'attivita' | 'avvisi'>) {
  const root = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const { active, reload } = attivita;
  useDismiss(root, open, () => setOpen(false));
  const toggle = () => {
    if (!open) reload();
    setOpen(!open);
  };
  return (
    <div ref={root}>
      <Button variant="text" aria-haspopup="dialog" aria-expanded={open} className={open ? 'is-open' : ''} onClick={toggle}>
        {active > 0 ? <Spinner className="text-accent-ink" /> : <ListChecks className="icon" aria-hidden />}
        <span className="max-md:sr-only">Attività</span>
        {active + avvisi.unread > 0 ? <Count value={active + avvisi.unread} /> : null}
        {avvisi.unread > 0 ? <span className="sr-only">, {countOf(avvisi.unread, 'avviso non letto', 'avvisi non letti')}</span> : null}
      </Button>
      {open ? (
        <Floating
          anchor={root}
          placement="bottom-end"
          gap={10}
          className="menu w-[360px] max-w-[calc(100vw-16px)] !p-0"
          role="dialog"
          aria-label="Attività"
        >
          <OpenMenu attivita={attivita} avvisi={avvisi} onOpen={() => setOpen(false)} />
        </Floating>
      ) : null}
    </div>
  );
}

/** Content of the open menu; its code is loaded on first use. */
function OpenMenu(props: ActivityProps) {
  const draw = useLoaded(activities);
  return draw?.(props) ?? <div className="h-40" aria-busy />;
}

/** Least distance in px between the messages and the controls beside them. */
const GAP = 12;

/**
 * Returns the ref of the empty part of the top bar. Publishes its place as `--snacks-right` (from the window's right edge) and
 * `--snacks-room` (its width): messages stand there, over dialogs too, and so outside the bar's own element.
 */
function useSnackRoom(): RefCallback<HTMLElement> {
  const stop = useRef<() => void>();
  return useCallback((element) => {
    stop.current?.();
    stop.current = undefined;
    if (!element) return;
    const root = document.documentElement;
    const publish = () => {
      const { right, width } = element.getBoundingClientRect();
      root.style.setProperty('--snacks-right', `${root.clientWidth - right + GAP}px`);
      root.style.setProperty('--snacks-room', `${Math.max(0, width - 2 * GAP)}px`);
    };
    // the root is observed too: in a wide window, the element moves without changing its width
    const observer = new ResizeObserver(publish);
    observer.observe(element);
    observer.observe(root);
    stop.current = () => {
      observer.disconnect();
      root.style.removeProperty('--snacks-right');
      root.style.removeProperty('--snacks-room');
    };
  }, []);
}

const mobileMenu = loadLater(() => import('./MobileMenu.tsx'));

/** Shows the menu of a phone while `open`. Its code is loaded after the screen. */
function PhoneMenu({ open, ...menu }: MobileMenuProps & { open: boolean }) {
  const draw = useLoaded(mobileMenu);
  return open ? (draw?.(menu) ?? null) : null;
}

interface TopBarProps {
  /** Receives the element where, on a phone, the head of a list replaces logo and profile. */
  slot: (element: HTMLElement | null) => void;
  occupied: boolean;
  /** Opens the palette. */
  onFind(): void;
}

export function TopBar({ slot, occupied, onFind }: TopBarProps) {
  const narrow = useNarrow();
  const [path] = useLocation();
  const [open, setOpen] = useState(false);
  const who = useSession();
  const activity = useProcessi();
  const notices = useNotices();
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
          <button type="button" className="tel-btn relative" aria-expanded={open} onClick={() => setOpen(true)}>
            <MenuIcon className="icon-lg" aria-hidden />
            <span className="sr-only">Apri menu</span>
            {notices.unread > 0 ? (
              <span className="absolute right-2 top-2 h-2.5 w-2.5 rounded-full bg-accent">
                <span className="sr-only">, {countOf(notices.unread, 'avviso non letto', 'avvisi non letti')}</span>
              </span>
            ) : null}
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
              <FindButton onFind={onFind} />
              <MenuActivity attivita={activity} avvisi={notices} />
              <ThemeToggle className="max-md:!hidden" />
              <span className="mx-1 h-5 w-px bg-line max-md:hidden" aria-hidden="true" />
              <ProfileMenu />
            </div>
          </>
        )}
      </div>
      {narrow ? (
        <PhoneMenu
          open={open}
          menus={menus}
          active={active}
          attivita={activity}
          avvisi={notices}
          onFind={onFind}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </header>
  );
}

function FindButton({ onFind }: { onFind(): void }) {
  return (
    <Button variant="text" aria-haspopup="dialog" aria-keyshortcuts="Control+K" title="Trova record, schermi e azioni" onClick={onFind}>
      <Search className="icon" aria-hidden />
      <span className="sr-only">Trova</span>
      <span className="hidden wide:inline" aria-hidden="true">
        <Kbd>{keyText('Ctrl+K')}</Kbd>
      </span>
    </Button>
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
