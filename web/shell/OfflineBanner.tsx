import { useAtomValue } from 'jotai';
import { DatabaseZap, Eye, WifiOff } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { romeMoment } from '#contracts/core/dates.ts';
import { network } from '#web/lib/api-client.ts';
import { useDeviceState } from '#web/lib/device.ts';
import { stopSeeingAs } from '#web/lib/login.ts';
import type { LocaleSession } from '#web/lib/session-storage.ts';
import { endObserving, useSession } from '#web/lib/session.ts';

/**
 * Strip along the lower edge while the network is lost: shows the number of waiting writes and lets the person cancel them. Other elements
 * at the lower edge leave its height (`--strip`) free, so the strip covers no control.
 */
export function OfflineBanner() {
  const { online, dataAsOf } = useAtomValue(network.atom);
  const who = useSession();
  const observed = online && who?.osservatore !== undefined ? who : null;
  if (online && dataAsOf === undefined && !observed) return null;
  const strip = observed ? <SeenAs who={observed} /> : online && dataAsOf !== undefined ? <StandingStill since={dataAsOf} /> : <Strip />;
  // rendered outside the app's root, so that an open dialog does not make the button inert
  return createPortal(strip, document.getElementById('avvisi') ?? document.body);
}

/** Says that the portal is seen as another user, until when, and ends that; ends it too when its time is over. */
function SeenAs({ who: { memberID, name, scade } }: { who: LocaleSession }) {
  useEffect(() => {
    const timer = setTimeout(endObserving, Math.max(0, Date.parse(scade) - Date.now()));
    return () => clearTimeout(timer);
  }, [scade]);
  return (
    <StripFrame>
      <Eye className="icon shrink-0" aria-hidden />
      <span>
        Sola lettura: il portale come lo vede <strong>{name === memberID ? memberID : `${name} (${memberID})`}</strong>, fino alle{' '}
        <time dateTime={scade}>{romeMoment(new Date(scade)).slice(-5)}</time>
      </span>
      <button type="button" className="ml-2 flex-none underline underline-offset-2 max-md:min-h-11" onClick={() => void stopSeeingAs()}>
        ESCI
      </button>
    </StripFrame>
  );
}

/** Tells that the portal accepts reads but no writes, because its event log is unreachable or was replaced. */
function StandingStill({ since }: { since: string }) {
  return (
    <StripFrame>
      <DatabaseZap className="icon shrink-0" aria-hidden />
      <span>
        Solo lettura: i dati sono fermi al <time dateTime={since}>{romeMoment(new Date(since))}</time>. Avvisare chi gestisce il portale.
      </span>
    </StripFrame>
  );
}

function Strip() {
  const { waitingCount } = useAtomValue(network.atom);
  const { Words } = useDeviceState();
  return (
    <StripFrame>
      <WifiOff className="icon shrink-0" aria-hidden />
      <span>
        Senza rete:{' '}
        {waitingCount > 0
          ? `${waitingCount === 1 ? '1 modifica' : `${waitingCount} modifiche`} in attesa, non ancora ${waitingCount === 1 ? 'salvata' : 'salvate'}`
          : !Words && 'quel che manca arriva da solo quando torna.'}
        {Words && <Words />}
      </span>
      {waitingCount > 0 ? (
        <button type="button" className="ml-2 flex-none underline underline-offset-2 max-md:min-h-11" onClick={network.giveUp}>
          Non aspettare
        </button>
      ) : null}
    </StripFrame>
  );
}

/** Frame of the strip; publishes its height as `--strip`. */
export function StripFrame({ children }: { children: ReactNode }) {
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { style } = document.documentElement;
    const leaveRoom = () => style.setProperty('--strip', `${element.current?.offsetHeight ?? 0}px`);
    leaveRoom();
    const observer = new ResizeObserver(leaveRoom);
    if (element.current) observer.observe(element.current);
    return () => {
      observer.disconnect();
      style.removeProperty('--strip');
    };
  }, []);
  return (
    <div
      ref={element}
      role="status"
      className="fixed inset-x-0 bottom-0 z-snackbar flex min-h-10 items-center justify-center gap-2 border-t border-warn-line bg-warn-soft px-4 py-1 text-body font-medium text-warn-ink print:hidden max-md:min-h-12"
    >
      {children}
    </div>
  );
}
