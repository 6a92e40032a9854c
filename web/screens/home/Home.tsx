import { marcatore, permission } from '#contracts/core/permissions.ts';
import { usePhone } from '#web/lib/use-media.ts';
import { useIdentity } from '#web/lib/session.ts';
import { Page, PageBody } from '#web/ui/page/PageBody.tsx';
import { PageHead } from '#web/ui/page/PageHead.tsx';
import { Dashboard } from './Dashboard.tsx';
import { DueLine } from './DueLine.tsx';
import { todayInRome } from '#web/lib/format.ts';
import { PeriodBar } from '#web/ui/period/PeriodBar.tsx';
import { PeriodForm } from '#web/ui/period/PeriodForm.tsx';
import { roleOf } from './role.ts';
import { OwnRecords, RoleTasks } from './RoleTiles.tsx';
import { SiteMenu } from './SiteMenu.tsx';
import { useDashboardAddress } from './use-dashboard.ts';
import { useQuery } from '@tanstack/react-query';
import { ActivityList } from '#web/shell/ActivityList.tsx';
import { processiOptions } from '#web/shell/processi.api.ts';
import { CircleAlert, ScanLine, ChevronRight } from 'lucide-react';
import { Link } from 'wouter';
import type { PortalWarning } from '#contracts/modules/amministrazione.ts';
import { api } from '#web/lib/api-client.ts';
import { Note } from '#web/ui/feedback/Note.tsx';
import { ButtonLink } from '#web/ui/feedback/Button.tsx';
import { visibleMenu } from '#web/shell/menu.ts';
import { useNavigation } from '#web/shell/navigation.ts';

/** Home of people who may not see production: links to all lists that they may see. */
function WithoutProduction() {
  return (
    <>
      <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {visibleMenu(useIdentity(), useNavigation().menus).map((menu) => (
          <nav key={menu.label} className={menu.gruppi.length > 1 ? 'panel col-span-full' : 'panel'} aria-label={menu.label}>
            <h2 className="group-title border-b border-line px-4 py-3">{menu.label}</h2>
            <div className={menu.gruppi.length > 1 ? 'grid sm:grid-cols-2 lg:grid-cols-3' : ''}>
              {menu.gruppi.map((gruppo) => (
                <div key={gruppo.label} className="p-2">
                  {menu.gruppi.length > 1 ? <p className="menu-head">{gruppo.label}</p> : null}
                  {gruppo.entries.map(({ href, label }) => (
                    <Link
                      key={href}
                      href={href}
                      state={{ cerca: '' }}
                      className="group flex h-8 items-center justify-between rounded-control px-2 text-body hover:bg-hover max-md:h-11"
                    >
                      {label}
                      <ChevronRight className="icon-sm text-ink-3" aria-hidden />
                    </Link>
                  ))}
                </div>
              ))}
            </div>
          </nav>
        ))}
      </div>
      <p className="text-label text-ink-3">Il tuo gruppo non vede la produzione: i suoi grafici non sono qui.</p>
    </>
  );
}

/** Link to the QR scanner, on a phone only. */
function ScanLink() {
  const who = useIdentity();
  const useful = (['macchinari', 'report'] as const).some((area) => permission(who, area).allowView !== 0);
  if (!usePhone() || !useful) return null;
  return (
    <ButtonLink plain size="lg" icon={ScanLine} href="/home/scansiona" className="w-full">
      Scansiona un codice
    </ButtonLink>
  );
}

const warningsOptions = {
  queryKey: ['amministrazione', 'avvisi'],
  queryFn: ({ signal }: { signal: AbortSignal }) => api.get<{ data: PortalWarning[] }>('/api/amministrazione/avvisi', { signal }),
};

/** Shows the portal's warnings to its administrators, who visit the home daily and the Admin Area seldom. */
function PortalWarnings() {
  const { data } = useQuery(warningsOptions);
  if (!data || data.data.length === 0) return null;
  return (
    <div className="grid gap-3">
      {data.data.map(({ nome, testo }) => (
        <Note key={nome} tone="danger" icon={CircleAlert}>
          {testo}{' '}
          <Link href="/admin-page" className="link whitespace-nowrap">
            Apri l’Admin Area
          </Link>
        </Note>
      ))}
    </div>
  );
}

/** Maximum of jobs shown; the menu Attività lists all. */
const MOST = 3;
const unknown = () => null;

/** Shows the person's latest jobs on the home, ready or running; nothing if there are none. */
function ActivityTile() {
  const { data = [] } = useQuery(processiOptions);
  if (data.length === 0) return null;
  return (
    <section className="panel" aria-label="Attività">
      <h2 className="group-title border-b border-line px-4 py-3">Attività</h2>
      <ActivityList processi={data.slice(0, MOST)} stay={unknown} />
    </section>
  );
}

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
