import { CircleAlert, ChevronDown, Wrench } from 'lucide-react';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import { isExpired } from '#contracts/core/dates.ts';
import { todayInRome } from '#web/lib/format.ts';
import type { Row } from '#web/registers/list/columns.ts';
import { Badge } from '#web/ui/feedback/Badge.tsx';
import { maintenanceReasons, scadenzeOf } from './scadenze.ts';
import { dueInWords } from '#contracts/modules/macchinari.ts';
import { Popover } from '#web/ui/overlays/Popover.tsx';
import { Reasons } from './MaintenanceReasons.tsx';

/** Classes of the button, which shrinks before the title beside it. */
const HEAD = 'relative min-w-0 max-w-full !flex-initial !shrink-[99] after:absolute after:-inset-x-1 after:-inset-y-3';

/** Shows on a record why maintenance is due: the only reason, or their number. A press unfolds all reasons. */
function MaintenanceButton({ reasons }: { reasons: readonly string[] }) {
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

/** Counts the machine's deadlines that are today or past. */
export function expiredCount(row: Row, def: AnyRegister): number {
  const today = todayInRome();
  return scadenzeOf(def).filter(({ campo }) => isExpired(row[campo] as string | null, today)).length;
}

/** Shows beside the machine's name what is out of order. */
export function MacchinaState({ row, def }: { row: Row | null; def: AnyRegister }) {
  if (!row) return null;
  const expired = expiredCount(row, def);
  const reasons = maintenanceReasons(row);
  return (
    <>
      {expired > 0 ? (
        <Badge tone="danger" icon={CircleAlert}>
          {expired} {expired === 1 ? 'scaduto' : 'scaduti'}
        </Badge>
      ) : null}
      {reasons.length > 0 ? <MaintenanceButton reasons={reasons} /> : null}
    </>
  );
}
