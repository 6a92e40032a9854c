import type { manutenzioni } from '#contracts/registers/manutenzioni.ts';
import type { SomeValuesOf } from '#web/registers/row.ts';

type Values = SomeValuesOf<typeof manutenzioni>;

/** Returns the machine's hours if the typed reading is lower, else `null`. A reading already stored is not reported. */
export function readingBehind({ values, base }: { values: Values; base: Values }, now: number | null): number | null {
  const reading = values.ore_km;
  if (typeof reading !== 'number' || now === null || reading >= now || reading === base.ore_km) return null;
  return now;
}
