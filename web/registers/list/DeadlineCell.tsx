import { CircleAlert, Clock } from 'lucide-react';
import { formatScadenza, spokenScadenza, todayInRome } from '#web/lib/format.ts';
import { Badge } from '#web/ui/feedback/Badge.tsx';
import { scadenzaTone } from './deadline.ts';

/** A deadline in a list: plain while it is far, a badge with its icon when it is soon or past; its state is heard too. */
export function DeadlineCell({ date }: { date: string | null }) {
  const today = todayInRome();
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
