import clsx from 'clsx';
import { Wrench } from 'lucide-react';
import { Badge } from '#web/ui/feedback/Badge.tsx';
import { Tooltip } from '#web/ui/overlays/Tooltip.tsx';

/** The purple flag: why maintenance is due, the most urgent reason written out, the others counted. */
export function MaintenanceBadge({ reasons, className }: { reasons: readonly string[]; className?: string }) {
  const [first, ...others] = reasons;
  if (first === undefined) return null;
  return (
    <Tooltip className="inline-flex min-w-0 max-w-full" text={<Reasons reasons={reasons} />}>
      <Badge tone="due" icon={Wrench} className={clsx('min-w-0 max-w-full !flex-initial', className)}>
        <span className="truncate">{first}</span>
        {others.length > 0 ? <span className="flex-none">+{others.length}</span> : null}
      </Badge>
    </Tooltip>
  );
}

function Reasons({ reasons }: { reasons: readonly string[] }) {
  return (
    <>
      {reasons.map((reason) => (
        <span key={reason} className="block">
          {reason}
        </span>
      ))}
    </>
  );
}
