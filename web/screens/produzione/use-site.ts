import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { cantieriLavorazioni } from '#contracts/registers/cantieri-lavorazioni.ts';
import { cantieriWbs } from '#contracts/registers/cantieri-wbs.ts';
import { lavorazioni } from '#contracts/registers/lavorazioni.ts';
import { useIdentity } from '#web/lib/session.ts';
import { canView } from '#web/registers/buttons.ts';
import { allOptions } from '#web/registers/register.api.ts';
import type { Site } from './line.ts';

const NONE: readonly never[] = [];

/** Reads the work items with their units and colours. */
export function useLavorazioni(): Site['workItems'] {
  const identity = useIdentity();
  return useQuery({ ...allOptions(lavorazioni), enabled: canView(identity, lavorazioni) }).data ?? NONE;
}

/** Loads the records that lines on a site can refer to; `ready` once loaded. */
export function useSite(commessa: string | null): Site & { ready: boolean } {
  const workItems = useLavorazioni();
  const enabled = commessa !== null;
  const wbs = useQuery({ ...allOptions(cantieriWbs, { commessa }), enabled });
  const items = useQuery({ ...allOptions(cantieriLavorazioni, { commessa }, 'id'), enabled });
  const ready = !enabled || (wbs.data !== undefined && items.data !== undefined) || wbs.isError || items.isError;
  return useMemo(() => ({ wbs: wbs.data ?? NONE, items: items.data ?? NONE, workItems, ready }), [wbs.data, items.data, workItems, ready]);
}
