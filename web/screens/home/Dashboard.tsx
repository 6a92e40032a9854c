import { useQuery } from '@tanstack/react-query';
import { useIdentity } from '#web/lib/session.ts';
import { messageOf } from '#web/lib/api-client.ts';
import { ErrorState } from '#web/ui/feedback/states.tsx';
import { dashboardOptions, type Dashboard as Figures } from './analisi.api.ts';
import { ChartPanel } from './ChartPanel.tsx';
import { DailySection } from './DailySection.tsx';
import { FilterMenu } from './FilterMenu.tsx';
import {
  equipmentChart, machineOptions, machinesChart, operatorOptions, operatorsChart, siteOptions, sitesChart, valueChart, workItemOptions,
  type Chart, type FilterOption, type Filters,
} from './model.ts';
import { Summary } from './Summary.tsx';
import type { DashboardAddress, FilterName, Section } from './use-dashboard.ts';

interface SectionOf {
  section: Section;
  title: string;
  head: string;
  chart: Chart | undefined;
  menus: readonly { name: FilterName; label: string; all: string; options: readonly FilterOption[] }[];
}

/** Cards, then the charts in the order of the specification; one request for all of them. */
export function Dashboard({ address, deadlines }: { address: DashboardAddress; deadlines: React.ReactNode }) {
  const { data, error, isFetching, refetch } = useQuery(dashboardOptions(useIdentity(), address.period, address.filters('')));
  if (error && !data) return <>{deadlines}<div className="panel"><ErrorState title="Produzione non caricata" text={messageOf(error)} onRetry={() => void refetch()} /></div></>;
  const of = <T,>(make: (figures: Figures) => T): T | undefined => (data ? make(data) : undefined);
  const lav = (chart: Chart | undefined) => ({ name: 'lav' as const, label: 'Lavorazioni', all: chart?.unit ? `in ${chart.unit}` : 'tutte', options: of((d) => workItemOptions(d.legend)) ?? [] });
  const can = { name: 'can' as const, label: 'Cantieri', all: 'tutti', options: of((d) => siteOptions(d.perSite)) ?? [] };
  const filters = (section: Section): Filters => address.filters(section);
  const sites = of((d) => sitesChart(d.perSite, d.legend, filters('commesse')));
  const values = of((d) => valueChart(d.valuePerSite, d.legend, filters('produzione')));
  const machines = of((d) => machinesChart(d.perEquipment, d.legend, filters('attrezzature')));
  const operators = of((d) => operatorsChart(d.perOperator, d.legend, filters('operatori')));
  const sections: SectionOf[] = [
    { section: 'commesse', title: 'COMMESSE', head: 'Commessa', chart: sites, menus: [lav(sites), can] },
    { section: 'produzione', title: 'PRODUZIONE', head: 'Lavorazione', chart: values, menus: [can, { ...lav(undefined), options: of((d) => workItemOptions(d.legend, false)) ?? [] }] },
    { section: 'attrezzature', title: 'ATTREZZATURE', head: 'Attrezzatura', chart: machines, menus: [lav(machines), { name: 'attr', label: 'Attrezzature', all: 'tutte', options: of((d) => machineOptions(d.perEquipment)) ?? [] }] },
    { section: 'operatori', title: 'OPERATORI', head: 'Operatore', chart: operators, menus: [lav(operators), { name: 'oper', label: 'Operatori', all: 'tutti', options: of((d) => operatorOptions(d.perOperator)) ?? [] }] },
  ];
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <Summary data={data} />
      {deadlines}
      <DailySection data={data} address={address} busy={isFetching} />
      <ChartPanel title="ATTREZZATURA" chart={of((d) => equipmentChart(d.equipmentPerDay, d.legend, address.period))} daily head="Giorno" busy={isFetching} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3 lg:grid-cols-2">
        {sections.map(({ section, menus, ...panel }) => (
          <ChartPanel
            key={section} {...panel} busy={isFetching}
            filters={menus.map(({ name, ...menu }) => <FilterMenu key={name} {...menu} chosen={filters(section)[name] ?? []} onChosen={(next) => address.setFilter(section, name, next)} />)}
          />
        ))}
      </div>
    </div>
  );
}
