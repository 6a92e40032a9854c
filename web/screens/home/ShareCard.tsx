import { loadLater } from '#web/lib/load-later.ts';
import { useLoaded } from '#web/lib/use-loaded.ts';
import { formatEuro, formatNumber } from '#web/lib/format.ts';
import type { Dashboard } from './analisi.api.ts';
import { colorIn } from './card-rows.ts';
import { tints } from './colors.ts';
import { FirstRows, ItemName, Waiting } from './FirstRows.tsx';

const shareDonut = loadLater(() => import('./ShareDonut.tsx'));

interface ShareCardProps {
  data: Dashboard | undefined;
  /** Euro of all work items. */
  total: number;
  nothing: string;
  /** Diameter of the ring in px. */
  size: number;
}

/** Shows each work item's share of the euro, as a ring and in figures. */
export function ShareCard({ data, total, nothing, size }: ShareCardProps) {
  const draw = useLoaded(shareDonut);
  const rows = (data?.share ?? []).filter(({ value }) => value > 0).toSorted((a, b) => b.value - a.value);
  const colors = rows.map(({ lavorazione }) => colorIn(data?.legend ?? [], lavorazione));
  return (
    <section
      className="panel flex min-h-[var(--card-height)] min-w-0 items-center gap-4 px-4 py-2 max-md:min-h-[120px] md:max-[1399px]:col-span-2"
      aria-label="Quota per lavorazione"
      style={tints(colors)}
    >
      {!data ? (
        <Waiting />
      ) : rows.length === 0 ? (
        <p className="m-auto text-body text-ink-3">{`Nessun valore ${nothing}`}</p>
      ) : (
        <>
          {draw?.({ rows, total, size }) ?? <div className="flex-none" style={{ width: size, height: size }} />}
          <FirstRows title="Quote">
            {rows.map(({ lavorazione, value, produzione }, i) => (
              <tr key={lavorazione} className="h-[var(--row-height)]" title={formatEuro(value)}>
                <ItemName name={lavorazione} color={colors[i] ?? ''} />
                <td className="w-14 text-right font-semibold">{formatNumber(produzione, 1)}%</td>
              </tr>
            ))}
          </FirstRows>
        </>
      )}
    </section>
  );
}
