import { ChevronDown, Wrench } from 'lucide-react';
import { dueInWords } from '#contracts/modules/macchinari.ts';
import { Popover } from '#web/ui/overlays/Popover.tsx';
import { Reasons } from './MaintenanceReasons.tsx';

/** Classes of the button, which shrinks before the title beside it. */
const HEAD = 'relative min-w-0 max-w-full !flex-initial !shrink-[99] after:absolute after:-inset-x-1 after:-inset-y-3';

/** Shows on a record why maintenance is due: the only reason, or their number. A press unfolds all reasons. */
export function MaintenanceButton({ reasons }: { reasons: readonly string[] }) {
  return (
    <Popover
      label="Manutenzioni da fare"
      anchor="bottom-start"
      className="grid gap-1 !px-3 !py-2"
      button={
        <button type="button" className={`badge badge-due ${HEAD}`} aria-label={reasons.join(', ')}>
          <Wrench aria-hidden />
          <span className="truncate">{dueInWords(reasons)}</span>
          {reasons.length > 1 ? <ChevronDown aria-hidden /> : null}
        </button>
      }
    >
      <Reasons reasons={reasons} />
    </Popover>
  );
}
