import clsx from 'clsx';
import { dueInWords } from '#contracts/modules/macchinari.ts';
import { Badge } from '#web/ui/feedback/Badge.tsx';
import { Tooltip } from '#web/ui/overlays/Tooltip.tsx';
import { Reasons } from './MaintenanceReasons.tsx';
import { reasonLook } from './reason-look.ts';

/** Text that is cut from the reason in a cell, which has no room for more. */
const STOPPED_WORDS = ' per guasto:';

/** Shows in a cell why maintenance is due: the only reason, or their number. Hover and the row's focus show all reasons. */
export function MaintenanceBadge({ reasons, className }: { reasons: readonly string[]; className?: string }) {
  return (
    <Tooltip text={<Reasons reasons={reasons} />} within="tr" className="inline-flex min-w-0 max-w-full">
      <Badge {...reasonLook(reasons[0])} className={clsx('min-w-0 max-w-full !flex-initial', className)}>
        <span className="truncate">{dueInWords(reasons).replace(STOPPED_WORDS, '')}</span>
      </Badge>
    </Tooltip>
  );
}
