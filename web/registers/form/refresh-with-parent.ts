import type { QueryClient } from '@tanstack/react-query';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import { register } from '#contracts/registers/index.ts';
import { refresh } from '../register.api.ts';

/** The parent tells something of its children (a sum, their names): both are read again, at once and, where asked, once more after so many milliseconds. */
export function refreshWithParent(client: QueryClient, def: AnyRegister, after?: number): void {
  const parent = register(def.parent?.register ?? '');
  const all = () => void Promise.all([refresh(client, def), ...(parent ? [refresh(client, parent)] : [])]);
  all();
  if (after !== undefined) setTimeout(all, after);
}
