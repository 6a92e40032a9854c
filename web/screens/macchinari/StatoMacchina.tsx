import { CircleAlert, Wrench } from 'lucide-react';
import { isExpired } from '#contracts/core/dates.ts';
import { todayInRome } from '#web/lib/format.ts';
import type { Row } from '#web/registers/list/columns.ts';
import { Badge } from '#web/ui/feedback/Badge.tsx';
import { maintenanceReasons, SCADENZE } from './scadenze.ts';

/** Deadlines of the machine that are today or past. */
export function expiredCount(row: Row): number {
  const today = todayInRome();
  return SCADENZE.filter(({ campo }) => isExpired(row[campo] as string | null, today)).length;
}

/** Beside the name: what is out of order. */
export function MacchinaState({ row }: { row: Row | null }) {
  if (!row) return null;
  const expired = expiredCount(row);
  const reasons = maintenanceReasons(row);
  return (
    <>
      {expired > 0 ? (
        <Badge tone="danger" icon={CircleAlert}>
          {expired} {expired === 1 ? 'scaduto' : 'scaduti'}
        </Badge>
      ) : null}
      {reasons.map((reason) => (
        <Badge key={reason} tone="due" icon={Wrench} className="max-w-full !flex-initial">
          <span className="truncate">{reason}</span>
        </Badge>
      ))}
    </>
  );
}
