/**
 * Numbers as people type and read them here: comma for decimals, dots between thousands. A dot
 * alone is a decimal point too, unless it can only stand between thousands.
 */

/** The number in `text`; `null` when empty, `undefined` when it is none (or has too many decimals). */
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
    const [whole = '', ...rest] = text.split(',');
    // "1.23,4" is no number: dots before a comma must part groups of three
    if (whole.includes('.') && !/^[+-]?\d{1,3}(\.\d{3})+$/.test(whole)) return 'NaN';
    return `${whole.replaceAll('.', '')}.${rest.join('.')}`;
  }
  const grouped = /^[+-]?\d{1,3}(\.\d{3})+$/.test(text);
  const dots = text.split('.').length - 1;
  // 418.500 with two decimals can only be four hundred thousand; with three it is a fraction
  return grouped && (dots > 1 || decimals < 3) ? text.replaceAll('.', '') : text;
}

/** As it stands in a field that is being edited: no thousands, so that the cursor has no surprises. */
export function numberToEdit(value: number | null): string {
  return value === null ? '' : String(value).replace('.', ',');
}
