import type { AndamentoMacchina, MeseMacchina } from '#contracts/modules/andamento/machine.ts';
import { formatEuro, formatNumber } from '#web/lib/format.ts';
import { useLoaded } from '#web/lib/use-loaded.ts';
import { Colors, monthChart, MonthPanel } from '#web/ui/charts/MonthPanel.tsx';
import { bandsIn, type MonthChartProps, type MonthSeries } from '#web/ui/charts/month-chart.ts';
import { PartTable, type PartColumn } from '#web/ui/grid/PartTable.tsx';

const HOURS: MonthSeries = { key: 'ore', name: 'Ore', color: 'var(--accent-ink)', kind: 'bar' };
const COST: MonthSeries = { key: 'costi_manutenzione', name: 'Manutenzione', color: 'var(--serie-2)', kind: 'bar' };
const STOPPED = { name: 'Fermo per guasto', color: 'var(--danger) / .2' };
const HEIGHT = 180;

const hours = (value: number): string => `${formatNumber(value, 1)} h`;
const hourAxis = (value: number): string => formatNumber(value, 0);
const euroAxis = (value: number): string => `€ ${formatNumber(value, 0)}`;

/** Shows a machine's hours and maintenance cost in its last twelve months, as bars with downtime bands or as a table. */
export function MachineCurve({ data, columns }: { data: AndamentoMacchina; columns: readonly PartColumn<MeseMacchina>[] }) {
  const draw = useLoaded(monthChart);
  const points = data.ultimi_mesi.map(({ mese, ...values }) => ({ mese, values: { ...values }, bands: bandsIn(mese, data.fermi) }));
  const stopped = data.fermi.length > 0 ? [STOPPED] : [];
  const costs = data.costi_manutenzione !== undefined;
  const chart = (series: MonthSeries, drawn: Pick<MonthChartProps, 'text' | 'axis' | 'label'>) => (
    <div className="min-w-0">
      <Colors of={[series, ...stopped]} />
      <div style={{ minHeight: HEIGHT }}>{draw?.({ points, height: HEIGHT, bandName: STOPPED.name, series: [series], ...drawn })}</div>
    </div>
  );
  return (
    <MonthPanel
      title="Ultimi 12 mesi"
      note={data.solo_tue && costs ? 'Manutenzione: solo le tue' : undefined}
      chart={
        <div className={`grid grid-cols-[minmax(0,1fr)] gap-x-6 gap-y-3 p-4 pt-2 ${costs ? 'lg:grid-cols-2' : ''}`}>
          {chart(HOURS, { text: hours, axis: hourAxis, label: 'Ore al mese e giorni di fermo' })}
          {costs ? chart(COST, { text: formatEuro, axis: euroAxis, label: 'Costo delle manutenzioni al mese' }) : null}
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
