import { daysBetween } from '../../core/dates.ts';
import { fromScaled, roundedShare, toScaled } from '../../core/decimals.ts';
import { common, daysInMonth, firstOfMonth, lastOfMonth, monthsOf, type Period } from '../../core/period.ts';

/** A period of a rental on a site; an end that is missing is open. */
export interface RentalPeriod {
  data_inizio: string | null;
  data_fine: string | null;
  /** Euro a month; `null`: nobody knows what it costs. */
  tariffa: number | null;
}

export interface RentalCost extends Period {
  giorni: number;
  /** Euro; `null` without a rate. */
  importo: number | null;
}

const CENTS = 2;
/** A whole multiple of 28, 29, 30 and 31: shares of months have it as their common divisor. */
const MONTH_SHARES = 28 * 29 * 15 * 31;

/**
 * What a rental costs within a period: each day the monthly rate ÷ the days of its month, both ends
 * counted, rounded half up to the cent once. An open one runs to `today` at most. `null`: no day of it.
 */
export function rentalCost({ data_inizio, data_fine, tariffa }: RentalPeriod, period: Period, today: string): RentalCost | null {
  if (data_inizio === null) return null;
  const days = common(period, data_inizio, data_fine ?? today);
  if (days === null) return null;
  const giorni = daysBetween(days.dal, days.al) + 1;
  if (tariffa === null) return { ...days, giorni, importo: null };
  const shares = monthsOf(days).reduce((sum, month) => {
    const part = common(days, firstOfMonth(month), lastOfMonth(month));
    return part ? sum + (daysBetween(part.dal, part.al) + 1) * (MONTH_SHARES / daysInMonth(month)) : sum;
  }, 0);
  return { ...days, giorni, importo: fromScaled(roundedShare(toScaled(tariffa, CENTS) * BigInt(shares), BigInt(MONTH_SHARES)), CENTS) };
}
