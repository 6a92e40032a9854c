import type { NumberStyle } from '#contracts/modules/contabilita/result.ts';
import { readDecimal, scaled, voteOf, type Reading, type Vote } from './numbers.ts';

/** Units of 100 %: percentages are whole numbers of 0,0001 %. */
export const PERCENT = 10_000;
/** Units of an hour: both a minute and 0,0001 hours are whole. */
export const HOUR = 30_000;
const MINUTE = HOUR / 60;
const DECIMALS = 4;

const withoutPercent = (cell: string): string => cell.trim().replace(/%$/, '');

export const voteOfPercent = (cell: string): Vote => voteOf(withoutPercent(cell));

/** A percentage, 0 to 100, in units of 0,0001 %. */
export function readPercent(cell: string, style: NumberStyle): Reading {
  return weight(withoutPercent(cell), style, 1, 100 * PERCENT);
}

/** What a row may have. */
const MOST_HOURS = 10_000;

/** Hours of a row, at most 10.000 unless told, in units of 1/30000 hour; decimals or `7:30`. */
export function readHours(cell: string, style: NumberStyle, most = MOST_HOURS): Reading {
  const [clock, sign = '', hours = '', minutes = ''] = /^([-−–]?)(\d{1,9}):([0-5]\d)$/.exec(cell.trim()) ?? [];
  if (clock === undefined) return weight(cell, style, HOUR / 10 ** DECIMALS, most * HOUR);
  const units = Number(hours) * HOUR + Number(minutes) * MINUTE;
  if (sign !== '' && units !== 0) return 'negative';
  return units > most * HOUR ? 'limit' : units;
}

function weight(cell: string, style: NumberStyle, unit: number, max: number): Reading {
  const decimal = readDecimal(cell, style);
  if (decimal === null || typeof decimal === 'string') return decimal;
  const value = scaled(decimal, DECIMALS);
  if (typeof value === 'string') return value;
  if (decimal.negative && value !== 0) return 'negative';
  return value * unit > max ? 'limit' : value * unit;
}

/** `170,5`: hours for people, two decimals at most. */
export function hoursText(units: number): string {
  const hundredths = Math.round(units / (HOUR / 100));
  const fraction = String(hundredths % 100)
    .padStart(2, '0')
    .replace(/0+$/, '');
  return `${Math.floor(hundredths / 100)}${fraction === '' ? '' : `,${fraction}`}`;
}
