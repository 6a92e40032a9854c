/** Splits whole cents into sign, euro and cents as texts, without floating-point division. */
function parts(cents: number): { sign: string; euro: string; rest: string } {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return { sign: cents < 0 ? '-' : '', euro: digits.slice(0, -2), rest: digits.slice(-2) };
}

/** Formats cents as `-1234.56`, which spreadsheets store. */
export function centsToDecimal(cents: number): string {
  const { sign, euro, rest } = parts(cents);
  return `${sign}${euro}.${rest}`;
}

/** Formats cents as `-1234,56`: Italian, without thousands separators. */
export function centsToComma(cents: number): string {
  const { sign, euro, rest } = parts(cents);
  return `${sign}${euro},${rest}`;
}

/** Formats cents as `-1.234,56` for display. */
export function centsToText(cents: number): string {
  const { sign, euro, rest } = parts(cents);
  return `${sign}${euro.replaceAll(/\B(?=(\d{3})+$)/g, '.')},${rest}`;
}
