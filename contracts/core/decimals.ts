/**
 * Exact decimal arithmetic. Quantities, prices and euro are converted to integers of their smallest part, so that products and sums lose
 * nothing. Values travel as floats with few decimals.
 */

/** Maximum number of decimals of a factor: quantities have three, prices four. */
const FACTOR = 4;
const CENTS = 2;

type Maybe = string | number | null | undefined;

/** Converts a value to an integer of 10^-decimals; NaN and infinite values become zero. */
export function toScaled(value: number, decimals: number): bigint {
  if (!Number.isFinite(value)) return 0n;
  // from 1e21, toFixed uses exponential notation; such a number has no decimals
  if (Math.abs(value) >= 1e21) return BigInt(value) * 10n ** BigInt(decimals);
  return BigInt(value.toFixed(decimals).replace('.', ''));
}

export function fromScaled(scaled: bigint, decimals: number): number {
  const sign = scaled < 0n ? '-' : '';
  const digits = (scaled < 0n ? -scaled : scaled).toString().padStart(decimals + 1, '0');
  const at = digits.length - decimals;
  return Number(`${sign}${digits.slice(0, at)}.${digits.slice(at)}`);
}

/** Divides `of` by `by` and rounds half away from zero. */
export function roundedShare(of: bigint, by: bigint): bigint {
  const up = (of < 0n ? -1n : 1n) * (by / 2n);
  return (of + up) / by;
}

/** Drops the last `drop` decimals and rounds half away from zero. */
const dropDecimals = (scaled: bigint, drop: number): bigint => roundedShare(scaled, 10n ** BigInt(drop));

/** Multiplies two factors and rounds the product half up to the cent, once; returns `null` if a factor is missing. */
export function product(a: Maybe, b: Maybe): number | null {
  if (typeof a !== 'number' || typeof b !== 'number') return null;
  return fromScaled(dropDecimals(toScaled(a, FACTOR) * toScaled(b, FACTOR), 2 * FACTOR - CENTS), CENTS);
}

/** Sums values exactly that have at most `decimals` decimals; missing values count as zero. */
export function sum(values: readonly Maybe[], decimals: number): number {
  return fromScaled(
    values.reduce<bigint>((total, value) => total + (typeof value === 'number' ? toScaled(value, decimals) : 0n), 0n),
    decimals,
  );
}

/** Exclusive upper limit in euro of a product of quantity and price. */
export const VALUE_LIMIT = 1e9;

/** Returns the fault of a value at or above `VALUE_LIMIT`, under the field to correct; an empty object for a valid value. */
export function valueFault(field: string, value: Maybe): Record<string, string> {
  return typeof value === 'number' && Math.abs(value) >= VALUE_LIMIT
    ? { [field]: 'Il valore deve restare sotto €\u00A01.000.000.000' }
    : {};
}
