const numbers = new Map<string, Intl.NumberFormat>();

function numberFormat(min: number, max: number): Intl.NumberFormat {
  const key = `${min}/${max}`;
  const known = numbers.get(key);
  if (known) return known;
  // without `always`, the Italian locale does not group numbers of four digits such as 2107
  const made = new Intl.NumberFormat('it-IT', { minimumFractionDigits: min, maximumFractionDigits: max, useGrouping: 'always' });
  numbers.set(key, made);
  return made;
}

/** Formats a number in Italian: 6.538 or 12,5. Shows at least `least` and at most `decimals` decimals. */
export function formatNumber(value: number | null | undefined, decimals = 2, least = 0): string {
  return value === null || value === undefined ? '' : numberFormat(least, decimals).format(value);
}

/** Formats euro as "€ 2.107,00" with a non-breaking space; shows at least two and at most `decimals` decimals. */
export function formatEuro(value: number | null | undefined, decimals = 2): string {
  if (value === null || value === undefined) return '';
  return `${value < 0 ? '−' : ''}€\u00A0${numberFormat(2, decimals).format(Math.abs(value))}`;
}

/** Formats a count with its noun: "1 macchinario", "38 macchinari". */
export function countOf(count: number, one: string, many: string): string {
  return count === 1 ? `1 ${one}` : `${formatNumber(count, 0)} ${many}`;
}

/** Formats a number of bytes in decimal units: "1,2 MB", "640 kB". */
export function formatByte(byte: number): string {
  if (byte < 1000) return `${byte} byte`;
  if (byte < 999_500) return `${formatNumber(byte / 1000, 0)} kB`;
  if (byte < 999_500_000) return `${formatNumber(byte / 1_000_000, 1)} MB`;
  return `${formatNumber(byte / 1_000_000_000, 1)} GB`;
}
