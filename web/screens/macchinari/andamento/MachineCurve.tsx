import type { AndamentoMacchina, MeseMacchina } from '#contracts/modules/andamento/machine.ts';
import { formatEuro, formatNumber } from '#web/lib/format.ts';
import { useLoaded } from '#web/lib/use-loaded.ts';
import { Colors, monthChart, MonthPanel } from '#web/ui/charts/MonthPanel.tsx';
import { bandsIn, type MonthSeries } from '#web/ui/charts/month-chart.ts';
import { PartTable, type PartColumn } from '#web/ui/grid/PartTable.tsx';

const HOURS: MonthSeries = { key: 'ore', name: 'Ore', color: 'var(--accent-ink)', kind: 'bar' };
const COST: MonthSeries = { key: 'costi_manutenzione', name: 'Manutenzione', color: 'var(--serie-2)', kind: 'bar' };
const STOPPED = { name: 'Fermo per guasto', color: 'var(--danger) / .2' };
const HEIGHT = 180;

const hours = (value: number): string => `${formatNumber(value, 1)} h`;

/** The last twelve months of a machine: hours and cost as bars, the days on which it stood still as bands behind them. */
export function MachineCurve({ data, columns }: { data: AndamentoMacchina; columns: readonly PartColumn<MeseMacchina>[] }) {
  const draw = useLoaded(monthChart);
  const points = data.ultimi_mesi.map(({ mese, ...values }) => ({ mese, values: { ...values }, bands: bandsIn(mese, data.fermi) }));
  const stopped = data.fermi.length > 0 ? [STOPPED] : [];
  const costs = data.costi_manutenzione !== undefined;
  const drawn = { points, height: HEIGHT, bandName: STOPPED.name };
  return (
    <MonthPanel
      title="Ultimi 12 mesi"
      chart={
        <div className={`grid grid-cols-[minmax(0,1fr)] gap-x-6 gap-y-3 p-4 pt-2 ${costs ? 'lg:grid-cols-2' : ''}`}>
          <div className="min-w-0">
            <Colors of={[HOURS, ...stopped]} />
            <div style={{ minHeight: HEIGHT }}>
              {draw?.({
                ...drawn,
                series: [HOURS],
                text: hours,
                axis: (value) => formatNumber(value, 0),
                label: 'Ore al mese e giorni di fermo',
              })}
            </div>
          </div>
          {costs ? (
            <div className="min-w-0">
              <Colors of={[COST, ...stopped]} />
              <div style={{ minHeight: HEIGHT }}>
                {draw?.({
                  ...drawn,
                  series: [COST],
                  text: formatEuro,
                  axis: (value) => `€ ${formatNumber(value, 0)}`,
                  label: 'Costo delle manutenzioni al mese',
                })}
              </div>
            </div>
          ) : null}
        </div>
      }
      table={
        <PartTable
          bare
          title="Ultimi 12 mesi"
          first={data.ultimi_mesi.length}
          rows={data.ultimi_mesi.toReversed()}
          keyOf={({ mese }) => mese}
          empty="Nessun mese."
          columns={columns}
        />
      }
    />
  );
}
