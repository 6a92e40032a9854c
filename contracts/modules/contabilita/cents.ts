/** Whole cents as text, without ever becoming a fraction in between. */
function parts(cents: number): { sign: string; euro: string; rest: string } {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return { sign: cents < 0 ? '-' : '', euro: digits.slice(0, -2), rest: digits.slice(-2) };
}

/** `-1234.56`: what a spreadsheet stores. */
export function centsToDecimal(cents: number): string {
  const { sign, euro, rest } = parts(cents);
  return `${sign}${euro}.${rest}`;
}

/** `-1234,56`: Italian, without thousands. */
export function centsToComma(cents: number): string {
  const { sign, euro, rest } = parts(cents);
  return `${sign}${euro},${rest}`;
}

/** `-1.234,56`: for people. */
export function centsToText(cents: number): string {
  const { sign, euro, rest } = parts(cents);
  return `${sign}${euro.replaceAll(/\B(?=(\d{3})+$)/g, '.')},${rest}`;
}
