import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useIdentity } from '#web/lib/session.ts';
import { messageOf } from '#web/lib/api-client.ts';
import { ErrorState } from '#web/ui/feedback/states.tsx';
import { dashboardOptions } from './analisi.api.ts';
import { ChartPanel } from './ChartPanel.tsx';
import { DailySection } from './DailySection.tsx';
import { FilterMenu } from './FilterMenu.tsx';
import { sectionsOf } from './sections.ts';
import { Summary } from './Summary.tsx';
import type { DashboardAddress } from './use-dashboard.ts';

/** Cards, then the charts in the order of the specification; one request for all of them. */
export function Dashboard({ address, deadlines }: { address: DashboardAddress; deadlines: React.ReactNode }) {
  const { data, error, isFetching, refetch } = useQuery(dashboardOptions(useIdentity(), address.period, address.filters('')));
  const { perDay, sections } = useMemo(() => sectionsOf(data, address), [data, address]);
  if (error && !data)
    return (
      <>
        {deadlines}
        <div className="panel">
          <ErrorState title="Produzione non caricata" text={messageOf(error)} onRetry={() => void refetch()} />
        </div>
      </>
    );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <Summary data={data} />
      {deadlines}
      <DailySection data={data} address={address} busy={isFetching} />
      <ChartPanel title="ATTREZZATURA" chart={perDay} daily head="Giorno" busy={isFetching} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3 lg:grid-cols-2">
        {sections.map(({ section, menus, ...panel }) => (
          <ChartPanel
            key={section}
            {...panel}
            busy={isFetching}
            filters={menus.map(({ name, ...menu }) => (
              <FilterMenu
                key={name}
                {...menu}
                chosen={address.filters(section)[name] ?? []}
                onChosen={(next) => address.setFilter(section, name, next)}
              />
            ))}
          />
        ))}
      </div>
    </div>
  );
}
