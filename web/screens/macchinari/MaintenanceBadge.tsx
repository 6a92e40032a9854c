import clsx from 'clsx';
import { dueInWords } from '#contracts/modules/macchinari.ts';
import { Badge } from '#web/ui/feedback/Badge.tsx';
import { Tooltip } from '#web/ui/overlays/Tooltip.tsx';
import { Reasons } from './MaintenanceReasons.tsx';
import { reasonLook } from './reason-look.ts';

/** A cell has no room for why. */
const STOPPED_WORDS = ' per guasto:';

/** The purple flag in a cell: the one reason that maintenance is due, or how many there are; each is told on hover and on the row's focus. */
export function MaintenanceBadge({ reasons, className }: { reasons: readonly string[]; className?: string }) {
  return (
    <Tooltip text={<Reasons reasons={reasons} />} within="tr" className="inline-flex min-w-0 max-w-full">
      <Badge {...reasonLook(reasons[0])} className={clsx('min-w-0 max-w-full !flex-initial', className)}>
        <span className="truncate">{dueInWords(reasons).replace(STOPPED_WORDS, '')}</span>
      </Badge>
    </Tooltip>
  );
}
