import type { Values } from '#contracts/core/define-register.ts';

/** The hours the machine has already, where the reading typed is below them; `null` otherwise, also for a reading that was there before. */
export function readingBehind({ values, base }: { values: Values; base: Values }, now: number | null): number | null {
  const typed = values['ore_km'];
  if (typeof typed !== 'number' || now === null || typed >= now || typed === base['ore_km']) return null;
  return now;
}
