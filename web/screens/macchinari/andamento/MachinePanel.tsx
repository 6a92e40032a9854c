import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import type { AndamentoMacchina, MeseMacchina } from '#contracts/modules/andamento/machine.ts';
import { kindName, whenDue } from '#contracts/modules/scadenze/board-words.ts';
import { cantieri } from '#contracts/registers/cantieri.ts';
import { api, messageOf } from '#web/lib/api-client.ts';
import { formatEuro, formatNumber, todayInRome } from '#web/lib/format.ts';
import { detailHref } from '#contracts/core/record-address.ts';
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx';
import { ErrorState } from '#web/ui/feedback/states.tsx';
import { PeriodBar } from '#web/ui/period/PeriodBar.tsx';
import { PeriodForm } from '#web/ui/period/PeriodForm.tsx';
import { PartTable, type PartColumn } from '#web/ui/grid/PartTable.tsx';
import { usePeriod } from '#web/ui/period/use-period.ts';
import { useLoaded } from '#web/lib/use-loaded.ts';
import { Colors, monthChart, MonthPanel } from '#web/ui/charts/MonthPanel.tsx';
import { bandsIn, type MonthChartProps, type MonthSeries } from '#web/ui/charts/month-chart.ts';

const HOURS: MonthSeries = { key: 'ore', name: 'Ore', color: 'var(--accent-ink)', kind: 'bar' };
const COST: MonthSeries = { key: 'costi_manutenzione', name: 'Manutenzione', color: 'var(--serie-2)', kind: 'bar' };
const STOPPED = { name: 'Fermo per guasto', color: 'var(--danger) / .2' };
const HEIGHT = 180;

const hours = (value: number): string => `${formatNumber(value, 1)} h`;
const hourAxis = (value: number): string => formatNumber(value, 0);
const euroAxis = (value: number): string => `€ ${formatNumber(value, 0)}`;

/** Shows a machine's hours and maintenance cost in its last twelve months, as bars with downtime bands or as a table. */
function MachineCurve({ data, columns }: { data: AndamentoMacchina; columns: readonly PartColumn<MeseMacchina>[] }) {
  const draw = useLoaded(monthChart);
  const points = data.ultimi_mesi.map(({ mese, ...values }) => ({ mese, values: { ...values }, bands: bandsIn(mese, data.fermi) }));
  const stopped = data.fermi.length > 0 ? [STOPPED] : [];
  const costs = data.costi_manutenzione !== undefined;
  const chart = (series: MonthSeries, chartProps: Pick<MonthChartProps, 'text' | 'axis' | 'label'>) => (
    <div className="min-w-0">
      <Colors series={[series, ...stopped]} />
      <div style={{ minHeight: HEIGHT }}>{draw?.({ points, height: HEIGHT, bandName: STOPPED.name, series: [series], ...chartProps })}</div>
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

type Month = MeseMacchina;
type Site = NonNullable<AndamentoMacchina['cantieri']>[number];
type Due = AndamentoMacchina['prossime'][number];

/** Shows ANDAMENTO of a machine: hours, cost, downtime, sites and what is due. */
export function MachinePanel({ matricola }: { matricola: string }) {
  const [period, setPeriod] = usePeriod();
  const { data, error, refetch, isPlaceholderData } = useQuery({
    // stale at once, because readings, production, maintenance and faults change the figures
    staleTime: 0,
    placeholderData: keepPreviousData,
    queryKey: ['andamento-macchina', matricola, period],
    queryFn: async ({ signal }) =>
      (await api.get<{ data: AndamentoMacchina[] }>('/api/macchinari/andamento', { query: { matricola, ...period }, signal })).data[0]!,
  });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-center gap-3">
        <PeriodBar period={period} onPeriod={setPeriod} today={todayInRome()} />
        <PeriodForm period={period} onPeriod={setPeriod} />
      </div>
      {error ? (
        <div className="panel">
          <ErrorState title="Andamento non caricato" text={messageOf(error)} onRetry={() => void refetch()} />
        </div>
      ) : !data ? (
        <div className="panel p-4">
          <Skeleton />
        </div>
      ) : (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4" aria-busy={isPlaceholderData || undefined}>
          <Cards data={data} />
          <MachineCurve data={data} columns={monthsOf(data)} />
          <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-2">
            {data.cantieri ? (
              <PartTable
                title={data.solo_tue_giornate ? `Dove ha lavorato (${OWN_DAYS})` : 'Dove ha lavorato'}
                rows={data.cantieri}
                keyOf={({ commessa }) => commessa}
                empty="Nessun giorno di lavoro nel periodo."
                columns={SITES}
                size={({ giorni }) => giorni}
              />
            ) : null}
            <PartTable
              title="Prossime scadenze"
              rows={data.prossime}
              keyOf={({ tipo, voce }) => `${tipo}/${voce}`}
              empty="Niente in scadenza."
              columns={DUE}
            />
            <div className="grid grid-cols-[minmax(0,1fr)] lg:col-span-2">
              <PartTable
                title="Mesi"
                rows={data.mesi.toReversed()}
                keyOf={({ mese }) => mese}
                empty="Nessun mese."
                columns={monthsOf(data)}
              />
            </div>
          </div>
        </div>
      )}
    </div>
  );
}

interface Card {
  label: string;
  value: string;
  bad?: boolean;
  /** Note that only the person's own records are counted. */
  part?: string | false | undefined;
}

const OWN_DAYS = 'solo le tue giornate';

function Cards({ data }: { data: AndamentoMacchina }) {
  const { giorni_lavorati, costi_manutenzione, solo_tue, solo_tue_giornate } = data;
  const cards: Card[] = [
    { label: 'Ore', value: `${formatNumber(data.ore, 1)} h` },
    ...(giorni_lavorati === undefined
      ? []
      : [{ label: 'Giorni lavorati', value: formatNumber(giorni_lavorati, 0), part: solo_tue_giornate && OWN_DAYS }]),
    { label: 'Giorni di fermo', value: formatNumber(data.fermo_giorni, 0), bad: data.fermo_giorni > 0 },
    ...(costi_manutenzione === undefined
      ? []
      : [{ label: 'Manutenzione', value: formatEuro(costi_manutenzione), part: solo_tue && 'solo le tue manutenzioni' }]),
  ];
  return (
    <div className="grid grid-cols-2 gap-3 md:grid-cols-4">
      {cards.map(({ label, value, bad, part }) => (
        <section key={label} className="panel flex min-h-[88px] flex-col justify-center px-4 py-3 max-md:px-3" aria-label={label}>
          <h2 className="group-title">{label}</h2>
          {part ? <p className="text-label text-ink-3">{part}</p> : null}
          <p className={`num mt-0.5 whitespace-nowrap text-title font-semibold${bad ? ' text-danger-ink' : ''}`}>{value}</p>
        </section>
      ))}
    </div>
  );
}

const SITES: readonly PartColumn<Site>[] = [
  {
    label: 'Cantiere',
    value: ({ commessa }) => (
      <Link href={detailHref(cantieri, commessa)} className="link">
        {commessa}
      </Link>
    ),
  },
  { label: 'Dal', value: ({ dal }) => dal, wide: true },
  { label: 'Ultimo giorno', value: ({ al }) => al },
  { label: 'Giorni', value: ({ giorni }) => giorni, right: true },
];

const DUE: readonly PartColumn<Due>[] = [
  { label: 'Che cosa', value: kindName },
  { label: 'Data', value: ({ scadenza }) => scadenza ?? '', wide: true },
  { label: 'Quando', value: whenDue, right: true },
];

const monthsOf = (data: AndamentoMacchina): readonly PartColumn<Month>[] => [
  { label: 'Mese', value: ({ mese }) => mese },
  { label: 'Ore', value: ({ ore }) => formatNumber(ore, 1), right: true },
  ...(data.giorni_lavorati === undefined
    ? []
    : [{ label: 'Lavorati', value: ({ giorni_lavorati }: Month) => giorni_lavorati, right: true }]),
  { label: 'Fermo', value: ({ fermo_giorni }) => fermo_giorni, right: true },
  ...(data.costi_manutenzione === undefined
    ? []
    : [{ label: 'Manutenzione', value: ({ costi_manutenzione }: Month) => formatEuro(costi_manutenzione ?? 0), right: true }]),
];
