import clsx from 'clsx';
import { Badge } from '#web/ui/feedback/Badge.tsx';
import { FirstReason } from './MaintenanceReasons.tsx';
import { reasonLook } from './reason-look.ts';

/** A cell has no room for why. */
const STOPPED_WORDS = ' per guasto:';

/** The purple flag in a cell: why maintenance is due. The most urgent reason is written out, its item cut where there is no room; the others are counted. */
export function MaintenanceBadge({ reasons, className }: { reasons: readonly string[]; className?: string }) {
  return (
    <Badge {...reasonLook(reasons[0])} title={reasons.join('\n')} className={clsx('min-w-0 max-w-full !flex-initial', className)}>
      <FirstReason reasons={reasons.map((reason) => reason.replace(STOPPED_WORDS, ''))} short />
    </Badge>
  );
}
