import { Wrench } from 'lucide-react';
import { formatNumber } from '#web/lib/format.ts';
import type { Row } from '#web/registers/list/columns.ts';
import { Badge } from '#web/ui/feedback/Badge.tsx';
import { LETTURA } from './use-costo.ts';

/** On a phone: machine and hours, when and where, what was done. */
export function ManutenzioneCard({ row, dovuta }: { row: Row; dovuta: boolean }) {
  const fatto = row['manutenzione'] ?? row['note'] ?? (row['tipologia'] === LETTURA ? 'Lettura ore' : null);
  return (
    <>
      <span className="flex items-baseline justify-between gap-3">
        <span className="num truncate text-touch font-semibold">{row['matricola'] ?? 'Senza matricola'}</span>
        <span className="num flex-none text-read text-ink-2">{formatNumber(row['ore_km'] as number | null)}</span>
      </span>
      <span className="num block truncate text-read">
        {row['data'] ?? 'Senza data'}<span className="text-ink-3">{row['cantiere'] ? ` Cantiere ${row['cantiere']}` : ''}</span>
      </span>
      {fatto ? <span className="block truncate text-read text-ink-2">{fatto}</span> : null}
      <span className="block truncate text-label text-ink-3">{[row.utente, row['meccanico']].filter(Boolean).join(', ')}</span>
      {dovuta ? <span className="mt-2 flex"><Badge tone="due" icon={Wrench} className="!h-6 !px-2 !text-label">Manutenzione da fare</Badge></span> : null}
    </>
  );
}
