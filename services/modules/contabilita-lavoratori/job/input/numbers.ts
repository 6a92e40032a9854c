import type { NumberStyle } from '#contracts/modules/contabilita/result.ts';

/** Reasons why a number is refused. */
export type Unreadable = 'invalid' | 'ambiguous' | 'decimals' | 'negative' | 'limit';
/** Result of reading a number: whole units (cents, hundredths …), `null` for a blank cell, or the reason of a refusal. */
export type Reading = number | null | Unreadable;

export interface Decimal {
  negative: boolean;
  /** Digits before the decimal mark; `fraction` holds the digits after it. */
  whole: string;
  fraction: string;
}

const CURRENCY = /^(?:€|eur|euro)(?![a-z])|(?:€|euro?)$/i;
const BLANK = /^[-–—]?$/;
const MAX_CENTS = 999_999_999_999;

/** Removes one currency and one sign; `null` if the rest is no number. */
function clean(cell: string): { negative: boolean; digits: string } | null {
  let text = cell.replace(CURRENCY, '').trim();
  let negative = false;
  if (/^\(.*\)$/s.test(text)) {
    negative = true;
    text = text.slice(1, -1).trim();
  } else if (/^[-−–+]/.test(text)) {
    negative = !text.startsWith('+');
    text = text.slice(1).trim();
  } else if (text.endsWith('-')) {
    negative = true;
    text = text.slice(0, -1).trim();
  }
  text = text.replace(CURRENCY, '').trim();
  return /^[\d.,]*\d[\d.,]*$/.test(text) ? { negative, digits: text } : null;
}

/** Number style that a value proves: `IT` for a decimal comma, `EN` for a decimal point, `null` if the value fits both. */
export type Vote = 'IT' | 'EN' | null;

interface Shape {
  whole: string;
  fraction: string;
  votes: Vote;
}

const AMBIGUOUS = /^[1-9]\d{0,2}[.,]\d{3}$/;
const SHAPES: readonly [RegExp, 'IT' | 'EN'][] = [
  [/^\d{1,3}(?:\.\d{3})+,\d+$/, 'IT'],
  [/^\d{1,3}(?:\.\d{3}){2,}$/, 'IT'],
  [/^\d*,\d+$/, 'IT'],
  [/^\d{1,3}(?:,\d{3})+\.\d+$/, 'EN'],
  [/^\d{1,3}(?:,\d{3}){2,}$/, 'EN'],
  [/^\d*\.\d+$/, 'EN'],
];

/** Splits digits at the decimal mark; `ambiguous` for texts like `1.234`, whose point may be a decimal mark or a separator of thousands. */
function shapeOf(digits: string): Shape | 'invalid' | 'ambiguous' {
  if (/^\d+$/.test(digits)) return { whole: digits, fraction: '', votes: null };
  if (AMBIGUOUS.test(digits)) return 'ambiguous';
  const style = SHAPES.find(([shape]) => shape.test(digits))?.[1];
  return style ? splitDigits(digits, style) : 'invalid';
}

function splitDigits(digits: string, style: 'IT' | 'EN'): Shape {
  const [mark, thousands] = style === 'IT' ? [',', '.'] : ['.', ','];
  const [whole = '', fraction = ''] = digits.replaceAll(thousands, '').split(mark);
  return { whole, fraction, votes: style };
}

/** Reads the decimal number of a cell; `null` if the cell is blank. The style of the file decides ambiguous numbers. */
export function readDecimal(cell: string, style: NumberStyle): Decimal | null | 'invalid' | 'ambiguous' {
  const text = cell.trim();
  if (BLANK.test(text)) return null;
  const cleaned = clean(text);
  if (!cleaned) return 'invalid';
  const shape = shapeOf(cleaned.digits);
  if (shape === 'invalid') return shape;
  const { negative } = cleaned;
  if (shape !== 'ambiguous') return { negative, whole: shape.whole, fraction: shape.fraction };
  if (style !== 'IT' && style !== 'EN') return 'ambiguous';
  const { whole, fraction } = splitDigits(cleaned.digits, style);
  return { negative, whole, fraction };
}

/** Returns the number style that a value proves; `null` for an ambiguous value and one without separators. */
export function voteOf(cell: string): Vote {
  const cleaned = clean(cell.trim());
  const shape = cleaned && shapeOf(cleaned.digits);
  return shape && typeof shape === 'object' ? shape.votes : null;
}

/** Returns the number in units of 10^-decimals; `decimals` if digits beyond them are not zeros, `limit` above 15 digits. */
export function scaleTo({ whole, fraction }: Decimal, decimals: number): number | 'decimals' | 'limit' {
  if (/[1-9]/.test(fraction.slice(decimals))) return 'decimals';
  const digits = (whole + fraction.slice(0, decimals).padEnd(decimals, '0')).replace(/^0+(?=\d)/, '');
  return digits.length > 15 ? 'limit' : Number(digits);
}

/** Reads an amount as whole cents. */
export function readCents(cell: string, style: NumberStyle): Reading {
  const fast = fastCents(cell);
  if (fast === fast) return fast;
  const decimal = readDecimal(cell, style);
  if (decimal === null || typeof decimal === 'string') return decimal;
  const cents = scaleTo(decimal, 2);
  if (typeof cents === 'string') return cents;
  if (cents > MAX_CENTS) return 'limit';
  return decimal.negative && cents !== 0 ? -cents : cents;
}

const [ZERO, NINE, DOT, COMMA, MINUS] = [48, 57, 46, 44, 45];

/**
 * Reads amounts like `-1.234,56` and `1234,56`, which are unambiguous in every style; NaN for any other shape. Nearly all amounts of real
 * files have this shape, and skipping the regular expressions saves time.
 */
function fastCents(cell: string): number {
  const end = cell.length - 3;
  if (end < 1 || end > 14 || cell.charCodeAt(end) !== COMMA) return NaN;
  let at = cell.charCodeAt(0) === MINUS ? 1 : 0;
  const negative = at === 1;
  let value = 0;
  let group = 0;
  let dots = 0;
  const first = at;
  for (; at < end; at += 1) {
    const code = cell.charCodeAt(at);
    if (code >= ZERO && code <= NINE) {
      value = value * 10 + code - ZERO;
      group += 1;
    } else if (code === DOT && (dots === 0 ? group >= 1 && group <= 3 : group === 3)) {
      dots += 1;
      group = 0;
    } else return NaN;
  }
  if (at === first || (dots > 0 && group !== 3)) return NaN;
  const [tens, ones] = [cell.charCodeAt(end + 1) - ZERO, cell.charCodeAt(end + 2) - ZERO];
  if (!(tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9)) return NaN;
  value = value * 100 + tens * 10 + ones;
  if (value > MAX_CENTS) return NaN;
  return negative && value !== 0 ? -value : value;
}
