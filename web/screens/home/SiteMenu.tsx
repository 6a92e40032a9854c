import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useIdentity } from '#web/lib/session.ts';
import { dashboardOptions, sitesOptions } from './analisi.api.ts';
import { siteOptions, type FilterOption } from './filter-options.ts';
import { FilterMenu } from './FilterMenu.tsx';
import type { DashboardAddress } from './use-dashboard.ts';

/** Returns the sites of the period, taken from the loaded figures. If these are narrowed to one site, a further request reads all sites. */
export function useSiteOptions({ period, filters }: DashboardAddress): readonly FilterOption[] | undefined {
  const who = useIdentity();
  const narrowed = (filters('')['commessa'] ?? []).length > 0;
  const { data: shown } = useQuery({ ...dashboardOptions(who, period, filters('')), enabled: !narrowed });
  const { data: all } = useQuery({ ...sitesOptions(who, period), enabled: narrowed });
  const rows = (narrowed ? all : shown)?.perSite;
  return useMemo(() => rows && siteOptions(rows), [rows]);
}

/** Shows the filter Cantiere, which applies to every panel of the home. */
export function SiteMenu({ address }: { address: DashboardAddress }) {
  return (
    <span className="flex max-md:w-full md:[&_button]:!h-8">
      <FilterMenu
        label="Cantiere"
        all="tutti"
        options={useSiteOptions(address)}
        chosen={address.filters('')['commessa'] ?? []}
        onChosen={(next) => address.setFilter('', 'commessa', next)}
      />
    </span>
  );
}
