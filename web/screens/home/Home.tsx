import { marcatore, permission } from '#contracts/core/permissions.ts';
import { usePhone } from '#web/lib/use-media.ts';
import { useIdentity } from '#web/lib/session.ts';
import { Page, PageBody } from '#web/ui/page/PageBody.tsx';
import { PageHead } from '#web/ui/page/PageHead.tsx';
import { ActivityTile } from './ActivityTile.tsx';
import { Dashboard } from './Dashboard.tsx';
import { DueLine } from './DueLine.tsx';
import { todayInRome } from '#web/lib/format.ts';
import { PeriodBar } from '#web/ui/period/PeriodBar.tsx';
import { PeriodForm } from '#web/ui/period/PeriodForm.tsx';
import { PortalWarnings } from './PortalWarnings.tsx';
import { roleOf } from './role.ts';
import { OwnRecords, RoleTasks } from './RoleTiles.tsx';
import { SiteMenu } from './SiteMenu.tsx';
import { ScanLink } from './ScanLink.tsx';
import { useDashboardAddress } from './use-dashboard.ts';
import { WithoutProduction } from './WithoutProduction.tsx';

/** Shows HOME: frequent tasks, production figures and deadlines. The server decides what the person may see. */
export default function Home() {
  const who = useIdentity();
  const address = useDashboardAddress();
  const role = roleOf(who);
  const phone = usePhone();
  const warnings = marcatore(who.groupID) === 'admin' ? <PortalWarnings /> : null;
  const first = (
    <>
      {warnings}
      <ScanLink />
      <div className="flex flex-wrap gap-3 max-md:flex-col">
        <RoleTasks tasks={role.tasks} />
        <DueLine />
      </div>
    </>
  );
  if (permission(who, 'produzione').allowView === 0) {
    return (
      <Page>
        <PageHead title="HOME" />
        <PageBody className="md:!pt-0">
          {first}
          <OwnRecords role={role} />
          <ActivityTile />
          <WithoutProduction />
        </PageBody>
      </Page>
    );
  }
  const controls = (
    <div className="flex min-w-0 flex-1 flex-wrap items-center justify-end gap-x-5 gap-y-2 md:py-2.5 max-md:justify-start">
      <SiteMenu address={address} />
      <PeriodBar period={address.period} onPeriod={address.setPeriod} today={todayInRome()} />
      <PeriodForm period={address.period} onPeriod={address.setPeriod} />
    </div>
  );
  // on a phone, tasks and deadlines come before the controls of the figures
  return (
    <Page>
      <PageHead title="HOME" controls={phone ? undefined : controls} />
      <PageBody className="md:!pt-0">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
          {first}
          {phone ? (
            <>
              <OwnRecords role={role} />
              {controls}
            </>
          ) : null}
          <Dashboard address={address} underFirst={phone ? null : <OwnRecords role={role} />} />
          <ActivityTile />
        </div>
      </PageBody>
    </Page>
  );
}
