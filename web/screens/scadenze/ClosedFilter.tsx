import { Archive } from 'lucide-react';
import { formatNumber } from '#web/lib/format.ts';
import { Badge } from '#web/ui/feedback/Badge.tsx';
import { ToolbarButton } from '#web/ui/grid/ToolbarButton.tsx';

interface ClosedFilterProps {
  /** Rows of closed records; undefined while they are read. */
  count: number | undefined;
  on: boolean;
  onChange(on: boolean): void;
}

/** CHIUSI: adds the rows of ended sites and rentals, of workers who left and of machines sold or scrapped. Absent without any. */
export function ClosedFilter({ count, on, onChange }: ClosedFilterProps) {
  if (!count && !on) return null;
  return (
    <ToolbarButton
      icon={Archive}
      aria-pressed={on}
      title="Cantieri e noleggi finiti, chi è andato via, macchine vendute o demolite"
      onClick={() => onChange(!on)}
    >
      Chiusi <Badge tone={on ? 'accent' : 'neutral'}>{formatNumber(count ?? 0, 0)}</Badge>
    </ToolbarButton>
  );
}
