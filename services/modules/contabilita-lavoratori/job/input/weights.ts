import type { NumberStyle } from '#contracts/modules/contabilita/result.ts';
import { readDecimal, scaleTo, voteOf, type Reading, type Vote } from './numbers.ts';

/** One per cent in units of 0,0001 %. */
export const PERCENT = 10_000;
/** One hour in units of 1/30000 hour, so that minutes and 0,0001 hours are both whole numbers. */
export const HOUR = 30_000;
const MINUTE = HOUR / 60;
const DECIMALS = 4;

const withoutPercent = (cell: string): string => cell.trim().replace(/%$/, '');

export const voteOfPercent = (cell: string): Vote => voteOf(withoutPercent(cell));

/** Reads a percentage from 0 to 100, in units of 0,0001 %. */
export function readPercent(cell: string, style: NumberStyle): Reading {
  return weight(withoutPercent(cell), style, 1, 100 * PERCENT);
}

/** Default limit for the hours of a row. */
const MOST_HOURS = 10_000;

/** Reads hours written as decimals or as `7:30`, in units of 1/30000 hour; `limit` above `maxHours` hours. */
export function readHours(cell: string, style: NumberStyle, maxHours = MOST_HOURS): Reading {
  const [clock, sign = '', hours = '', minutes = ''] = /^([-−–]?)(\d{1,9}):([0-5]\d)$/.exec(cell.trim()) ?? [];
  if (clock === undefined) return weight(cell, style, HOUR / 10 ** DECIMALS, maxHours * HOUR);
  const units = Number(hours) * HOUR + Number(minutes) * MINUTE;
  if (sign !== '' && units !== 0) return 'negative';
  return units > maxHours * HOUR ? 'limit' : units;
}

function weight(cell: string, style: NumberStyle, unit: number, max: number): Reading {
  const decimal = readDecimal(cell, style);
  if (decimal === null || typeof decimal === 'string') return decimal;
  const value = scaleTo(decimal, DECIMALS);
  if (typeof value === 'string') return value;
  if (decimal.negative && value !== 0) return 'negative';
  return value * unit > max ? 'limit' : value * unit;
}

/** Formats hours with at most two decimals: `170,5`. */
export function hoursText(units: number): string {
  const hundredths = Math.round(units / (HOUR / 100));
  const fraction = String(hundredths % 100)
    .padStart(2, '0')
    .replace(/0+$/, '');
  return `${Math.floor(hundredths / 100)}${fraction === '' ? '' : `,${fraction}`}`;
}
