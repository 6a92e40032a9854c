import { formatNumber } from '#web/lib/format.ts';
import type { Row } from '#web/registers/list/columns.ts';

/** On a phone: machine and hours first, then when, where and who. */
export function AccisaCard({ row }: { row: Row }) {
  const ore = typeof row['ore'] === 'number' ? `${formatNumber(row['ore'])} ore` : '';
  return (
    <>
      <span className="flex items-baseline justify-between gap-3">
        <span className="num truncate text-touch font-semibold">{row['matricola'] ?? 'Senza matricola'}</span>
        <span className="num flex-none text-read text-ink-2">{ore}</span>
      </span>
      <span className="num block truncate text-read">
        {row['data'] ?? 'Senza data'}<span className="text-ink-3">{row['cantiere'] ? ` Cantiere ${row['cantiere']}` : ''}</span>
      </span>
      <span className="block truncate text-label text-ink-3">{row.utente}</span>
    </>
  );
}
