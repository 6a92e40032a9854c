import { lazy, Suspense, useRef, type ReactNode } from 'react';
import { loadLater } from '#web/lib/load-later.ts';
import { FormTab, FormTabs, useOpenTab } from '#web/registers/form/FormTabs.tsx';
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx';

const SitePanel = lazy(loadLater(async () => ({ default: (await import('./andamento/SitePanel.tsx')).SitePanel })));

const TABS = [
  { id: 'dettagli', label: 'DETTAGLI' },
  { id: 'andamento', label: 'ANDAMENTO' },
] as const;

/** Shows a site's form, with a second tab for its results if `there` is true. */
export function SiteTabs({ there, children }: { there: boolean; children: ReactNode }) {
  if (!there) return children;
  return (
    <FormTabs label="Schede del cantiere" items={TABS} tabOf={() => 'dettagli'} remember="cantiere">
      {children}
    </FormTabs>
  );
}

export function SiteTabPanels({ commessa, children }: { commessa: string; children: ReactNode }) {
  const seen = useRef(false);
  const open = useOpenTab();
  if (open === 'andamento') seen.current = true;
  return (
    <>
      <FormTab id="dettagli">{children}</FormTab>
      <FormTab id="andamento">
        {seen.current ? (
          <Suspense fallback={<Skeleton />}>
            <SitePanel commessa={commessa} />
          </Suspense>
        ) : null}
      </FormTab>
    </>
  );
}
