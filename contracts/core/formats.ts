const numbers = new Map<string, Intl.NumberFormat>();

function numberFormat(min: number, max: number): Intl.NumberFormat {
  const key = `${min}/${max}`;
  const known = numbers.get(key);
  if (known) return known;
  // `always`: Italian leaves 2107 undivided otherwise
  const made = new Intl.NumberFormat('it-IT', { minimumFractionDigits: min, maximumFractionDigits: max, useGrouping: 'always' });
  numbers.set(key, made);
  return made;
}

/** 6.538 or 12,5; `fixed`: always that many decimals, or at least so many. */
export function formatNumber(value: number | null | undefined, decimals = 2, fixed: boolean | number = false): string {
  const least = typeof fixed === 'number' ? fixed : fixed ? decimals : 0;
  return value === null || value === undefined ? '' : numberFormat(least, decimals).format(value);
}

/** € 2.107,00, with a space that does not break; a price can have more than two decimals. */
export function formatEuro(value: number | null | undefined, decimals = 2): string {
  if (value === null || value === undefined) return '';
  return `${value < 0 ? '−' : ''}€\u00A0${numberFormat(2, decimals).format(Math.abs(value))}`;
}

/** "1 macchinario", "38 macchinari". */
export function countOf(count: number, one: string, many: string): string {
  return count === 1 ? `1 ${one}` : `${formatNumber(count, 0)} ${many}`;
}

/** 1,2 MB, 640 kB. */
export function formatByte(byte: number): string {
  if (byte < 1000) return `${byte} byte`;
  if (byte < 999_500) return `${formatNumber(byte / 1000, 0)} kB`;
  if (byte < 999_500_000) return `${formatNumber(byte / 1_000_000, 1)} MB`;
  return `${formatNumber(byte / 1_000_000_000, 1)} GB`;
}
