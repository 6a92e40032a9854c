import { useQuery } from '@tanstack/react-query';
import { useMemo, type ReactNode } from 'react';
import { usePhone } from '#web/lib/use-media.ts';
import { useIdentity } from '#web/lib/session.ts';
import { messageOf } from '#web/lib/api-client.ts';
import { todayInRome } from '#web/lib/format.ts';
import { ErrorState } from '#web/ui/feedback/states.tsx';
import { comparedWith } from '#web/ui/period/period-steps.ts';
import { dashboardOptions, earlierOptions, LISTS } from './analisi.api.ts';
import { ChartPanel } from './ChartPanel.tsx';
import { DailySection } from './DailySection.tsx';
import { FilterMenu } from './FilterMenu.tsx';
import { OneChart, type Panel } from './OneChart.tsx';
import { sectionsOf } from './sections.ts';
import { useSiteOptions } from './SiteMenu.tsx';
import { Summary } from './Summary.tsx';
import type { DashboardAddress } from './use-dashboard.ts';
import { Segment } from '#web/ui/inputs/Segment.tsx';

interface UnitSegmentProps {
  units: readonly string[];
  unit: string;
  onUnit(unit: string): void;
}

/** Chooses a chart's unit; quantities of different units are never added up. */
function UnitSegment({ units, unit, onUnit }: UnitSegmentProps) {
  return (
    <Segment
      aria-label="Unità di misura"
      className="!h-7"
      value={unit}
      onChange={onUnit}
      options={units.map((value) => ({ value, label: value || 'senza unità' }))}
    />
  );
}

interface DashboardProps {
  address: DashboardAddress;
  /** Content under the first chart. */
  underFirst: ReactNode;
}

/** Shows the cards, then the charts in the specification's order; one request loads all. */
export function Dashboard({ address, underFirst }: DashboardProps) {
  const who = useIdentity();
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery(dashboardOptions(who, address.period, address.filters('')));
  const before = comparedWith(address.period, todayInRome());
  // requested after the figures, so as not to delay them
  const { data: earlier } = useQuery({
    ...earlierOptions(who, before, address.filters('')),
    enabled: data !== undefined && !isPlaceholderData,
  });
  const phone = usePhone();
  const { perDay, sections } = useMemo(() => sectionsOf(data, address), [data, address]);
  const heldSites = [{ label: 'Cantiere', options: useSiteOptions(address), chosen: address.filters('')['commessa'] ?? [] }];
  const daily = (
    <DailySection heldSites={heldSites} data={data} earlier={earlier} before={before.words} address={address} busy={isFetching} />
  );
  const equipment = (
    <ChartPanel
      title="ATTREZZATURA"
      chart={perDay?.chart}
      barFilters={{ filters: heldSites, takeOff: () => address.setFilter('', 'commessa', []) }}
      figures={perDay?.figures}
      daily
      head="Attrezzatura"
      busy={isFetching}
      filters={
        perDay && perDay.units.length > 1 ? (
          <UnitSegment units={perDay.units} unit={perDay.chart.unit} onUnit={(unit) => address.setFilter('attrezzatura', 'um', [unit])} />
        ) : undefined
      }
    />
  );
  const otherPanels = sections.map(({ section, menus, ...panel }): Panel => ({
    title: panel.title,
    panel: (
      <ChartPanel
        key={section}
        {...panel}
        busy={isFetching}
        barFilters={{
          filters: [
            ...heldSites,
            ...menus.map(({ name, label, options }) => ({ label, options, chosen: address.filters(section)[name] ?? [] })),
          ],
          takeOff: () => {
            address.clearFilters(section);
            address.setFilter('', 'commessa', []);
          },
        }}
        filters={menus.map(({ name, ...menu }) => (
          <FilterMenu
            key={name}
            {...menu}
            chosen={address.filters(section)[name] ?? []}
            onChosen={(next) => address.setFilter(section, name, next)}
          />
        ))}
      />
    ),
  }));
  if (error && !data)
    return (
      <div className="panel">
        <ErrorState title="Produzione non caricata" text={messageOf(error)} onRetry={() => void refetch()} />
      </div>
    );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <Summary
        data={data}
        earlier={earlier}
        before={before.words}
        filtered={[...LISTS, 'commessa'].some((name) => address.filters('')[name]?.length)}
      />
      {phone ? (
        <OneChart panels={[{ title: 'GIORNALIERO', panel: daily }, { title: 'ATTREZZATURA', panel: equipment }, ...otherPanels]} />
      ) : (
        <>
          {daily}
          {underFirst}
          {equipment}
          <div className="grid grid-cols-[minmax(0,1fr)] gap-3 lg:grid-cols-2">{otherPanels.map(({ panel }) => panel)}</div>
        </>
      )}
    </div>
  );
}
