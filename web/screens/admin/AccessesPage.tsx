import { seesTrail } from '#contracts/modules/trail.ts';
import { useIdentity } from '#web/lib/session.ts';
import { Page } from '#web/ui/page/PageBody.tsx';
import { PageHead } from '#web/ui/page/PageHead.tsx';
import { ForbiddenState } from '#web/ui/feedback/states.tsx';
import { AccessesGrid } from './AccessesGrid.tsx';

/** ACCESSI on a page of its own, for administrators and management. */
export default function AccessesPage() {
  const sees = seesTrail(useIdentity());
  return (
    <Page className="pb-6">
      <PageHead title="ACCESSI" />
      {sees ? (
        <AccessesGrid />
      ) : (
        <div className="panel">
          <ForbiddenState area="il registro degli accessi" />
        </div>
      )}
    </Page>
  );
}
