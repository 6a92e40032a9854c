import { ChevronDown, CircleAlert, Clock, RefreshCw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { formatRelativo } from '#web/lib/format.ts';
import { dependsOn, withDependents, type Item, type ItemState } from '#web/offline/outbox/item.ts';
import { Badge, type Tone } from '#web/ui/feedback/Badge.tsx';
import { Button } from '#web/ui/feedback/Button.tsx';
import { useConfirm } from '#web/ui/overlays/confirm.tsx';
import { EditItem } from './EditItem.tsx';
import { ItemContent } from './ItemContent.tsx';
import { useAct } from './use-act.ts';
import type { Waiting } from './waiting.ts';

const STATE: Record<ItemState, { words: string; tone: Tone }> = {
  attesa: { words: 'In attesa', tone: 'neutral' },
  rifiutata: { words: 'Non accettata', tone: 'danger' },
  conflitto: { words: 'Cambiata da altri', tone: 'warn' },
};

/** Words that distinguish an item from others with the same title. */
const howItIs = ({ method, tried }: Item): string[] => [
  ...(method === 'PUT' ? ['modifica'] : method === 'DELETE' ? ['eliminazione'] : []),
  ...(tried ? ['già partita, senza risposta'] : []),
];

/** Shows one waiting item: its content, its state and its actions. */
export function ItemCard({ item, items, queue }: { item: Item; items: readonly Item[]; queue: Waiting }) {
  const confirm = useConfirm();
  const { busy, act } = useAct();
  const [open, setOpen] = useState(item.state !== 'attesa');
  const [editing, setEditing] = useState(false);
  const behind = items.find((other) => other.state !== 'attesa' && dependsOn(item, other));
  const { words, tone } = behind ? { words: 'Aspetta un’altra', tone: 'warn' as const } : STATE[item.state];
  const discard = async () => {
    const dependentCount = withDependents(items, item.id).length - 1;
    const yes = await confirm({
      title: 'Butta via',
      text: `Buttare via «${item.title}»? Quel che hai scritto va perso.`,
      detail: [
        dependentCount > 0
          ? `Con questa ${dependentCount === 1 ? 'va via 1 altra che ne dipende' : `vanno via ${dependentCount} altre che ne dipendono`}.`
          : '',
        item.tried ? 'È già partita una volta senza risposta: se era arrivata, nel portale resta.' : '',
      ]
        .filter(Boolean)
        .join(' '),
      confirmLabel: 'BUTTA VIA',
      danger: true,
    });
    if (yes) await act(() => queue.discard(item.id));
  };
  return (
    <li className="panel grid gap-2 p-4" data-stato={item.state}>
      <button
        type="button"
        className="flex items-start justify-between gap-3 text-left"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <span className="min-w-0">
          <span className="num block text-touch font-semibold [overflow-wrap:anywhere]">{item.title}</span>
          <span className="num block text-label text-ink-3">{[formatRelativo(item.at), ...howItIs(item)].join(' · ')}</span>
        </span>
        <span className="flex flex-none items-center gap-2">
          <Badge tone={tone} icon={item.state === 'attesa' ? Clock : CircleAlert}>
            {words}
          </Badge>
          <ChevronDown className={`icon text-ink-3 ${open ? 'rotate-180' : ''}`} aria-hidden />
        </span>
      </button>
      {item.said === null ? null : (
        <p className="text-read text-danger-ink" role="alert">
          {[item.said, ...item.wrong.map(({ messaggio }) => messaggio).filter((sentence) => !item.said?.includes(sentence))].join(' ')}
        </p>
      )}
      {open ? <ItemContent item={item} queue={queue} /> : null}
      <span className="-mx-2 flex flex-wrap gap-1">
        {item.files === null && item.method !== 'DELETE' ? (
          <Button variant="ghost" onClick={() => setEditing(true)}>
            CORREGGI
          </Button>
        ) : null}
        {item.state === 'attesa' ? null : (
          <Button variant="ghost" icon={RefreshCw} loading={busy} onClick={() => void act(() => queue.retry(item.id))}>
            RIPROVA
          </Button>
        )}
        {item.state === 'conflitto' ? (
          <Button variant="ghost" loading={busy} onClick={() => void act(() => queue.retry(item.id, true))}>
            TIENI LA MIA
          </Button>
        ) : null}
        <Button variant="danger-ghost" icon={Trash2} loading={busy} onClick={() => void discard()}>
          BUTTA VIA
        </Button>
      </span>
      {editing ? <EditItem item={item} queue={queue} onClose={() => setEditing(false)} /> : null}
    </li>
  );
}
