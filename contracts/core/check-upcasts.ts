import { isEventName } from './check-registers.ts';
import type { Upcasts } from './events.ts';
import type { ModuleFacts } from './facts.ts';

/** Returns the problems of the upcasts; `types`: all event types that may be recorded now. */
export function checkUpcasts(facts: readonly ModuleFacts[], types: ReadonlySet<string>): string[] {
  const all: Upcasts = new Map(facts.flatMap(({ upcasts = {} }) => Object.entries(upcasts)));
  const known = new Map<string, string>();
  return facts.flatMap(({ of, upcasts = {} }) =>
    Object.entries(upcasts).flatMap(([type, { to }]) => {
      const other = known.get(type);
      known.set(type, of);
      return [
        ...(isEventName(type) ? [] : [`${of}: ${type} is no event name`]),
        ...(other === undefined ? [] : [`${of}: how ${type} is read is said by ${other} too`]),
        ...(types.has(type) ? [`${of}: ${type} is read as ${to}, and may still be recorded`] : []),
        ...(types.has(to) || all.has(to) ? [] : [`${of}: ${type} is read as ${to}, which no module declares`]),
        ...(comesBack(all, type) ? [`${of}: ${type} is read as itself in the end`] : []),
      ];
    }),
  );
}

function comesBack(upcasts: Upcasts, type: string): boolean {
  const seen = new Set<string>();
  for (let next = upcasts.get(type)?.to; next !== undefined && !seen.has(next); next = upcasts.get(next)?.to) {
    if (next === type) return true;
    seen.add(next);
  }
  return false;
}
