import { CircleAlert, CircleCheck, OctagonX } from 'lucide-react';
import { hasProblem } from '#contracts/modules/guasti/points.ts';
import type { guasti } from '#contracts/registers/guasti.ts';
import type { RowOf } from '#web/registers/row.ts';
import { Badge } from '#web/ui/feedback/Badge.tsx';

/** Shows the state of a fault: open, open with the machine stopped, or closed. A check without problems was never open. */
export function FaultState({ row }: { row: RowOf<typeof guasti> }) {
  if (row.chiuso_il)
    return (
      <Badge tone="ok" icon={CircleCheck}>
        {hasProblem(row) ? 'Chiuso' : 'A posto'}
      </Badge>
    );
  return row.ferma === 1 ? (
    <Badge tone="danger-solid" icon={OctagonX}>
      Macchina ferma
    </Badge>
  ) : (
    <Badge tone="warn" icon={CircleAlert}>
      Aperto
    </Badge>
  );
}
