import { lazy, Suspense, useRef } from 'react';
import { loadLater } from '#web/lib/load-later.ts';
import { FormTab, useOpenTab } from '#web/registers/form/FormTabs.tsx';
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx';

const MachinePanel = lazy(loadLater(async () => ({ default: (await import('./MachinePanel.tsx')).MachinePanel })));

/** Tab ANDAMENTO of a machine; its data are requested when the tab is first opened. */
export function MachineTab({ matricola }: { matricola: string }) {
  const seen = useRef(false);
  const open = useOpenTab();
  if (open === 'andamento') seen.current = true;
  return (
    <FormTab id="andamento">
      {seen.current ? (
        <Suspense fallback={<Skeleton />}>
          <MachinePanel matricola={matricola} />
        </Suspense>
      ) : null}
    </FormTab>
  );
}
