import { costi } from '#contracts/registers/costi.ts';
import { formatEuro } from '#web/lib/format.ts';
import { NamedCode } from '#web/registers/list/NamedCode.tsx';
import { RegisterList } from '#web/registers/list/RegisterList.tsx';
import { registerColumns, type RowOf } from '#web/registers/list/columns.ts';

const WIDTHS: Readonly<Record<string, number>> = { id: 110, utente: 110, data: 112, cantiere: 200, quantita: 100 };
const COLUMNS = registerColumns(costi).map((column) => ({ ...column, ...(column.id in WIDTHS ? { width: WIDTHS[column.id]! } : {}) }));

/** Shows the list COSTI. */
export default function CostiList() {
  return <RegisterList def={costi} columns={COLUMNS} card={(row) => <CostoCard row={row} />} />;
}

/** Card of a cost on a phone: kind and amount first, then date, site and author. */
function CostoCard({ row }: { row: RowOf<typeof costi> }) {
  return (
    <>
      <span className="flex items-baseline justify-between gap-3">
        <span className="truncate text-touch font-semibold">{row.tipologia_costo ?? 'Senza tipologia'}</span>
        <span className="num flex-none text-read font-medium">{formatEuro(row.totale)}</span>
      </span>
      <span className="num block truncate text-read">
        {row.data ?? 'Senza data'}
        {row.cantiere ? (
          <span className="text-ink-3">
            {' '}
            Cantiere <NamedCode field={costi.fields.cantiere} value={row.cantiere} />
          </span>
        ) : null}
      </span>
      <span className="block truncate text-label text-ink-3">{[row.wbs, row.utente].filter(Boolean).join(', ')}</span>
    </>
  );
}
