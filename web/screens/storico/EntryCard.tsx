import clsx from 'clsx';
import { fieldsInWords } from '#contracts/core/history-in-words.ts';
import { formatNumber, formatTime } from '#web/lib/format.ts';
import { useCatalogue } from '#web/registers/catalogue-context.ts';
import { sentenceOf } from './columns.tsx';
import type { TrailRow } from './rows.ts';
import { UNFOLDED } from './storico.api.ts';

interface EntryCardProps {
  entry: TrailRow;
  open: boolean;
}

/** Card of an entry on a phone; for a row that combines several entries, tells what a press does. */
export function EntryCard({ entry, open }: EntryCardProps) {
  const catalogue = useCatalogue();
  const { insieme } = entry;
  return (
    <span className={clsx('block', entry.inside && 'border-l-2 border-line-strong pl-3')}>
      <span className="flex items-baseline justify-between gap-3">
        <span className="text-touch font-medium [overflow-wrap:anywhere]">{sentenceOf(catalogue, entry)}</span>
        <span className="num flex-none text-label text-ink-3">{formatTime(entry.quando)}</span>
      </span>
      {insieme ? (
        <span className="link mt-1 block text-read">
          {insieme.quante > UNFOLDED ? `Apri tutte e ${formatNumber(insieme.quante, 0)}` : open ? 'Nascondi' : 'Mostra una per una'}
        </span>
      ) : (
        <span className="num block truncate text-label text-ink-3">{fieldsInWords(catalogue, entry)}</span>
      )}
    </span>
  );
}
