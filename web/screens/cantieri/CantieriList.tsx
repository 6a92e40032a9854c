import { ChartNoAxesCombined } from 'lucide-react';
import { cantieri } from '#contracts/registers/cantieri.ts';
import { useIdentity } from '#web/lib/session.ts';
import { RegisterList } from '#web/registers/list/RegisterList.tsx';
import type { RowOf } from '#web/registers/list/columns.ts';
import { seesMargins } from './andamento/sees-margins.ts';
import { cantierePermissions } from './cantiere-permissions.ts';
import { cantieriColumns, Commessa } from './columns.tsx';

const COLUMNS = cantieriColumns(cantieri);

export default function CantieriList() {
  const who = useIdentity();
  const { add } = cantierePermissions(who, null);
  return (
    <RegisterList
      def={cantieri}
      columns={COLUMNS}
      buttons={{ add }}
      actions={() =>
        seesMargins(who) ? [{ label: 'ANDAMENTO', icon: ChartNoAxesCombined, look: 'secondary', href: '/home/andamento' }] : []
      }
      card={(row) => <CantiereCard row={row} />}
    />
  );
}

function CantiereCard({ row }: { row: RowOf<typeof cantieri> }) {
  const place = [row.indirizzo, row.comune, row.provincia ? `(${row.provincia})` : null].filter(Boolean).join(' ');
  return (
    <>
      <span className="num flex items-baseline justify-between gap-3">
        <span className="text-touch font-semibold">
          <Commessa row={row} />
        </span>
        <span className="flex-none text-label text-ink-3">{row.data_inizio}</span>
      </span>
      <span className="block truncate text-read">{row.committente ?? 'Senza committente'}</span>
      <span className="block truncate text-read text-ink-3">{place}</span>
    </>
  );
}
