import { useState } from 'react';
import { useLetterKeys } from '#web/lib/letter-keys.ts';
import { keyNames, shortcutsWithKeys, type Keys } from '#web/lib/shortcuts.ts';
import { Kbd } from '../ui/feedback/Badge.tsx';
import { Dialog } from '../ui/overlays/Dialog.tsx';

/** Dialog that lists the keys of the open screen. */
export default function ShortcutSheet({ onClose }: { onClose(): void }) {
  const letters = useLetterKeys();
  const [shortcuts] = useState(shortcutsWithKeys);
  const usable = shortcuts
    .map(({ label, keys = [] }) => ({ label, keys: keys.filter((one) => letters || one.length > 1) }))
    .filter(({ keys }) => keys.length > 0);
  return (
    <Dialog open onClose={onClose} title="Tasti di questo schermo" width={640}>
      <dl className="grid gap-x-8 md:grid-cols-2">
        {usable.map(({ label, keys }) => (
          <div key={`${label} ${keys.join()}`} className="flex min-h-8 items-center justify-between gap-3 border-b border-line-faint py-1">
            <dt>{label}</dt>
            <dd className="flex flex-none items-center gap-1 text-label text-ink-3">
              {keys.map((one, i) => (
                <Combination key={one} keys={one} first={i === 0} />
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <p className="mt-4 text-label text-ink-3">
        {letters
          ? 'Mentre si scrive valgono solo i tasti con Ctrl o Alt. Quelli di un solo carattere si spengono nel profilo.'
          : 'I tasti di un solo carattere sono spenti: si riaccendono nel profilo.'}
      </p>
    </Dialog>
  );
}

function Combination({ keys, first }: { keys: Keys; first: boolean }) {
  return (
    <>
      {first ? null : <span>o</span>}
      {keyNames(keys).map((name) => (
        <Kbd key={name}>{name}</Kbd>
      ))}
    </>
  );
}
