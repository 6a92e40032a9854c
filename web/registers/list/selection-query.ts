import type { AnyRegister } from '#contracts/core/define-register.ts';
import type { Selection } from '#web/ui/grid/selection.ts';
import type { Filters, ListQuery } from '../register.api.ts';

/** Maximum of values in one condition of a list request. */
const MAX_VALUES = 500;

export function byKeys(def: AnyRegister, keys: ReadonlySet<string>): Filters {
  return keys.size <= MAX_VALUES ? { [def.key.field]: [...keys] } : {};
}

/** Returns the list request for the selected rows alone; `null` if their keys exceed the maximum. */
export function selectionQuery(def: AnyRegister, query: ListQuery, { all, keys }: Selection): ListQuery | null {
  if (keys.size > MAX_VALUES) return null;
  if (!all) return { ...query, cerca: '', filtri: byKeys(def, keys) };
  if (keys.size === 0) return query;
  return def.key.field in query.filtri ? null : { ...query, filtri: { ...query.filtri, [def.key.field]: { diverso: [...keys] } } };
}
