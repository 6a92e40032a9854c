import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import { detailHref } from '#contracts/core/record-address.ts';
import { messageOf } from '#web/lib/api-client.ts';
import { formatNumber } from '#web/lib/format.ts';
import { useSnackbar } from '#web/ui/feedback/snackbar.tsx';
import { movePlace } from '#web/ui/grid/use-return-position.ts';
import type { PageSteps } from '#web/ui/page/Steps.tsx';
import { listRoute } from '../addresses.ts';
import { useCatalogue } from '../catalogue-context.ts';
import { rememberPage } from '../list/list-memory.ts';
import { lastOrder, rememberOrder, withPage } from '../list/list-order.ts';
import { listOptions } from '../register.api.ts';

/**
 * Returns the place of the open record in its list, with the ways to the records before and after; `undefined` for a record that the list
 * did not show.
 */
export function useSteps(def: AnyRegister, id: string | null): PageSteps | undefined {
  const catalogue = useCatalogue();
  const client = useQueryClient();
  const snackbar = useSnackbar();
  const [, navigate] = useLocation();
  // the order as it was when the record was opened: a save must not move the record to another place
  const [order] = useState(() => lastOrder(def.path));
  const index = id === null ? -1 : (order?.keys.indexOf(id) ?? -1);
  const at = order && index >= 0 ? order.from + index + 1 : null;
  const route = listRoute(catalogue, def);
  useEffect(() => {
    if (at === null || id === null || !order) return;
    rememberPage(route, Math.ceil(at / order.query.righe));
    if (order.last !== undefined && order.last !== id) movePlace(detailHref(def, order.last), detailHref(def, id));
    rememberOrder(def.path, { ...(lastOrder(def.path) ?? order), last: id });
  }, [def, id, at, order, route]);
  if (at === null || !order) return undefined;
  /** Returns the key of the record a step away; reads the next page of the list if the record is not known yet. */
  const neighbour = async (step: 1 | -1): Promise<string | undefined> => {
    const loadedKey = order.keys[index + step];
    if (loadedKey !== undefined) return loadedKey;
    const pagina = Math.ceil((at + step) / order.query.righe);
    const { data } = await client.fetchQuery({ ...listOptions(def, { ...order.query, pagina }), retry: false });
    const keys = data.map((row) => String(row[def.key.field]));
    rememberOrder(def.path, withPage(order, keys, step === 1 ? 'after' : 'before'));
    return step === 1 ? keys[0] : keys.at(-1);
  };
  const go = async (step: 1 | -1): Promise<void> => {
    try {
      const key = await neighbour(step);
      // the history's entry is replaced, so that one step back leads to the list
      if (key !== undefined) navigate(detailHref(def, key), { replace: true });
    } catch (error) {
      snackbar.error('Record non caricato', { detail: messageOf(error) });
    }
  };
  return {
    text: `${formatNumber(at, 0)} di ${formatNumber(order.total, 0)}`,
    previous: at > 1 ? () => void go(-1) : undefined,
    next: at < order.total ? () => void go(1) : undefined,
  };
}
