import { Link } from 'wouter';
import type { DueItem } from '#contracts/modules/scadenze/board.ts';
import { kindName, subjectName, whenDue } from '#contracts/modules/scadenze/board-words.ts';
import { RowActions } from './columns.tsx';
import { DueState, SeenBadge } from './DueState.tsx';
import { recordHref } from './record-href.ts';

/** A row on a phone: what, of whom and when, with its two buttons. */
export function DueCard({ item, onSeen }: { item: DueItem; onSeen(item: DueItem): void }) {
  return (
    <>
      <Link href={recordHref(item)} className="-m-1 block p-1">
        <span className="flex items-start justify-between gap-3">
          <span className="min-w-0 text-touch font-semibold [overflow-wrap:anywhere]">{kindName(item)}</span>
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
        <SeenBadge item={item} />
        <span className="-ml-3 -mr-1">
          <RowActions item={item} onSeen={onSeen} size="lg" />
        </span>
      </span>
    </>
  );
}
