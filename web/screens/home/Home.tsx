import { marcatore, permission } from '#contracts/core/permissions.ts';
import { usePhone } from '#web/lib/use-media.ts';
import { useIdentity } from '#web/lib/session.ts';
import { Page, PageBody } from '#web/ui/page/PageBody.tsx';
import { PageHead } from '#web/ui/page/PageHead.tsx';
import { seesBoard } from '#contracts/modules/scadenze/board.ts';
import { ActivityTile } from './ActivityTile.tsx';
import { Dashboard } from './Dashboard.tsx';
import { DueTile } from './DueTile.tsx';
import { todayInRome } from '#web/lib/format.ts';
import { PeriodBar } from '#web/ui/period/PeriodBar.tsx';
import { PeriodForm } from '#web/ui/period/PeriodForm.tsx';
import { PortalWarnings } from './PortalWarnings.tsx';
import { roleOf } from './role.ts';
import { RoleTiles } from './RoleTiles.tsx';
import { SiteMenu } from './SiteMenu.tsx';
import { ScanLink } from './ScanLink.tsx';
import { Scadenze } from './Scadenze.tsx';
import { useDashboardAddress } from './use-dashboard.ts';
import { WithoutProduction } from './WithoutProduction.tsx';

/** HOME: what a person begins most, production in figures, and what is expiring. The server decides what is seen; this only shapes the screen. */
export default function Home() {
  const who = useIdentity();
  const address = useDashboardAddress();
  const role = roleOf(who);
  const phone = usePhone();
  const due = (
    <>
      {seesBoard(who) ? <DueTile /> : null}
      <ActivityTile />
    </>
  );
  const warnings = marcatore(who.groupID) === 'admin' ? <PortalWarnings /> : null;
  const deadlines = permission(who, 'macchinari').allowView === 0 ? null : <Scadenze />;
  if (permission(who, 'produzione').allowView === 0) {
    return (
      <Page>
        <PageHead title="HOME" />
        <PageBody className="md:!pt-0">
          {warnings}
          <ScanLink />
          <RoleTiles role={role} />
          {due}
          {deadlines}
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
  // on a phone what one begins stands above what the figures are of
  const below = phone && role.tasks.length > 0;
  return (
    <Page>
      <PageHead title="HOME" controls={below ? undefined : controls} />
      <PageBody className="md:!pt-0">
        {warnings}
        <ScanLink />
        <RoleTiles role={role} />
        {below ? <div className="mb-3">{controls}</div> : null}
        {due}
        <Dashboard address={address} deadlines={deadlines} />
      </PageBody>
    </Page>
  );
}
