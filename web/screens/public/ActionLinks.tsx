import { Gauge, ListChecks, Wrench, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { QR_ACTIONS, type QrAction } from '#contracts/modules/qrcode.ts';
import { ButtonLink } from '#web/ui/feedback/Button.tsx';

const LOOK: Readonly<Record<QrAction, { label: string; icon: LucideIcon; variant: 'primary' | 'secondary' }>> = {
  lettura: { label: 'Lettura ore', icon: Gauge, variant: 'primary' },
  manutenzione: { label: 'Registra manutenzione', icon: Wrench, variant: 'secondary' },
};

/** The check before use, and what is wrong with the machine. */
export function ReportLink({ href, variant = 'secondary' }: { href: string; variant?: 'primary' | 'secondary' }) {
  return (
    <ButtonLink plain size="lg" variant={variant} icon={ListChecks} href={href}>
      Controllo o guasto
    </ButtonLink>
  );
}

interface ActionLinksProps {
  /** Where each leads. */
  to(action: QrAction): { href: string; state?: unknown };
  /** Where a fault is reported, for who is signed in. */
  report?: string | null;
  /** What else there is to do. */
  children?: ReactNode;
}

/** What one scans a machine for, under the thumb. */
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
