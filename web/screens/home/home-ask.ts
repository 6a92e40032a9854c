import type { QueryClient } from '@tanstack/react-query';
import { permission } from '#contracts/core/permissions.ts';
import { session } from '#web/lib/session.ts';
import { dashboardOptions } from './analisi.api.ts';
import { questionOf } from './use-dashboard.ts';

/** Prefetches the dashboard's figures while its code is loading; the dashboard then uses the same query. */
export function askHome(client: QueryClient): void {
  const who = session();
  if (!who || permission(who, 'produzione').allowView === 0) return;
  const { period, filters } = questionOf(location.search);
  void client.prefetchQuery(dashboardOptions(who, period, filters('')));
}
