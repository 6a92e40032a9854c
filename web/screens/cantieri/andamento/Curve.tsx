import type { Andamento, PuntoCurva } from '#contracts/modules/andamento/answer.ts';
import { firstOfMonth, lastOfMonth } from '#contracts/core/period.ts';
import { formatEuro, formatNumber } from '#web/lib/format.ts';
import { useLoaded } from '#web/lib/use-loaded.ts';
import { Colors, monthChart, MonthPanel } from '#web/ui/charts/MonthPanel.tsx';
import type { MonthSeries } from '#web/ui/charts/month-chart.ts';
import { PartTable, type PartColumn } from '#web/ui/grid/PartTable.tsx';
import type { RowsRequest } from './andamento.api.ts';
import { estimateInWords } from './estimate-words.ts';
import { isSeen, ownInWords, seesMargin } from './missing-figures.ts';
import { Euro } from './site-columns.tsx';

type Figure = RowsRequest['voce'];

const SERIES = [
  { key: 'produzione', name: 'Produzione', color: 'var(--accent-ink)', kind: 'bar' },
  { key: 'costi', name: 'Costi', color: 'var(--serie-2)', kind: 'bar', stack: 'spese' },
  { key: 'noleggi', name: 'Noleggi', color: 'var(--serie-5)', kind: 'bar', stack: 'spese' },
  { key: 'manodopera', name: 'Manodopera', color: 'var(--serie-4)', kind: 'bar', stack: 'spese' },
] as const satisfies readonly MonthSeries[];
const MARGIN: MonthSeries = { key: 'margine', name: 'Margine', color: 'var(--ink)', kind: 'line' };
const USED: MonthSeries = { key: 'consumato', name: 'Produzione a budget, cumulata', color: 'var(--accent-ink)', kind: 'line' };
const HEIGHT = 208;

/** Formats an amount on an axis: "€ 120 k", "€ 1,6 M", with non-breaking spaces. */
function axisText(euro: number): string {
  const [by, unit] = Math.abs(euro) >= 1e6 ? [1e6, '\u00A0M'] : Math.abs(euro) >= 1000 ? [1000, '\u00A0k'] : [1, ''];
  return `€\u00A0${formatNumber(euro / by, by === 1e6 ? 2 : 0)}${unit}`;
}

interface CurveProps {
  site: Andamento;
  /** Opens the rows of a figure in a period. */
  onOpen(title: string, part: Pick<RowsRequest, 'voce' | 'dal' | 'al'>): void;
}

/** Shows the last twelve months of a site: production beside costs, the margin, and the remaining budget. */
export function Curve({ site, onOpen }: CurveProps) {
  const draw = useLoaded(monthChart);
  const { mesi } = site.curva;
  const visibleSeries = SERIES.filter(({ key }) => isSeen(site, key));
  const series = [...visibleSeries, ...(seesMargin(site) ? [MARGIN] : [])];
  const points = mesi.map(({ mese, ...values }) => ({ mese, values }));
  const open = (mese: string, key: string) => {
    const figure = visibleSeries.find((one) => one.key === key);
    if (figure) onOpen(figure.name, { voce: figure.key, ...monthPeriod(mese) });
  };
  const budget = site.budget.importo !== null && site.budget.consumato !== undefined ? site.budget.importo : undefined;
  return (
    <MonthPanel
      title="Ultimi 12 mesi"
      note={site.solo_tue.length > 0 ? ownInWords(site.solo_tue) : undefined}
      chart={
        <div
          className={`grid grid-cols-[minmax(0,1fr)] gap-x-6 gap-y-3 p-4 pt-2 ${budget === undefined ? '' : 'lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]'}`}
        >
          <div className="min-w-0">
            <Colors series={series} />
            <div style={{ minHeight: HEIGHT }}>
              {draw?.({
                points,
                series,
                text: formatEuro,
                axis: axisText,
                height: HEIGHT,
                label: 'Produzione, spese e margine al mese',
                onOpen: open,
              })}
            </div>
          </div>
          {budget === undefined ? null : (
            <div className="min-w-0">
              <Colors series={[USED, { name: 'Budget', color: 'var(--danger)' }]} />
              <div style={{ minHeight: HEIGHT }}>
                {draw?.({
                  points,
                  series: [USED],
                  level: { value: budget, name: 'Budget' },
                  text: formatEuro,
                  axis: axisText,
                  height: HEIGHT,
                  label: 'Budget consumato, mese per mese',
                })}
              </div>
              <p className="num pt-2 text-label text-ink-2">{estimateInWords(site)}</p>
            </div>
          )}
        </div>
      }
      table={
        <PartTable
          bare
          title="Ultimi 12 mesi"
          first={mesi.length}
          rows={mesi.toReversed()}
          keyOf={({ mese }) => mese}
          empty="Nessun mese."
          columns={columnsOf(series, budget !== undefined)}
          onOpen={({ mese }) => open(mese, 'produzione')}
        />
      }
    />
  );
}

const monthPeriod = (mese: string) => ({ dal: firstOfMonth(mese), al: lastOfMonth(mese) });

const columnsOf = (series: readonly MonthSeries[], budget: boolean): PartColumn<PuntoCurva>[] => [
  { label: 'Mese', value: ({ mese }) => mese },
  ...series.map(({ key, name }): PartColumn<PuntoCurva> => ({
    label: name,
    right: true,
    wide: key !== 'produzione' && key !== 'margine',
    value: (row) => <Euro value={row[key as Figure | 'margine']} />,
  })),
  ...(budget ? [{ label: 'Budget consumato', right: true, wide: true, value: (row: PuntoCurva) => formatEuro(row.consumato) }] : []),
];
