import { ListChecks, Upload } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useDeviceState } from '#web/lib/device.ts';
import { countOf } from '#web/lib/format.ts';
import { signOut } from '#web/lib/login.ts';
import { useOnline } from '#web/lib/use-online.ts';
import type { Item } from '#web/offline/outbox/item.ts';
import { Note } from '#web/ui/feedback/Note.tsx';
import { EmptyState } from '#web/ui/feedback/states.tsx';
import { useConfirm } from '#web/ui/overlays/confirm.tsx';
import { Page, PageBody } from '#web/ui/page/PageBody.tsx';
import { PageHead } from '#web/ui/page/PageHead.tsx';
import { ItemCard } from './ItemCard.tsx';
import type { Waiting } from './waiting.ts';

/** Shows DA INVIARE: the calls stored on this device and not yet sent, in the order of sending. */
export function DaInviare({ queue }: { queue: Waiting }) {
  const items = useWaiting(queue);
  const online = useOnline();
  const [sending, setSending] = useState(false);
  useLeaving(items?.length);
  const send = async () => {
    setSending(true);
    await queue.sendNow();
    setSending(false);
  };
  const hasItems = items !== undefined && items.length > 0;
  return (
    <Page>
      <PageHead
        title="DA INVIARE"
        count={hasItems ? items.length : undefined}
        primary={hasItems ? { label: 'INVIA ORA', icon: Upload, loading: sending, onClick: () => void send() } : undefined}
      />
      <PageBody>
        {hasItems ? (
          <>
            <Note>
              {online
                ? 'Scritto su questo dispositivo: parte da sé, in quest’ordine, una cosa alla volta.'
                : 'Scritto su questo dispositivo: parte da sé, in quest’ordine, quando torna la rete.'}{' '}
              Fino ad allora si legge, si corregge e si butta via.
            </Note>
            <ol className="grid max-w-[880px] gap-3" aria-label="Da inviare">
              {items.map((item) => (
                <ItemCard key={item.n} item={item} items={items} queue={queue} />
              ))}
            </ol>
          </>
        ) : items ? (
          <div className="panel">
            <EmptyState icon={ListChecks} title="Niente da inviare" text="Quel che hai scritto è tutto nel portale." />
          </div>
        ) : null}
      </PageBody>
    </Page>
  );
}

/** Returns the person's waiting items; `undefined` until they are read. */
function useWaiting(queue: Waiting): readonly Item[] | undefined {
  const state = useDeviceState();
  const [items, setItems] = useState<readonly Item[]>();
  useEffect(() => {
    let mounted = true;
    void queue.list().then((list) => mounted && setItems(list));
    return () => {
      mounted = false;
    };
  }, [state, queue]);
  return items;
}

/** Asks for confirmation at this list when the person wants to sign out with unsent records. */
function useLeaving(count: number | undefined): void {
  const confirm = useConfirm();
  const [asks, setAsks] = useState(() => (history.state as { uscita?: boolean } | null)?.uscita === true);
  useEffect(() => {
    if (!asks || count === undefined) return;
    setAsks(false);
    history.replaceState(null, '');
    if (count === 0) return void signOut({ confirmed: true });
    void confirm({
      title: 'Uscire adesso?',
      text: `${countOf(count, 'cosa che hai scritto non è ancora partita', 'cose che hai scritto non sono ancora partite')}.`,
      detail: 'Restano su questo dispositivo, chiuse, e partono quando accedi di nuovo tu: nessun altro le vede.',
      cancelLabel: 'RESTA',
      confirmLabel: 'ESCI COMUNQUE',
    }).then((leave) => (leave ? signOut({ confirmed: true }) : undefined));
  }, [asks, count, confirm]);
}
