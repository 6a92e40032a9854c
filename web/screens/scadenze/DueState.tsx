import { Eye } from 'lucide-react';
import type { DueItem } from '#contracts/modules/scadenze/board.ts';
import { BAND_NAMES, whenDue } from '#contracts/modules/scadenze/board-words.ts';
import { Badge } from '#web/ui/feedback/Badge.tsx';
import { BANDS } from './bands.ts';

/** Shows a row's date and band: plain text while far off, a badge when soon, past or missing. */
export function DueState({ item }: { item: DueItem }) {
  const { tone, icon } = BANDS[item.fascia];
  const text = item.scadenza ?? (item.fascia === 'assente' ? 'Assente' : whenDue(item));
  if (tone === 'neutral') return <span className="num">{text || '–'}</span>;
  return (
    <Badge
      tone={item.fascia === 'scaduto' ? 'danger-solid' : tone}
      icon={icon}
      iconEnd
      title={`${BAND_NAMES[item.fascia]}: ${whenDue(item)}`}
      className="num"
    >
      {text}
    </Badge>
  );
}

/** Tells who marked a deadline as seen, and until which day. */
export function SeenBadge({ item, short = false }: { item: DueItem; short?: boolean }) {
  if (item.visto_fino === null) return null;
  return (
    <Badge tone="accent" icon={Eye} title={`Visto da ${item.visto_da ?? ''} fino al ${item.visto_fino}`} className="num">
      {short ? item.visto_fino : `Visto fino al ${item.visto_fino}`}
    </Badge>
  );
}
