import { daysBetween } from '../../core/dates.ts';
import { fromScaled, roundedShare, toScaled } from '../../core/decimals.ts';
import { common, daysInMonth, firstOfMonth, lastOfMonth, monthsOf, type Period } from '../../core/period.ts';

/** A period of a rental on a site; a missing end is open. */
export interface RentalPeriod {
  data_inizio: string | null;
  data_fine: string | null;
  /** Euro a month; `null`: unknown. */
  tariffa: number | null;
}

export interface RentalCost extends Period {
  giorni: number;
  /** Euro; `null` without a rate. */
  importo: number | null;
}

const CENTS = 2;

/**
 * Calculates the cost of a rental within a period. Per month: days (both ends included) × monthly rate ÷ days of the month, rounded half up
 * to the cent; several months are summed. An open rental runs to `today` at most. Returns `null` if the rental has no day in the period.
 */
export function rentalCost({ data_inizio, data_fine, tariffa }: RentalPeriod, period: Period, today: string): RentalCost | null {
  if (data_inizio === null) return null;
  const days = common(period, data_inizio, data_fine ?? today);
  if (days === null) return null;
  const giorni = daysBetween(days.dal, days.al) + 1;
  if (tariffa === null) return { ...days, giorni, importo: null };
  const rate = toScaled(tariffa, CENTS);
  const cents = monthsOf(days).reduce(
    (sum, month) => sum + roundedShare(rate * BigInt(daysOf(days, month)), BigInt(daysInMonth(month))),
    0n,
  );
  return { ...days, giorni, importo: fromScaled(cents, CENTS) };
}

function daysOf(days: Period, month: string): number {
  const part = common(days, firstOfMonth(month), lastOfMonth(month));
  return part ? daysBetween(part.dal, part.al) + 1 : 0;
}
