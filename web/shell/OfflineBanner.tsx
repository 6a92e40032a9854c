import { WifiOff } from 'lucide-react';
import { useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { Link } from 'wouter';
import { network } from '#web/lib/api-client.ts';
import { useDeviceState } from '#web/lib/device.ts';
import { useNarrow } from '#web/lib/use-media.ts';

/** What waits on the device, to be read, changed and thrown away. */
export const TO_SEND = '/home/da-inviare';
const ACTION = 'ml-2 inline-flex flex-none items-center underline underline-offset-2 max-md:min-h-11';

/**
 * The network is gone: what waits for it, how old is what is shown, and the way to give up. Where the top bar has no room, also
 * what has still to be sent. A strip along the lower edge, whose height (`--strip`)
 * everything that stands there leaves free: it covers no control, of a dialog neither.
 */
export function OfflineBanner() {
  const { online } = useSyncExternalStore(network.subscribe, network.state);
  const { waiting } = useDeviceState();
  const narrow = useNarrow();
  if (online && !(narrow && waiting > 0)) return null;
  // outside the app's root, where a dialog leaves it alive: what waits is given up from there too
  return createPortal(<Strip />, document.getElementById('avvisi') ?? document.body);
}

function Strip() {
  const { online, waiting } = useSyncExternalStore(network.subscribe, network.state);
  const { waiting: toSend, age } = useDeviceState();
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
      {online ? null : <WifiOff className="icon shrink-0" aria-hidden />}
      {online ? null : <span>{sentence(waiting, age)}</span>}
      {toSend > 0 ? (
        <Link href={TO_SEND} className={ACTION}>
          Da inviare ({toSend})
        </Link>
      ) : null}
      {waiting > 0 ? (
        <button type="button" className={ACTION} onClick={network.giveUp}>
          Non aspettare
        </button>
      ) : null}
    </div>
  );
}

function sentence(waiting: number, age: string | null): string {
  if (waiting > 0)
    return `Senza rete: ${waiting === 1 ? '1 modifica' : `${waiting} modifiche`} in attesa, non ancora ${waiting === 1 ? 'salvata' : 'salvate'}`;
  return age === null ? 'Senza rete: quel che manca arriva da solo quando torna.' : `Senza rete: dati di ${age}`;
}
