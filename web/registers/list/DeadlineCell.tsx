import { CircleAlert, Clock } from 'lucide-react';
import { formatScadenza, spokenScadenza } from '#web/lib/format.ts';
import { Badge } from '#web/ui/feedback/Badge.tsx';
import { scadenzaTone } from './deadline.ts';

/** Shows a deadline as judged on a day: plain text while far off, a badge with an icon when soon or past. Screen readers hear the state. */
export function DeadlineCell({ date, today }: { date: string | null; today: string }) {
  const tone = scadenzaTone(date, today);
  if (date === null || tone === null) return <span className="none">–</span>;
  const text = (
    <>
      <span aria-hidden="true">{date}</span>
      <span className="sr-only">{spokenScadenza(date, today)}</span>
    </>
  );
  if (tone === 'neutral') return text;
  return (
    <Badge tone={tone} icon={tone === 'warn' ? Clock : CircleAlert} iconEnd title={formatScadenza(date, today)}>
      {text}
    </Badge>
  );
}
