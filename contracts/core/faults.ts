import type { AnyRegister, Values } from './define-register.ts';

/**
 * What is wrong with a record's values taken together: field → sentence. Of one that is there
 * already (`before`) only what a change touches or brings about, so that a record of before a rule
 * stays changeable.
 */
export function faultsOf(def: AnyRegister, after: Values, before?: Values): Record<string, string> {
  const faults = Object.entries(def.faults?.(after) ?? {});
  if (!before) return Object.fromEntries(faults);
  const old = def.faults?.(before) ?? {};
  return Object.fromEntries(faults.filter(([field]) => !Object.hasOwn(old, field) || (after[field] ?? null) !== (before[field] ?? null)));
}
