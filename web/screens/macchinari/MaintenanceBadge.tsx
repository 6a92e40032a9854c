import clsx from 'clsx';
import { Wrench } from 'lucide-react';
import { Badge } from '#web/ui/feedback/Badge.tsx';
import { Popover } from '#web/ui/overlays/Popover.tsx';
import { Tooltip } from '#web/ui/overlays/Tooltip.tsx';

/** The purple flag in a cell: why maintenance is due. The most urgent reason is written out, its item cut where there is no room; the others are counted. */
export function MaintenanceBadge({ reasons, className }: { reasons: readonly string[]; className?: string }) {
  return (
    <Tooltip className="flex min-w-0" text={<Reasons reasons={reasons} />}>
      <Badge tone="due" icon={Wrench} className={clsx('min-w-0 max-w-full !flex-initial', className)}>
        <First reasons={reasons} short />
      </Badge>
    </Tooltip>
  );
}

/** It gives way before the title beside it. */
const HEAD = 'relative min-w-0 max-w-full !flex-initial !shrink-[99] after:absolute after:-inset-x-1 after:-inset-y-3';

/** The same in full, where a press shows them all. */
export function MaintenanceButton({ reasons }: { reasons: readonly string[] }) {
  return (
    <Popover
      label="Manutenzioni da fare"
      anchor="bottom-start"
      className="grid gap-1 !px-3 !py-2"
      button={
        <button type="button" className={`badge badge-due ${HEAD}`}>
          <Wrench aria-hidden />
          <First reasons={reasons} />
        </button>
      }
    >
      <Reasons reasons={reasons} />
    </Popover>
  );
}

/** `short`: where a cell has no room for all of it, as a phone never has. */
function First({ reasons: [first = '', ...others], short = false }: { reasons: readonly string[]; short?: boolean }) {
  const { item, why } = partsOf(first);
  return (
    <>
      <span className="inline-flex min-w-0 whitespace-pre">
        <span className="truncate">{item}</span>
        {short ? null : <span className="flex-none max-md:hidden">{why}</span>}
        <span className={clsx('flex-none', !short && 'md:hidden')}>{shortened(why)}</span>
      </span>
      {others.length > 0 ? (
        <span className="flex-none" role="img" aria-label={`e altre ${others.length}`}>
          +{others.length}
        </span>
      ) : null}
    </>
  );
}

/** "Filtro olio: oltre di 12 h" in its item and what follows it. */
function partsOf(reason: string): { item: string; why: string } {
  const cut = Math.max(reason.lastIndexOf(': '), 0);
  return { item: reason.slice(0, cut), why: reason.slice(cut) };
}

/** " oltre 12 h", " 03/11/2026". */
const shortened = (why: string): string =>
  (why.split(', ')[0] ?? why).replace(': ', ' ').replace('oltre di ', 'oltre ').replace('scaduta il ', '');

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
