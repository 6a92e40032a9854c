import { formatNumber } from '#web/lib/format.ts';
import type { Dashboard } from './analisi.api.ts';
import { averageDecimals, cardRows, colorIn, DECIMALS } from './card-rows.ts';
import { FirstRows, ItemName, Waiting } from './FirstRows.tsx';

const HEADS = ['Min', 'Max', 'Media per lavorazione'] as const;
const FIGURE = 'whitespace-nowrap pl-2 text-right font-semibold';

/** Shows Min, Max and Media per lavorazione on a phone in one table. A work item with a single day shows its figure once. */
export function WorkItemTable({ data, nothing }: { data: Dashboard | undefined; nothing: string }) {
  return (
    <section className="panel flex min-h-[120px] flex-col px-4 pb-2 pt-2.5" aria-label={HEADS.join(', ')}>
      {data ? <Rows data={data} nothing={nothing} /> : <Waiting />}
    </section>
  );
}

function Rows({ data, nothing }: { data: Dashboard; nothing: string }) {
  const { legend } = data;
  const decimals = averageDecimals(data.perDay);
  const by = <R extends { lavorazione: string | null; value: number }>(rows: readonly R[]) =>
    new Map(rows.map(({ lavorazione, value }) => [lavorazione, value]));
  const [highest, averages] = [by(data.highest), by(data.averages)];
  const rows = cardRows(data.lowest, data);
  return (
    <FirstRows title={HEADS.join(', ')} empty={rows.length === 0 ? `Nessuna produzione ${nothing}` : undefined} head={<Heads />}>
      {rows.map(({ lavorazione, value }) => {
        const [most, average] = [highest.get(lavorazione), averages.get(lavorazione)];
        const um = legend.find((item) => item.lavorazione === lavorazione)?.um;
        return (
          <tr key={lavorazione} className="h-8">
            <ItemName name={lavorazione} color={colorIn(legend, lavorazione)} detail={um} />
            {most === value && average === value ? (
              <td colSpan={HEADS.length} className={FIGURE}>
                {formatNumber(value, DECIMALS)} <span className="font-normal text-ink-3">in un giorno</span>
              </td>
            ) : (
              <>
                <td className={FIGURE}>{formatNumber(value, DECIMALS)}</td>
                <td className={FIGURE}>{formatNumber(most, DECIMALS)}</td>
                <td className={FIGURE}>{formatNumber(average, decimals.get(lavorazione) ?? DECIMALS)}</td>
              </>
            )}
          </tr>
        );
      })}
    </FirstRows>
  );
}

function Heads() {
  return (
    <thead>
      <tr className="align-bottom text-caption text-ink-3">
        <th scope="col" className="text-left font-medium">
          Lavorazione
        </th>
        {HEADS.map((head) => (
          <th key={head} scope="col" className="min-w-14 pl-2 text-right font-medium leading-4">
            {head}
          </th>
        ))}
      </tr>
    </thead>
  );
}
