import { addDays, instantOf, romeDate } from '#contracts/core/dates.ts';

/** Numbers of days, weeks and months whose last backup is kept. */
export const KEPT_FOR = { days: 7, weeks: 4, months: 12 } as const;

/** Returns the file name of a backup, `strato-2026-11-20T170000.123Z.backup`; names sort by time. */
export const backupName = (made: string): string => `strato-${made.replaceAll(':', '')}.backup`;

const NAME = /^strato-(\d{4}-\d{2}-\d{2}T)(\d{2})(\d{2})(\d{2}\.\d{3}Z)\.backup$/;

/** Returns the time at which a backup of this name was made; `null` for any other name, which is not a backup's. */
export function madeAt(name: string): Date | null {
  const [, day, hours, minutes, seconds] = NAME.exec(name) ?? [];
  if (day === undefined) return null;
  const made = instantOf(`${day}${hours}:${minutes}:${seconds}`);
  return Number.isNaN(made) ? null : new Date(made);
}

/** Returns the Monday of a day's week. */
function weekOf(day: string): string {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return addDays(day, -((weekday + 6) % 7));
}

/**
 * Returns the names of backups to delete. Keeps the last backup of each of the latest days, weeks and months that have one, in the time
 * zone of Rome. Periods without a backup do not count, so a long pause does not make all older backups outdated.
 */
export function outdatedBackups(
  names: readonly string[],
  { days, weeks, months }: { days: number; weeks: number; months: number } = KEPT_FOR,
): string[] {
  const backups = names
    .filter((name) => madeAt(name) !== null)
    .toSorted()
    .toReversed();
  const keptBackups = new Set(backups.slice(0, 1));
  const periods: [number, (day: string) => string][] = [
    [days, (day) => day],
    [weeks, weekOf],
    [months, (day) => day.slice(0, 7)],
  ];
  for (const [count, periodOf] of periods) {
    const seen = new Set<string>();
    for (const name of backups) {
      const period = periodOf(romeDate(madeAt(name)!));
      if (seen.has(period)) continue;
      if (seen.size === count) break;
      seen.add(period);
      keptBackups.add(name);
    }
  }
  return backups.filter((name) => !keptBackups.has(name)).toReversed();
}
