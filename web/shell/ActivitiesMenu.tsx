import { ListChecks } from 'lucide-react';
import { useRef, useState } from 'react';
import { loadLater } from '../lib/load-later.ts';
import { useDismiss } from '../lib/use-dismiss.ts';
import { useLoaded } from '../lib/use-loaded.ts';
import { Count } from '../ui/feedback/Badge.tsx';
import { Button } from '../ui/feedback/Button.tsx';
import { Floating } from '../ui/overlays/Floating.tsx';
import { Spinner } from '../ui/feedback/Spinner.tsx';
import type { Processi } from './use-processi.ts';

const activities = loadLater(() => import('./Activities.tsx'));

export function MenuActivity({ attivita }: { attivita: Processi }) {
  const root = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const { active, reload } = attivita;
  useDismiss(root, open, () => setOpen(false));
  const toggle = () => {
    if (!open) reload();
    setOpen(!open);
  };
  return (
    <div ref={root}>
      <Button variant="text" aria-haspopup="dialog" aria-expanded={open} className={open ? 'is-open' : ''} onClick={toggle}>
        {active > 0 ? <Spinner className="text-accent-ink" /> : <ListChecks className="icon" aria-hidden />}
        <span className="max-md:sr-only">Attività</span>
        {active > 0 ? <Count value={active} /> : null}
      </Button>
      {open ? (
        <Floating
          anchor={root}
          placement="bottom-end"
          gap={10}
          className="menu w-[360px] max-w-[calc(100vw-16px)] !p-0"
          role="dialog"
          aria-label="Attività"
        >
          <Opened attivita={attivita} />
        </Floating>
      ) : null}
    </div>
  );
}

/** Content of the open menu; its code is loaded on first use. */
function Opened({ attivita }: { attivita: Processi }) {
  const draw = useLoaded(activities);
  return draw?.({ attivita }) ?? <div className="h-40" aria-busy />;
}
