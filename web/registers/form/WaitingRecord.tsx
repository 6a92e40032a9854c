import { useLocation } from 'wouter';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import { lastDeviceDraft } from '#web/lib/device-drafts.ts';
import { formatInstant } from '#web/lib/format.ts';
import { useIdentity } from '#web/lib/session.ts';
import { useOnline } from '#web/lib/use-online.ts';
import { Note } from '#web/ui/feedback/Note.tsx';
import { PageSkeleton } from '#web/ui/feedback/Skeleton.tsx';
import { OfflineState } from '#web/ui/feedback/states.tsx';
import { Page, PageBody } from '#web/ui/page/PageBody.tsx';
import { PageHead } from '#web/ui/page/PageHead.tsx';
import { listRoute } from '../addresses.ts';
import { useCatalogue } from '../catalogue-context.ts';
import { lastList } from '../list/list-memory.ts';

/**
 * Placeholder while a record loads. Without a network, also tells when the person's last unsaved changes on this device were made, since
 * they cannot be decrypted yet.
 */
export function WaitingRecord({ def }: { def: AnyRegister }) {
  const catalogue = useCatalogue();
  const [, navigate] = useLocation();
  const { memberID } = useIdentity();
  if (useOnline()) return <PageSkeleton />;
  const last = lastDeviceDraft(localStorage, memberID);
  return (
    <Page>
      <PageHead title={def.form.title} onClose={() => navigate(lastList(listRoute(catalogue, def)))} />
      <PageBody className="!pt-0">
        {last === null ? null : (
          <Note tone="warn">
            Le tue modifiche non salvate, le ultime del <span className="whitespace-nowrap">{formatInstant(last)}</span>, sono su questo
            dispositivo: si riprendono dove le hai scritte, quando la rete torna.
          </Note>
        )}
        <div className="panel">
          <OfflineState />
        </div>
      </PageBody>
    </Page>
  );
}
