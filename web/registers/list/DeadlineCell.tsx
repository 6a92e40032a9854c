import { CircleAlert, Clock } from 'lucide-react';
import { formatScadenza, todayInRome } from '#web/lib/format.ts';
import { Badge } from '#web/ui/feedback/Badge.tsx';
import { scadenzaTone } from './deadline.ts';

/** A deadline in a list: plain while it is far, a badge with its icon when it is soon or past. */
export function DeadlineCell({ date }: { date: string | null }) {
  const today = todayInRome();
  const tone = scadenzaTone(date, today);
  if (date === null || tone === null) return <span className="none">–</span>;
  if (tone === 'neutral') return <>{date}</>;
  return <Badge tone={tone} icon={tone === 'warn' ? Clock : CircleAlert} iconEnd title={`${formatScadenza(date, today)}`}>{date}</Badge>;
}
