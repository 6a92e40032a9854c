import { useEffect } from 'react';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import type { ListQuery, Page } from '../register.api.ts';
import { rememberOrder } from './list-order.ts';

/** Remembers the order of the rows on screen for the records' own screens, which show today's records only. */
export function useOrder(def: AnyRegister, query: ListQuery, list: { data: Page | undefined; isPlaceholderData: boolean }): void {
  const { data, isPlaceholderData } = list;
  useEffect(() => {
    if (!data || isPlaceholderData || query.al !== undefined) return;
    const keys = data.data.map((row) => String(row[def.key.field]));
    rememberOrder(def.path, { query, total: data.totale, from: (query.pagina - 1) * query.righe, keys });
  }, [def, query, data, isPlaceholderData]);
}
