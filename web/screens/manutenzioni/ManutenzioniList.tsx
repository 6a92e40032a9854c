import { queryOptions, useQuery } from '@tanstack/react-query';
import { Wrench } from 'lucide-react';
import { useMemo } from 'react';
import { macchinari } from '#contracts/registers/macchinari.ts';
import { manutenzioni } from '#contracts/registers/manutenzioni.ts';
import { api } from '#web/lib/api-client.ts';
import { formatNumber } from '#web/lib/format.ts';
import { keys } from '#web/lib/query.ts';
import { useIdentity } from '#web/lib/session.ts';
import { canView } from '#web/registers/buttons.ts';
import { NamedCode } from '#web/registers/list/NamedCode.tsx';
import { RegisterList } from '#web/registers/list/RegisterList.tsx';
import type { RowOf } from '#web/registers/list/columns.ts';
import { Badge } from '#web/ui/feedback/Badge.tsx';
import { manutenzioniColumns } from './columns.tsx';
import { dovuteOf, perMatricola, type ManutenzioneDovuta } from './dovute.ts';
import { READ } from './use-costo.ts';

/** Shows the list MANUTENZIONI; rows whose machine has maintenance due are purple. */
export default function ManutenzioniList() {
  const identity = useIdentity();
  const { data: dovute } = useQuery({ ...dovuteOptions, enabled: canView(identity, macchinari) });
  const columns = useMemo(() => manutenzioniColumns(dovute), [dovute]);
  const dovuta = (row: RowOf<typeof manutenzioni>) => dovuteOf(dovute, row).length > 0;
  return (
    <RegisterList
      def={manutenzioni}
      columns={columns}
      rowTone={(row) => ({ hot: false, due: dovuta(row) })}
      card={(row) => <ManutenzioneCard row={row} dovuta={dovuta(row)} />}
    />
  );
}

/** Card of a maintenance on a phone: machine and hours, date and site, what was done. */
function ManutenzioneCard({ row, dovuta }: { row: RowOf<typeof manutenzioni>; dovuta: boolean }) {
  const fact = row.manutenzione ?? row.note ?? (row.tipologia === READ ? 'Lettura ore' : null);
  return (
    <>
      <span className="flex items-baseline justify-between gap-3">
        <span className="num truncate text-touch font-semibold">{row.matricola ?? 'Senza matricola'}</span>
        <span className="num flex-none text-read text-ink-2">{formatNumber(row.ore_km)}</span>
      </span>
      <span className="num block truncate text-read">
        {row.data ?? 'Senza data'}
        {row.cantiere ? (
          <span className="text-ink-3">
            {' '}
            Cantiere <NamedCode field={manutenzioni.fields.cantiere} value={row.cantiere} />
          </span>
        ) : null}
      </span>
      {fact ? <span className="block truncate text-read text-ink-2">{fact}</span> : null}
      <span className="block truncate text-label text-ink-3">{[row.utente, row.meccanico].filter(Boolean).join(', ')}</span>
      {dovuta ? (
        <span className="mt-2 flex">
          <Badge tone="due" icon={Wrench} className="!h-6 !px-2 !text-label">
            Manutenzione da fare
          </Badge>
        </span>
      ) : null}
    </>
  );
}

/** Query for the due maintenance, by machine. */
const dovuteOptions = queryOptions({
  queryKey: [...keys.scadenze, 'dovute'],
  queryFn: async ({ signal }) =>
    perMatricola((await api.get<{ data: ManutenzioneDovuta[] }>('/api/scadenzaManutenzioni', { signal })).data),
});
