import { Dialog as HeadlessDialog, DialogPanel } from '@headlessui/react';
import { ArrowLeft, ListChecks, LogOut, Search, Upload, X } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { useDeviceState } from '#web/lib/device.ts';
import { signOut } from '#web/lib/login.ts';
import { useSession } from '#web/lib/session.ts';
import { Count } from '../ui/feedback/Badge.tsx';
import { ThemeToggle } from '../ui/page/ThemeToggle.tsx';
import Activity from './Activities.tsx';
import { Logo } from './Logo.tsx';
import type { MainMenu } from './menu.ts';
import { MobileSection } from './MobileSection.tsx';
import { useNavigation } from './navigation.ts';
import type { Notices } from './use-notices.ts';
import type { Processi } from './use-processi.ts';

export interface MobileMenuProps {
  menus: readonly MainMenu[];
  active: { menu: string; href: string } | null;
  attivita: Processi;
  avvisi: Notices;
  /** Opens the palette. */
  onFind: () => void;
  onClose: () => void;
}

/** Shows the whole navigation on one page, for screens up to 1200 px wide. */
export default function MobileMenu({ menus, active, attivita, avvisi, onFind, onClose }: MobileMenuProps) {
  const who = useSession();
  const { profile } = useNavigation();
  const { waitingCount, refusedCount } = useDeviceState();
  const { active: activeCount, reload } = attivita;
  const [section, setSection] = useState(active?.menu ?? null);
  const [activities, setActivities] = useState(false);
  if (!who) return null;
  return (
    <HeadlessDialog open onClose={onClose} aria-label="Menu" className="fixed inset-0 z-dialog">
      <DialogPanel className="fixed inset-0 bottom-strip z-dialog flex flex-col bg-surface">
        <header className="tel-bar !bg-surface">
          <button type="button" className="tel-btn" aria-label="Chiudi menu" onClick={onClose}>
            <X className="icon-lg" aria-hidden />
          </button>
          <Link
            href="/home"
            state={{ cerca: '' }}
            onClick={onClose}
            className="flex items-center gap-2.5 text-touch font-semibold tracking-tight"
          >
            <Logo size={28} />
            Strato
          </Link>
          <span className="ml-auto">
            <ThemeToggle className="!h-11 !w-11" />
          </span>
        </header>
        {activities ? (
          <div className="flex min-h-0 flex-1 flex-col">
            <button type="button" className="tel-nav !h-11" onClick={() => setActivities(false)}>
              <ArrowLeft className="icon-lg text-ink-3" aria-hidden />
              Menu
            </button>
            <Activity attivita={attivita} avvisi={avvisi} onOpen={onClose} />
          </div>
        ) : (
          <nav className="min-h-0 flex-1 overflow-y-auto px-3 py-2" aria-label="Principale">
            <ul>
              {menus.map((menu) => (
                <MobileSection
                  key={menu.label}
                  menu={menu}
                  active={active?.href}
                  open={section === menu.label}
                  onToggle={() => setSection(section === menu.label ? null : menu.label)}
                  onPick={onClose}
                />
              ))}
            </ul>
          </nav>
        )}
        <footer className="border-t border-line px-3 py-2">
          <button
            type="button"
            className="tel-nav"
            onClick={() => {
              onClose();
              onFind();
            }}
          >
            <Search className="icon-lg text-ink-3" aria-hidden />
            Trova
          </button>
          <Link href="/home/da-inviare" className="tel-nav" onClick={onClose}>
            <Upload className="icon-lg text-ink-3" aria-hidden />
            Da inviare
            {waitingCount > 0 ? (
              <span className="ml-auto">
                <Count value={waitingCount} {...(refusedCount > 0 ? { tone: 'danger' as const } : {})} />
              </span>
            ) : null}
          </Link>
          <button
            type="button"
            className="tel-nav"
            onClick={() => {
              reload();
              setActivities(true);
            }}
          >
            <ListChecks className="icon-lg text-ink-3" aria-hidden />
            Attività
            {activeCount + avvisi.unread > 0 ? (
              <span className="ml-auto">
                <Count value={activeCount + avvisi.unread} />
              </span>
            ) : null}
          </button>
          {profile
            .filter(({ sees }) => sees(who))
            .map(({ label, href, icon: Icon }, i) => (
              <Link key={href} href={href} className="tel-nav" onClick={onClose}>
                <Icon className="icon-lg text-ink-3" aria-hidden />
                {label}
                {i === 0 ? <span className="ml-auto truncate text-read text-ink-3">{who.memberID}</span> : null}
              </Link>
            ))}
          <button type="button" className="tel-nav" onClick={() => void signOut()}>
            <LogOut className="icon-lg text-ink-3" aria-hidden />
            Esci
          </button>
        </footer>
      </DialogPanel>
    </HeadlessDialog>
  );
}
