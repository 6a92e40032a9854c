import type { AnyRegister, Values } from './define-register.ts';

/**
 * Returns the faults of a record's values taken together: field → sentence. For an existing record (`before`) only faults that a change
 * touches or causes count, so that a record older than a rule stays editable.
 */
export function faultsOf(def: AnyRegister, after: Values, before?: Values): Record<string, string> {
  const faults = Object.entries(def.faults?.(after) ?? {});
  if (!before) return Object.fromEntries(faults);
  const old = def.faults?.(before) ?? {};
  return Object.fromEntries(faults.filter(([field]) => !Object.hasOwn(old, field) || (after[field] ?? null) !== (before[field] ?? null)));
}
