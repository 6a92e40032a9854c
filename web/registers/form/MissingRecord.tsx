import { History, SearchX } from 'lucide-react';
import { useState } from 'react';
import { useLocation } from 'wouter';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import type { HistoryItem } from '#contracts/core/history.ts';
import { useIdentity } from '#web/lib/session.ts';
import { Button } from '#web/ui/feedback/Button.tsx';
import { Page, PageBody } from '#web/ui/page/PageBody.tsx';
import { PageHead } from '#web/ui/page/PageHead.tsx';
import { EmptyState } from '#web/ui/feedback/states.tsx';
import { listRoute, opensHistory } from '../addresses.ts';
import { mayRestoreDeleted } from '../buttons.ts';
import { useCatalogue } from '../catalogue-context.ts';
import { HistoryPanel } from '../history/HistoryPanel.tsx';
import { lastList } from '../list/list-memory.ts';
import { useRestore } from '../history/use-restore.tsx';

/** Tells that no record has this key, because it was deleted or never existed. The history of a deleted record offers to restore it. */
export function MissingRecord({ def, id }: { def: AnyRegister; id: string }) {
  const catalogue = useCatalogue();
  const identity = useIdentity();
  const [, navigate] = useLocation();
  const [open, setOpen] = useState(() => opensHistory(location.search));
  const restore = useRestore(def, id);
  const mayRestore = mayRestoreDeleted(identity, def);
  return (
    <Page>
      <PageHead
        title={def.form.title}
        onClose={() => navigate(lastList(listRoute(catalogue, def)))}
        actions={[{ label: 'STORICO', icon: History, pressed: open, onClick: () => setOpen(!open) }]}
      />
      <PageBody
        className="!pt-0"
        aside={
          open ? (
            <HistoryPanel
              def={def}
              id={id}
              onClose={() => setOpen(false)}
              {...(mayRestore ? { onRestore: (entry: HistoryItem) => void restore(entry) } : {})}
            />
          ) : undefined
        }
      >
        <div className="panel">
          <EmptyState
            icon={SearchX}
            title="Record non trovato"
            text={`Nessun record con la chiave «${id}»: forse è stato eliminato, o il tuo gruppo non lo vede.`}
            action={
              <Button plain onClick={() => navigate(lastList(listRoute(catalogue, def)))}>
                Torna all'elenco
              </Button>
            }
          />
        </div>
      </PageBody>
    </Page>
  );
}
