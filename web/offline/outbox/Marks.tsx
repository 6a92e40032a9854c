import { useAtomValue } from 'jotai';
import { createPortal } from 'react-dom';
import { Link } from 'wouter';
import { network } from '#web/lib/api-client.ts';
import { useDeviceState } from '#web/lib/device.ts';
import { useNarrow } from '#web/lib/use-media.ts';
import { useOnline } from '#web/lib/use-online.ts';
import { StripFrame } from '#web/shell/OfflineBanner.tsx';

/** Address of the page that lists the waiting calls. */
export const TO_SEND = '/home/da-inviare';

/** Shows the number of waiting calls in the top bar, or in a strip along the lower edge of narrow screens. */
export function Bar() {
  const { waitingCount } = useDeviceState();
  const narrow = useNarrow();
  const online = useOnline();
  if (waitingCount === 0) return null;
  if (!narrow) return <ToSend className="btn btn-ghost btn-text !text-warn-ink" />;
  // without a network the shell already shows that strip
  const strip = (
    <StripFrame>
      <ToSend className="inline-flex min-h-11 items-center underline underline-offset-2" />
    </StripFrame>
  );
  return online ? createPortal(strip, document.getElementById('avvisi') ?? document.body) : null;
}

/** Tells the age of the data shown without a network, and the number of waiting calls. */
export function Words() {
  const { waitingCount, age } = useDeviceState();
  const pendingRequests = useAtomValue(network.atom).waitingCount;
  return (
    <>
      {pendingRequests > 0 ? ' ' : age === null ? 'quel che manca arriva da solo quando torna.' : `dati di ${age}`}
      {waitingCount > 0 ? (
        <ToSend className="ml-3 inline-flex items-center whitespace-nowrap underline underline-offset-2 max-md:min-h-11" />
      ) : null}
    </>
  );
}

function ToSend({ className }: { className: string }) {
  const { waitingCount, refusedCount } = useDeviceState();
  return (
    <Link href={TO_SEND} className={className}>
      Da inviare ({waitingCount}){refusedCount > 0 ? ', da guardare' : ''}
    </Link>
  );
}
