import { RefreshCw } from 'lucide-react';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { scope } from '#contracts/core/permissions.ts';
import { personale } from '#contracts/registers/personale.ts';
import { loadLater } from '#web/lib/load-later.ts';
import { useIdentity } from '#web/lib/session.ts';
import type { ListContext } from '#web/registers/list/RegisterList.tsx';
import { SelectionAction } from '#web/ui/grid/SelectionBar.tsx';

const TogetherDialog = lazy(loadLater(() => import('#web/registers/documents/renew/together/TogetherDialog.tsx')));

/** Returns RINNOVA for the selected workers: renews one kind of document for all of them. */
export function useRenewChosen(): { action(list: ListContext): ReactNode; dialog: ReactNode } {
  const [people, setPeople] = useState<readonly string[] | null>(null);
  const mayRenew = scope(useIdentity(), personale.access, 'edit') !== 'none';
  return {
    action: ({ selected }) =>
      mayRenew ? (
        <SelectionAction icon={RefreshCw} onClick={() => void selected.keys().then(setPeople)}>
          RINNOVA
        </SelectionAction>
      ) : null,
    dialog: people ? (
      <Suspense>
        <TogetherDialog asked={{ soggetto: 'lavoratore', people }} onClose={() => setPeople(null)} />
      </Suspense>
    ) : null,
  };
}
