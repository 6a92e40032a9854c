import { useAtomValue } from 'jotai';
import { DatabaseZap, WifiOff } from 'lucide-react';
import { useLayoutEffect, useRef, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { romeMoment } from '#contracts/core/dates.ts';
import { network } from '#web/lib/api-client.ts';
import { useDeviceState } from '#web/lib/device.ts';

/**
 * Strip along the lower edge while the network is lost: shows the number of waiting writes and lets the person cancel them. Other elements
 * at the lower edge leave its height (`--strip`) free, so the strip covers no control.
 */
export function OfflineBanner() {
  const { online, dataAsOf } = useAtomValue(network.atom);
  if (online && dataAsOf === undefined) return null;
  const strip = online && dataAsOf !== undefined ? <StandingStill since={dataAsOf} /> : <Strip />;
  // rendered outside the app's root, so that an open dialog does not make the button inert
  return createPortal(strip, document.getElementById('avvisi') ?? document.body);
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
  const { waiting } = useAtomValue(network.atom);
  const { Words } = useDeviceState();
  return (
    <StripFrame>
      <WifiOff className="icon shrink-0" aria-hidden />
      <span>
        Senza rete:{' '}
        {waiting > 0
          ? `${waiting === 1 ? '1 modifica' : `${waiting} modifiche`} in attesa, non ancora ${waiting === 1 ? 'salvata' : 'salvate'}`
          : !Words && 'quel che manca arriva da solo quando torna.'}
        {Words && <Words />}
      </span>
      {waiting > 0 ? (
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
