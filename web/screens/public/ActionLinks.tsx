import { Gauge, ListChecks, Wrench, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { QR_ACTIONS, type QrAction } from '#contracts/modules/qrcode.ts';
import { ButtonLink } from '#web/ui/feedback/Button.tsx';

const LOOK: Readonly<Record<QrAction, { label: string; icon: LucideIcon; variant: 'primary' | 'secondary' }>> = {
  lettura: { label: 'Lettura ore', icon: Gauge, variant: 'primary' },
  manutenzione: { label: 'Registra manutenzione', icon: Wrench, variant: 'secondary' },
};

/** Link to the report of a check before use or of a fault. */
export function ReportLink({ href, variant = 'secondary' }: { href: string; variant?: 'primary' | 'secondary' }) {
  return (
    <ButtonLink plain size="lg" variant={variant} icon={ListChecks} href={href}>
      Controllo o guasto
    </ButtonLink>
  );
}

interface ActionLinksProps {
  /** Returns the address of each action. */
  to(action: QrAction): { href: string; state?: unknown };
  /** Address for reporting a fault; only for a signed-in person. */
  report?: string | null;
  /** Further actions. */
  children?: ReactNode;
}

/** Shows the actions after scanning a machine, within reach of the thumb. */
export function ActionLinks({ to, report = null, children }: ActionLinksProps) {
  return (
    <nav aria-label="Che cosa vuoi fare" className="mb-4 grid gap-2 md:flex md:flex-none">
      {QR_ACTIONS.map((action) => {
        const { label, icon, variant } = LOOK[action];
        return (
          <ButtonLink key={action} plain size="lg" variant={variant} icon={icon} {...to(action)}>
            {label}
          </ButtonLink>
        );
      })}
      {report ? <ReportLink href={report} /> : null}
      {children}
    </nav>
  );
}
