import { ChartColumn, ChevronRight } from 'lucide-react';
import { Link } from 'wouter';
import { permission, type Area, type PermissionLevels } from '#contracts/core/permissions.ts';
import { useIdentity } from '#web/lib/session.ts';
import { visibleMenu } from '#web/shell/menu.ts';
import { EmptyState } from '#web/ui/feedback/states.tsx';
import { Page, PageBody } from '#web/ui/page/PageBody.tsx';
import { PageHead } from '#web/ui/page/PageHead.tsx';
import { Scadenze } from './Scadenze.tsx';

/** Until the production dashboard stands here: the state of the deadlines and the way to every list. */
export default function Home() {
  const who = useIdentity();
  const { allowView } = usePermission('macchinari');
  return (
    <Page>
      <PageHead title="HOME" />
      <PageBody className="md:!pt-0">
        {allowView === 0 ? null : <Scadenze />}
        <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
          {visibleMenu(who).map((menu) => (
            <nav key={menu.label} className={menu.gruppi.length > 1 ? 'panel col-span-full' : 'panel'} aria-label={menu.label}>
              <h2 className="group-title border-b border-line px-4 py-3">{menu.label}</h2>
              <div className={menu.gruppi.length > 1 ? 'grid sm:grid-cols-2 lg:grid-cols-3' : ''}>
                {menu.gruppi.map((gruppo) => (
                  <div key={gruppo.label} className="p-2">
                    {menu.gruppi.length > 1 ? <p className="menu-head">{gruppo.label}</p> : null}
                    {gruppo.voci.map(({ href, label }) => (
                      <Link key={href} href={href} state={{ cerca: '' }} className="group flex h-8 items-center justify-between rounded-control px-2 text-body hover:bg-hover max-md:h-11">{label}<ChevronRight className="icon-sm text-ink-3" aria-hidden /></Link>
                    ))}
                  </div>
                ))}
              </div>
            </nav>
          ))}
        </div>
        <div className="panel"><EmptyState icon={ChartColumn} title="Il cruscotto della produzione è in preparazione" text="Qui staranno i grafici di produzione per periodo, lavorazione e cantiere." /></div>
      </PageBody>
    </Page>
  );
}

/** The signed-in person's levels for an area. The server decides; this only shapes the screen. */
const usePermission = (area: Area): PermissionLevels => permission(useIdentity(), area);
