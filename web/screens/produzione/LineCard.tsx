import type { Row } from '#web/registers/list/columns.ts';
import { formatEuro, formatNumber } from '#web/lib/format.ts';
import { Badge } from '#web/ui/feedback/Badge.tsx';
import { Swatch } from '#web/ui/grid/GridCell.tsx';
import { isFermo, knownAs, type Site } from './line.ts';

/** Card of a line on a phone: work item and quantity first, then wbs, operator and equipment. */
export function LineCard({ line, site }: { line: Row; site: Pick<Site, 'known'> }) {
  const { um, colore } = knownAs(site, line['lavorazione']);
  const quantity = typeof line['quantita'] === 'number' ? `${formatNumber(line['quantita'], 3, 2)} ${um ?? ''}` : '';
  return (
    <>
      <span className="flex items-baseline justify-between gap-3">
        <span className="flex min-w-0 items-center gap-2 text-touch font-semibold">
          {isFermo(line) ? <Badge>Fermo</Badge> : colore ? <Swatch color={colore} /> : null}
          <span className="truncate">{line['lavorazione'] ?? (isFermo(line) ? '' : 'Senza lavorazione')}</span>
        </span>
        <span className="num flex-none text-read font-medium">{quantity}</span>
      </span>
      <span className="flex items-baseline justify-between gap-3 text-read">
        <span className="min-w-0 truncate">{line['wbs'] ?? 'Senza wbs'}</span>
        <span className="num flex-none text-ink-2">{typeof line['produzione'] === 'number' ? formatEuro(line['produzione']) : ''}</span>
      </span>
      <span className="block truncate text-read text-ink-3">{[line['operatore'], line['attrezzatura']].filter(Boolean).join(', ')}</span>
      {line['note'] ? <span className="block truncate text-label text-ink-3">{line['note']}</span> : null}
    </>
  );
}
