import { useLocation, useSearch } from 'wouter';
import { useIdentity } from '#web/lib/session.ts';
import { ForbiddenState } from '#web/ui/feedback/states.tsx';
import { Page } from '#web/ui/page/PageBody.tsx';
import { PageHead } from '#web/ui/page/PageHead.tsx';
import { TabPanel, Tabs } from '#web/ui/page/Tabs.tsx';
import { AccessesGrid } from './AccessesGrid.tsx';
import { JobsTab } from './JobsTab.tsx';
import { MailTab } from './MailTab.tsx';
import { SessionsTab } from './SessionsTab.tsx';
import { StateTab } from './StateTab.tsx';
import { ADMIN_TAB } from './use-admin-list.ts';

const TABS = [
  { id: 'stato', label: 'STATO', Content: StateTab },
  { id: 'operazioni', label: 'OPERAZIONI', Content: JobsTab },
  { id: 'mail', label: 'MAIL', Content: MailTab },
  { id: 'sessioni', label: 'SESSIONI', Content: SessionsTab },
  { id: 'accessi', label: 'ACCESSI', Content: AccessesGrid },
] as const;

/** Shows the administrator's page, in tabs. */
export default function AdminPage() {
  const { marcatore } = useIdentity();
  const [path, navigate] = useLocation();
  const tabId = new URLSearchParams(useSearch()).get(ADMIN_TAB);
  const open = TABS.find(({ id }) => id === tabId) ?? TABS[0];
  if (marcatore !== 'admin')
    return (
      <Page>
        <PageHead title="ADMIN AREA" />
        <div className="panel">
          <ForbiddenState area="l’area di amministrazione" />
        </div>
      </Page>
    );
  return (
    <Page className="pb-6">
      <PageHead title="ADMIN AREA">
        <Tabs
          label="Sezioni dell’amministrazione"
          items={TABS}
          value={open.id}
          onChange={(id) => navigate(id === TABS[0].id ? path : `${path}?${ADMIN_TAB}=${id}`)}
        />
      </PageHead>
      <TabPanel id={open.id} className="grid grid-cols-[minmax(0,1fr)] gap-4 pt-4">
        <open.Content />
      </TabPanel>
    </Page>
  );
}
