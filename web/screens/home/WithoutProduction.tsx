import { ChevronRight } from 'lucide-react';
import { Link } from 'wouter';
import { useIdentity } from '#web/lib/session.ts';
import { visibleMenu } from '#web/shell/menu.ts';
import { useNavigation } from '#web/shell/navigation.ts';

/** Home of people who may not see production: links to all lists that they may see. */
export function WithoutProduction() {
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
