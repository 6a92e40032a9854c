import clsx from 'clsx';
import { Wrench } from 'lucide-react';
import { Badge } from '#web/ui/feedback/Badge.tsx';
import { FirstReason } from './MaintenanceReasons.tsx';

/** The purple flag in a cell: why maintenance is due. The most urgent reason is written out, its item cut where there is no room; the others are counted. */
export function MaintenanceBadge({ reasons, className }: { reasons: readonly string[]; className?: string }) {
  return (
    <Badge tone="due" icon={Wrench} title={reasons.join('\n')} className={clsx('min-w-0 max-w-full !flex-initial', className)}>
      <FirstReason reasons={reasons} short />
    </Badge>
  );
}
