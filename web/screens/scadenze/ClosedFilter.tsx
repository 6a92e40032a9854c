import { Archive } from 'lucide-react';
import { formatNumber } from '#web/lib/format.ts';
import { usePhone } from '#web/lib/use-media.ts';
import { Badge } from '#web/ui/feedback/Badge.tsx';
import { Button } from '#web/ui/feedback/Button.tsx';

interface ClosedFilterProps {
  /** Rows of closed records; undefined while they are read. */
  count: number | undefined;
  on: boolean;
  onChange(on: boolean): void;
}

/** CHIUSI: adds the rows of ended sites and rentals, of workers who left and of machines sold or scrapped. Absent without any. */
export function ClosedFilter({ count, on, onChange }: ClosedFilterProps) {
  const phone = usePhone();
  if (!count && !on) return null;
  return (
    <Button
      variant={phone ? 'secondary' : 'ghost'}
      plain
      icon={Archive}
      aria-pressed={on}
      title="Cantieri e noleggi finiti, chi è andato via, macchine vendute o demolite"
      className={phone ? '!h-11' : ''}
      onClick={() => onChange(!on)}
    >
      Chiusi <Badge tone={on ? 'accent' : 'neutral'}>{formatNumber(count ?? 0, 0)}</Badge>
    </Button>
  );
}
