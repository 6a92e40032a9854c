import { Link } from 'wouter';
import type { DueItem } from '#contracts/modules/scadenze/board.ts';
import { kindName, stopWords, subjectName, whenDue } from '#contracts/modules/scadenze/board-words.ts';
import { Badge } from '#web/ui/feedback/Badge.tsx';
import { Button } from '#web/ui/feedback/Button.tsx';
import { RowActions } from './columns.tsx';
import { DueState, SeenBadge } from './DueState.tsx';
import { boardKey, foldedWords, type BoardRow } from './fold.ts';
import { recordHref } from './record-href.ts';

interface DueCardProps {
  item: BoardRow;
  onSeen(item: DueItem): void;
  onFold(key: string): void;
  open: boolean;
}

/** Card of a row on a phone: deadline, record and date, with two buttons, or the one that unfolds the row. */
export function DueCard({ item, onSeen, onFold, open }: DueCardProps) {
  const stops = stopWords(item);
  return (
    <>
      <Link href={recordHref(item)} className="-m-1 block p-1">
        <span className="flex items-start justify-between gap-3">
          <span className="min-w-0 text-touch font-semibold [overflow-wrap:anywhere]">
            {item.folded ? foldedWords(item.folded) : kindName(item)}
          </span>
          <span className="flex-none pt-0.5">
            <DueState item={item} />
          </span>
        </span>
        <span className="block truncate text-read">
          {item.nome || subjectName(item)}
          <span className="num text-ink-3"> {item.id}</span>
        </span>
        <span className="num block truncate text-label text-ink-3">
          {[whenDue(item), item.cantiere ? `cantiere ${item.cantiere}` : null, item.responsabile].filter(Boolean).join(' · ')}
        </span>
      </Link>
      <span className="-mb-1 mt-2 flex flex-wrap items-center justify-between gap-2">
        {stops ? <Badge tone="danger">{stops}</Badge> : <SeenBadge item={item} />}
        <span className="-ml-3 -mr-1">
          {item.folded ? (
            <Button plain variant="ghost" size="lg" aria-expanded={open} onClick={() => onFold(boardKey(item))}>
              {open ? 'Nascondi' : 'Mostra una per una'}
            </Button>
          ) : (
            <RowActions item={item} onSeen={onSeen} size="lg" />
          )}
        </span>
      </span>
    </>
  );
}
