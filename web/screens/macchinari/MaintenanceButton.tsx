import { Wrench } from 'lucide-react';
import { Popover } from '#web/ui/overlays/Popover.tsx';
import { FirstReason, Reasons } from './MaintenanceReasons.tsx';

/** It gives way before the title beside it. */
const HEAD = 'relative min-w-0 max-w-full !flex-initial !shrink-[99] after:absolute after:-inset-x-1 after:-inset-y-3';

/** The purple flag of a record: why maintenance is due, in full, where a press shows every reason. */
export function MaintenanceButton({ reasons }: { reasons: readonly string[] }) {
  return (
    <Popover
      label="Manutenzioni da fare"
      anchor="bottom-start"
      className="grid gap-1 !px-3 !py-2"
      button={
        <button type="button" className={`badge badge-due ${HEAD}`} aria-label={reasons.join(', ')}>
          <Wrench aria-hidden />
          <FirstReason reasons={reasons} />
        </button>
      }
    >
      <Reasons reasons={reasons} />
    </Popover>
  );
}
