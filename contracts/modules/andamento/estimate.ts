import { monthAfter } from '../../core/period.ts';
import { sum } from '../../core/decimals.ts';

/** Number of past whole months whose average is the present pace. */
export const PACE_MONTHS = 3;
/** Maximum distance of an estimated end in months; a later end is not reported. */
const MOST_MONTHS = 120;

export interface BudgetEstimate {
  /** Euro per month, averaged over the last three whole months. */
  al_mese: number;
  /** Month `YYYY-MM` in which the remaining budget ends at that pace; absent if no end can be estimated. */
  mese?: string;
}

/**
 * Estimates the month in which a budget ends at the present pace. `remaining`: euro not yet used; `used`: euro used in each of the last
 * whole months; `month`: the running month.
 */
export function budgetEstimate(remaining: number, used: readonly number[], month: string): BudgetEstimate {
  const pace = sum(used, 2) / PACE_MONTHS;
  const al_mese = Math.round(pace * 100) / 100;
  if (remaining <= 0 || pace <= 0) return { al_mese };
  const months = Math.ceil(remaining / pace) - 1;
  return months > MOST_MONTHS ? { al_mese } : { al_mese, mese: monthAfter(month, months) };
}
