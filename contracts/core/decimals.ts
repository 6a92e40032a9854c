/**
 * Exact decimals: quantities, prices and euro as whole numbers of their smallest part, so that
 * nothing is lost by being multiplied or added up. Values have few decimals already; a float is
 * only how they travel.
 */

/** Decimals of a factor: what quantities (3) and prices (4) never exceed. */
const FACTOR = 4;
const CENTS = 2;

type Maybe = string | number | null | undefined;

/** The value in whole parts of 10^-decimals; what is no number counts as nothing. */
export function toScaled(value: number, decimals: number): bigint {
  if (!Number.isFinite(value)) return 0n;
  // beyond what toFixed writes out, a number has no decimals left
  if (Math.abs(value) >= 1e21) return BigInt(value) * 10n ** BigInt(decimals);
  return BigInt(value.toFixed(decimals).replace('.', ''));
}

export function fromScaled(scaled: bigint, decimals: number): number {
  const sign = scaled < 0n ? '-' : '';
  const digits = (scaled < 0n ? -scaled : scaled).toString().padStart(decimals + 1, '0');
  const at = digits.length - decimals;
  return Number(`${sign}${digits.slice(0, at)}.${digits.slice(at)}`);
}

/** `of` ÷ `by`, half up (away from zero). */
export function roundedShare(of: bigint, by: bigint): bigint {
  const up = (of < 0n ? -1n : 1n) * (by / 2n);
  return (of + up) / by;
}

/** Fewer decimals, half up (away from zero). */
const rounded = (scaled: bigint, drop: number): bigint => roundedShare(scaled, 10n ** BigInt(drop));

/** a × b in euro, rounded half up to the cent once, at the end; `null` where one of them is missing. */
export function product(a: Maybe, b: Maybe): number | null {
  if (typeof a !== 'number' || typeof b !== 'number') return null;
  return fromScaled(rounded(toScaled(a, FACTOR) * toScaled(b, FACTOR), 2 * FACTOR - CENTS), CENTS);
}

/** The exact sum of values that have at most so many decimals; what is missing counts as nothing. */
export function sum(values: readonly Maybe[], decimals: number): number {
  return fromScaled(
    values.reduce<bigint>((total, value) => total + (typeof value === 'number' ? toScaled(value, decimals) : 0n), 0n),
    decimals,
  );
}

/** Euro that a value made of a quantity and a price stays below. */
export const VALUE_LIMIT = 1e9;

/** The fault of a value beyond, by the field that people would mend. */
export function valueFault(field: string, value: Maybe): Record<string, string> {
  return typeof value === 'number' && Math.abs(value) >= VALUE_LIMIT
    ? { [field]: 'Il valore deve restare sotto €\u00A01.000.000.000' }
    : {};
}
