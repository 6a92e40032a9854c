import type { Row } from '#web/registers/list/columns.ts';
import { Commessa } from './colonne.tsx';

export function CantiereCard({ row }: { row: Row }) {
  const luogo = [row['indirizzo'], row['comune'], row['provincia'] ? `(${row['provincia']})` : null].filter(Boolean).join(' ');
  return (
    <>
      <span className="num flex items-baseline justify-between gap-3">
        <span className="text-touch font-semibold"><Commessa row={row} /></span>
        <span className="flex-none text-label text-ink-3">{row['data_inizio']}</span>
      </span>
      <span className="block truncate text-read">{row['committente'] ?? 'Senza committente'}</span>
      <span className="block truncate text-read text-ink-3">{luogo}</span>
    </>
  );
}
