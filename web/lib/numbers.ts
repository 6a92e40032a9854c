/**
 * Parsing of numbers in Italian notation: a comma for decimals, dots between thousands. A single dot counts as a decimal point unless it
 * can only separate thousands.
 */

/** Parses a typed number. Returns `null` for empty text, `undefined` if the text is no number or has too many decimals. */
export function parseNumber(text: string, decimals = 2): number | null | undefined {
  const compact = text.replace(/[\s\u00A0€']/g, '').replace(/^−/, '-');
  if (compact === '') return null;
  const plain = toPlain(compact, decimals);
  if (!/^[+-]?(\d+\.?\d*|\.\d+)$/.test(plain)) return undefined;
  const fraction = plain.split('.')[1] ?? '';
  if (fraction.replace(/0+$/, '').length > decimals) return undefined;
  return Number(plain);
}

function toPlain(text: string, decimals: number): string {
  if (text.includes(',')) {
    const [integer = '', ...rest] = text.split(',');
    // "1.23,4" is no number: dots before a comma must part groups of three
    if (integer.includes('.') && !/^[+-]?\d{1,3}(\.\d{3})+$/.test(integer)) return 'NaN';
    return `${integer.replaceAll('.', '')}.${rest.join('.')}`;
  }
  const grouped = /^[+-]?\d{1,3}(\.\d{3})+$/.test(text);
  const dots = text.split('.').length - 1;
  // with two decimals, 418.500 can only be four hundred thousand; with three, it is a fraction
  return grouped && (dots > 1 || decimals < 3) ? text.replaceAll('.', '') : text;
}

/** Formats a number for a field being edited, without thousands separators, so that typing does not move the cursor. */
export function numberToEdit(value: number | null): string {
  return value === null ? '' : String(value).replace('.', ',');
}
