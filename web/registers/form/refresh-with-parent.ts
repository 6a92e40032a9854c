import type { QueryClient } from '@tanstack/react-query';
import type { Catalogue } from '#contracts/core/catalogue.ts';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import { refresh } from '../register.api.ts';

/** The parent tells something of its children (a sum, their names): both are read again, at once and, where asked, once more after so many milliseconds. */
export function refreshWithParent(catalogue: Catalogue, client: QueryClient, def: AnyRegister, after?: number): void {
  const parent = catalogue.register(def.parent?.register ?? '');
  const all = () => void Promise.all([refresh(client, def), ...(parent ? [refresh(client, parent)] : [])]);
  all();
  if (after !== undefined) setTimeout(all, after);
}
