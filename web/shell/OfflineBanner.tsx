import { WifiOff } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { network } from '#web/lib/api-client.ts';

/** The network is gone: what waits for it, and the way to give up. Covers no control and moves nothing. */
export function OfflineBanner() {
  const { online, waiting } = useSyncExternalStore(network.subscribe, network.state);
  if (online) return null;
  return (
    <div
      role="status"
      className="fixed bottom-4 left-1/2 z-snackbar flex w-max max-w-[calc(100vw-32px)] -translate-x-1/2 items-center gap-2 rounded-panel border border-warn-line bg-warn-soft px-4 py-2 text-body font-medium text-warn-ink shadow-float max-md:bottom-20"
    >
      <WifiOff className="icon shrink-0" aria-hidden />
      <span>
        {waiting === 0
          ? 'Senza rete: quel che manca arriva da solo quando torna.'
          : `Senza rete: ${waiting === 1 ? '1 modifica' : `${waiting} modifiche`} in attesa, non ancora ${waiting === 1 ? 'salvata' : 'salvate'}`}
      </span>
      {waiting > 0 ? (
        <button type="button" className="ml-2 underline underline-offset-2" onClick={network.giveUp}>
          Non aspettare
        </button>
      ) : null}
    </div>
  );
}
