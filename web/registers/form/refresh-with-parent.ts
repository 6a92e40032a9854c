import type { QueryClient } from '@tanstack/react-query';
import type { Catalogue } from '#contracts/core/catalogue.ts';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import { refresh } from '../register.api.ts';

/**
 * Reads a child register and its parent again, since the parent's row contains sums or names of its children. `after`: milliseconds until a
 * second refresh.
 */
export function refreshWithParent(catalogue: Catalogue, client: QueryClient, def: AnyRegister, after?: number): void {
  const parent = catalogue.register(def.parent?.register ?? '');
  const all = () => void Promise.all([refresh(client, def), ...(parent ? [refresh(client, parent)] : [])]);
  all();
  if (after !== undefined) setTimeout(all, after);
}
