import type { Dashboard } from './analisi.api.ts';
import { machineOptions, operatorOptions, siteOptions, workItemOptions, type FilterOption } from './filter-options.ts';
import { byWorkItem, onceOf, withoutColors, type Figures } from './FiguresTable.tsx';
import { equipmentChart, equipmentFigures, machinesChart, operatorsChart, sitesChart, valueChart, type Chart } from './model.ts';
import type { DashboardQuestion, FilterName, Section } from './use-dashboard.ts';

export interface SectionOf {
  section: Section;
  title: string;
  head: string;
  chart: Chart | undefined;
  menus: readonly { name: FilterName; label: string; all: string; options: readonly FilterOption[] | undefined }[];
}

/** Sections below the daily one, in the specification's order; charts and options are `undefined` until the figures arrive. */
export function sectionsOf(
  data: Dashboard | undefined,
  { period, filters }: DashboardQuestion,
): { perDay: (ReturnType<typeof equipmentChart> & { figures(): Figures }) | undefined; sections: SectionOf[] } {
  const fromData = <T>(make: (figures: Dashboard) => T): T | undefined => (data ? make(data) : undefined);
  const lav = (chart: Chart | undefined) => ({
    name: 'lav' as const,
    label: 'Lavorazioni',
    all: chart?.unit ? `in ${chart.unit}` : 'tutte',
    options: fromData((d) => workItemOptions(d.legend)),
  });
  const can = { name: 'can' as const, label: 'Cantieri', all: 'tutti', options: fromData((d) => siteOptions(d.perSite)) };
  const sites = fromData((d) => sitesChart(d.perSite, d.legend, filters('commesse')));
  const values = fromData((d) => valueChart(d.valuePerSite, d.legend, filters('produzione')));
  const machines = fromData((d) => machinesChart(d.perEquipment, d.legend, filters('attrezzature')));
  const operators = fromData((d) => operatorsChart(d.perOperator, d.legend, filters('operatori')));
  return {
    perDay: fromData((d) => ({
      ...equipmentChart(d.equipmentPerDay, d.legend, filters('attrezzatura'), period),
      figures: onceOf(() => withoutColors(byWorkItem([equipmentFigures(d.equipmentPerDay, d.legend, filters('attrezzatura'))]))),
    })),
    sections: [
      { section: 'commesse', title: 'COMMESSE', head: 'Commessa', chart: sites, menus: [lav(sites), can] },
      {
        section: 'produzione',
        title: 'PRODUZIONE',
        head: 'Lavorazione',
        chart: values,
        menus: [can, { ...lav(undefined), options: fromData((d) => workItemOptions(d.legend, { byUnit: false })) }],
      },
      {
        section: 'attrezzature',
        title: 'ATTREZZATURE',
        head: 'Attrezzatura',
        chart: machines,
        menus: [
          lav(machines),
          { name: 'attr', label: 'Attrezzature', all: 'tutte', options: fromData((d) => machineOptions(d.perEquipment)) },
        ],
      },
      {
        section: 'operatori',
        title: 'OPERATORI',
        head: 'Operatore',
        chart: operators,
        menus: [
          lav(operators),
          { name: 'oper', label: 'Operatori', all: 'tutti', options: fromData((d) => operatorOptions(d.perOperator)) },
        ],
      },
    ],
  };
}
