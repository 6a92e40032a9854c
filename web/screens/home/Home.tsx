import { permission } from '#contracts/core/permissions.ts';
import { useIdentity } from '#web/lib/session.ts';
import { Page, PageBody } from '#web/ui/page/PageBody.tsx';
import { PageHead } from '#web/ui/page/PageHead.tsx';
import { seesBoard } from '#contracts/modules/scadenze/board.ts';
import { Dashboard } from './Dashboard.tsx';
import { DueTile } from './DueTile.tsx';
import { ScanLink } from './ScanLink.tsx';
import { PeriodForm } from '#web/ui/period/PeriodForm.tsx';
import { Scadenze } from './Scadenze.tsx';
import { useDashboardAddress } from './use-dashboard.ts';
import { WithoutProduction } from './WithoutProduction.tsx';

/** HOME: production in figures, and what is expiring. The server decides what is seen; this only shapes the screen. */
export default function Home() {
  const who = useIdentity();
  const address = useDashboardAddress();
  const due = (
    <>
      <ScanLink />
      {seesBoard(who) ? <DueTile /> : null}
    </>
  );
  const deadlines = permission(who, 'macchinari').allowView === 0 ? null : <Scadenze />;
  if (permission(who, 'produzione').allowView === 0) {
    return (
      <Page>
        <PageHead title="HOME" />
        <PageBody className="md:!pt-0">
          {due}
          {deadlines}
          <WithoutProduction />
        </PageBody>
      </Page>
    );
  }
  return (
    <Page>
      <PageHead title="HOME" controls={<PeriodForm period={address.period} onPeriod={address.setPeriod} />} />
      <PageBody className="md:!pt-0">
        {due}
        <Dashboard address={address} deadlines={deadlines} />
      </PageBody>
    </Page>
  );
}
