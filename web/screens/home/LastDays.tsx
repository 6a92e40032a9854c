import { useQuery } from '@tanstack/react-query';
import { produzionePadre } from '#contracts/registers/produzione-padre.ts';
import { formatEuro } from '#web/lib/format.ts';
import { detailHref } from '#web/registers/addresses.ts';
import type { RowOf } from '#web/registers/list/columns.ts';
import { listOptions } from '#web/registers/register.api.ts';
import { RecentRows } from './RecentRows.tsx';

const asked = listOptions(produzionePadre, { pagina: 1, righe: 5, ordina: '-data', cerca: '', filtri: {} });

/** Lists the production days that the person wrote last, each with a link. */
export function LastDays() {
  const { data, isError, refetch } = useQuery(asked);
  const rows = data?.data as RowOf<typeof produzionePadre>[] | undefined;
  return (
    <RecentRows
      title="Le tue ultime giornate"
      all={{ label: 'Tutte', href: produzionePadre.list.route }}
      empty="Non hai ancora scritto una giornata."
      failed={isError}
      onRetry={() => void refetch()}
      rows={rows?.map((row) => ({
        key: String(row.id),
        href: detailHref(produzionePadre, row.id ?? ''),
        name: row.data ?? '',
        text: [row.cantiere, row.lavorazioni ?? 'Nessuna lavorazione'].filter(Boolean).join(', '),
        end: formatEuro(row.produzione),
      }))}
    />
  );
}
