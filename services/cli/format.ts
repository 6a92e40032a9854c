/** Formats an instant in the time zone of Rome, such as `2026-11-20 18:00:30`. */
export const romeMoment = (instant: string): string =>
  new Date(instant).toLocaleString('sv-SE', { timeZone: 'Europe/Rome', dateStyle: 'short', timeStyle: 'medium' });

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'];

export function sizeText(bytes: number): string {
  let [size, unit] = [bytes, 0];
  while (size >= 1000 && unit < UNITS.length - 1) [size, unit] = [size / 1000, unit + 1];
  return `${unit === 0 ? size : size.toFixed(1)} ${UNITS[unit]}`;
}
