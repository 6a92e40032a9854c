import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useIdentity } from '#web/lib/session.ts';
import { dashboardOptions, sitesOptions } from './analisi.api.ts';
import { siteOptions, type FilterOption } from './filter-options.ts';
import { FilterMenu } from './FilterMenu.tsx';
import type { DashboardAddress } from './use-dashboard.ts';

/** The sites of the period: those of the figures that are there anyway, asked for once more where these are narrowed to one. */
export function useSiteOptions({ period, filters }: DashboardAddress): readonly FilterOption[] | undefined {
  const who = useIdentity();
  const narrowed = (filters('')['commessa'] ?? []).length > 0;
  const { data: shown } = useQuery({ ...dashboardOptions(who, period, filters('')), enabled: !narrowed });
  const { data: all } = useQuery({ ...sitesOptions(who, period), enabled: narrowed });
  const rows = (narrowed ? all : shown)?.perSite;
  return useMemo(() => rows && siteOptions(rows), [rows]);
}

/** Cantiere: narrows every panel of the home. */
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
