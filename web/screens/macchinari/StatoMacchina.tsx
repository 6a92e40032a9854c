import { CircleAlert } from 'lucide-react';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import { isExpired } from '#contracts/core/dates.ts';
import { todayInRome } from '#web/lib/format.ts';
import type { Row } from '#web/registers/list/columns.ts';
import { Badge } from '#web/ui/feedback/Badge.tsx';
import { MaintenanceButton } from './MaintenanceButton.tsx';
import { maintenanceReasons, scadenzeOf } from './scadenze.ts';

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
